// A level in an address, and downloads.

import * as api from "./api";
import { announce, button, download, h } from "./dom";
import { type LevelData, textOf } from "./games";
import { known } from "./store";

/** A level as part of an address. */
export function encode(level: Pick<LevelData, "rows" | "under" | "title" | "author">): string {
  const bytes = new TextEncoder().encode(JSON.stringify([textOf(level), level.title ?? "", level.author ?? ""]));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The level of an address. */
export async function decode(code: string): Promise<LevelData> {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const [text, title, author] = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
  const { levels } = await api.read("shared.txt", String(text));
  return { ...levels[0]!, title: title || null, author: author || null };
}

function fileName(level: Pick<LevelData, "title">, ending: string): string {
  const plain = (level.title ?? "level").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${plain || "level"}.${ending}`;
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Buttons to share and download; `level` is asked when one is pressed. */
export function sharing(level: () => LevelData): HTMLElement {
  const said = h("p", { class: "note", role: "status" });
  const attempt = (work: () => Promise<string>) => () => {
    work().then(
      (text) => (said.textContent = text),
      (error: Error) => (said.textContent = error.message),
    );
  };
  const asked = (one: LevelData): api.Asked => ({ text: textOf(one), title: one.title, author: one.author, solution: known(one).solution ?? one.solutions[0] ?? null });
  const draw = (format: "svg" | "png" | "gif") =>
    attempt(async () => {
      const one = level();
      download(fileName(one, format), await api.picture(asked(one), format, isDark()));
      return "";
    });
  const link = h("input", { type: "text", readonly: true, "aria-label": "Link to this level", class: "link", hidden: true });
  const share = attempt(async () => {
    link.value = `${location.origin}${location.pathname}#/level/${encode(level())}`;
    link.hidden = false;
    link.select();
    await navigator.clipboard?.writeText(link.value).catch(() => undefined);
    announce("The link is ready");
    return "The level is in the link; whoever opens it with boxwright sees it.";
  });
  const file = attempt(async () => {
    const one = level();
    const format = one.game === "kwirk" ? "kwk" : "sok";
    download(fileName(one, format), await api.exported([asked(one)], null, format));
    return "";
  });
  return h(
    "div",
    { class: "sharing" },
    h(
      "div",
      { class: "row" },
      button("Share link", share),
      button("Level file", file),
      button("PNG", draw("png")),
      button("SVG", draw("svg")),
      button("GIF of a solution", draw("gif")),
    ),
    link,
    said,
  );
}
