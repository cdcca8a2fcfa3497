// The page: which view an address means, and light or dark.

import { loadArtwork } from "./board";
import { h } from "./dom";
import type { GameName } from "./games";
import { decode, encode, isDark } from "./share";
import { Editor } from "./views/editor";
import { collections, library, titleOf } from "./views/library";
import { Play } from "./views/play";

const main = document.getElementById("main")!;
let view: { leave(): void } | null = null;

async function route(): Promise<void> {
  view?.leave();
  view = null;
  main.ondragover = main.ondragleave = main.ondrop = null;
  const [name = "", ...rest] = location.hash.replace(/^#\//, "").split("/").map(decodeURIComponent);
  const here = name === "edit" ? "edit" : "library";
  for (const link of document.querySelectorAll<HTMLElement>("[data-nav]")) {
    if (link.dataset["nav"] === here && (name === "" || name === "edit")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (name === "play") await play(rest[0]!, Number(rest[1]));
    else if (name === "level") await shared(rest[0]!);
    else if (name === "edit") await edit(rest[0]);
    else {
      document.title = "boxwright";
      await library(main);
    }
  } catch (error) {
    main.replaceChildren(h("h1", { text: "This did not work" }), h("p", { text: (error as Error).message }), h("p", {}, h("a", { href: "#/" }, "To the library")));
  }
}

async function play(name: string, number: number): Promise<void> {
  const collection = (await collections()).find((one) => one.name === name);
  const level = collection?.levels[number - 1];
  if (!collection || !level) throw new Error("There is no such level.");
  if (level.faults.length > 0) {
    const faults = level.faults.map((fault) => h("li", { text: `line ${fault.line}, column ${fault.column}: ${fault.message}` }));
    main.replaceChildren(h("h1", { text: titleOf(level, number) }), h("p", { text: "This level has faults and cannot be played:" }), h("ul", {}, ...faults), h("p", {}, h("a", { href: `#/edit/${encode(level)}` }, "Mend it in the editor")));
    return;
  }
  const at = (n: number) => `#/play/${encodeURIComponent(name)}/${n}`;
  const title = titleOf(level, number);
  document.title = `${title} – boxwright`;
  view = new Play(main, {
    level: { ...level, author: level.author ?? collection.author },
    title,
    back: "#/",
    ...(number > 1 ? { before: at(number - 1) } : {}),
    ...(number < collection.levels.length ? { after: at(number + 1) } : {}),
  });
}

async function shared(code: string): Promise<void> {
  const level = await decode(code).catch(() => {
    throw new Error("The link is damaged: there is no level in it.");
  });
  if (level.faults.length > 0) return edit(code);
  document.title = `${level.title ?? "A shared level"} – boxwright`;
  view = new Play(main, { level, title: level.title ?? "A shared level", back: "#/" });
}

async function edit(code: string | undefined): Promise<void> {
  document.title = "Editor – boxwright";
  const level = code ? await decode(code) : null;
  view = new Editor(main, (level?.game ?? "sokoban") as GameName, level);
}

document.getElementById("theme")!.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("boxwright.theme", theme);
  } catch {
    /* it holds until the page is closed */
  }
});
try {
  const theme = localStorage.getItem("boxwright.theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
} catch {
  /* the browser's wish counts */
}

loadArtwork();
addEventListener("hashchange", () => void route());
void route();
