// The library: every level as a picture, files from elsewhere, search by title.

import * as api from "../api";
import { thumbnail } from "../board";
import { announce, button, download, h } from "../dom";
import { type LevelData, gameOf, textOf } from "../games";
import { addFile, imported, known, removeFile } from "../store";

let builtin: Promise<api.Collection[]> | undefined;

export async function collections(): Promise<api.Collection[]> {
  builtin ??= api.library();
  return [...(await builtin), ...imported()];
}

export function titleOf(level: LevelData, number: number): string {
  return level.title ?? `Level ${number}`;
}

export async function library(main: HTMLElement): Promise<void> {
  const list = h("div", { class: "collections" });
  const search = h("input", { type: "search", placeholder: "Search by title", "aria-label": "Search levels by title", oninput: () => fill() });
  const said = h("p", { class: "note", role: "status" });
  const all = await collections();

  const fill = () => {
    const wanted = search.value.trim().toLowerCase();
    const shown = [...all].map((collection) => section(collection, wanted, refresh)).filter((part) => part !== null);
    list.replaceChildren(...shown);
    if (shown.length === 0) list.append(h("p", { class: "empty", text: "No level has a title like that." }));
  };
  const refresh = () => library(main);

  const take = async (name: string, content: Blob | string) => {
    try {
      const file = await api.read(name, content);
      addFile(file);
      const left = file.left_out ? `; ${file.left_out} more were left out` : "";
      announce(`${file.levels.length} levels opened${left}`);
      await refresh();
    } catch (error) {
      said.textContent = `${name}: ${(error as Error).message}`;
    }
  };
  const picker = h("input", {
    type: "file",
    multiple: true,
    class: "unseen",
    id: "file",
    "aria-label": "Open level files",
    onchange: async () => {
      for (const file of picker.files ?? []) await take(file.name, file);
    },
  });
  const pasted = h("textarea", { rows: 6, "aria-label": "Text of levels", placeholder: "#####\n#@$.#\n#####", spellcheck: "false" });
  const paste = h(
    "details",
    { class: "paste" },
    h("summary", { text: "Paste levels" }),
    pasted,
    button("Open the text", () => void take("Pasted", pasted.value)),
  );
  const drop = h(
    "div",
    { class: "import" },
    picker,
    h("div", { class: "row" }, search, h("label", { for: "file", class: "button" }, "Open files…")),
    h("p", { class: "hint", text: "Or drop level files anywhere on this page: .sok, .xsb, .txt, .slc, .kwk" }),
    paste,
    said,
  );
  main.ondragover = (event) => {
    event.preventDefault();
    main.classList.add("dropping");
  };
  main.ondragleave = () => main.classList.remove("dropping");
  main.ondrop = async (event) => {
    event.preventDefault();
    main.classList.remove("dropping");
    for (const file of event.dataTransfer?.files ?? []) await take(file.name, file);
  };
  fill();
  main.replaceChildren(h("h1", { text: "Levels" }), drop, list);
}

function section(collection: api.Collection, wanted: string, refresh: () => void): HTMLElement | null {
  const matching = collection.levels
    .map((level, index) => ({ level, index }))
    .filter(({ level, index }) => titleOf(level, index + 1).toLowerCase().includes(wanted));
  if (matching.length === 0) return null;
  const game = collection.levels[0]!.game;
  const solved = collection.levels.filter((level) => known(level).mine).length;
  const save = async () => {
    const levels = collection.levels.map((level) => ({ text: textOf(level), title: level.title, author: level.author, solution: known(level).solution ?? level.solutions[0] ?? null }));
    const format = game === "kwirk" ? "kwk" : "sok";
    download(`${collection.name.replace(/\.\w+$/, "")}.${format}`, await api.exported(levels, collection.title, format));
  };
  const isImported = imported().includes(collection);
  const remove = () => {
    removeFile(collection.name);
    refresh();
  };
  const name = collection.title ?? collection.name;
  return h(
    "section",
    { "aria-label": name },
    h(
      "div",
      { class: "caption" },
      h("h2", { text: name }),
      h("span", { class: "facts", text: `${game === "kwirk" ? "Kwirk" : "Sokoban"} · ${solved} of ${collection.levels.length} solved` }),
      button("Export", () => void save(), { class: "quiet", "aria-label": `Export ${name}` }),
      isImported && button("Remove", remove, { class: "quiet", "aria-label": `Remove ${name}` }),
    ),
    h("ul", { class: "levels" }, ...matching.map(({ level, index }) => card(collection, level, index))),
  );
}

function card(collection: api.Collection, level: LevelData, index: number): HTMLElement {
  const title = titleOf(level, index + 1);
  const isSolved = known(level).mine !== undefined;
  const isFaulty = level.faults.length > 0;
  const picture = thumbnail(gameOf(level), "");
  picture.setAttribute("aria-hidden", "true");
  return h(
    "li",
    {},
    h(
      "a",
      { href: `#/play/${encodeURIComponent(collection.name)}/${index + 1}`, class: "card" },
      h("span", { class: "picture" }, picture),
      h("span", { class: "name" }, `${index + 1}. ${title}`, isSolved && h("span", { class: "tick", role: "img", "aria-label": "solved", text: " ✓" }), isFaulty && h("span", { class: "fault", role: "img", "aria-label": "has faults", text: " ⚠" })),
    ),
  );
}
