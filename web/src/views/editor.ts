// The editor for both games: paint cells, see at once what is wrong, ask whether it can be solved.

import * as api from "../api";
import { Board } from "../board";
import { announce, button, h, s } from "../dom";
import { type GameName, type LevelData, gameOf, textOf } from "../games";
import { encode, sharing } from "../share";
import { solvedBySearch } from "../store";
import { outcome } from "./solving";

interface Tool {
  glyph: string;
  name: string;
}

const TOOLS: Record<GameName, Tool[]> = {
  sokoban: [
    { glyph: "#", name: "Wall" },
    { glyph: " ", name: "Floor" },
    { glyph: "$", name: "Box" },
    { glyph: ".", name: "Goal" },
    { glyph: "*", name: "Box on goal" },
    { glyph: "@", name: "Player" },
    { glyph: "+", name: "Player on goal" },
  ],
  kwirk: [
    { glyph: "#", name: "Wall" },
    { glyph: " ", name: "Floor" },
    ...["a", "b", "c", "d", "e"].map((glyph) => ({ glyph, name: `Block ${glyph}` })),
    { glyph: "O", name: "Hole" },
    { glyph: "%", name: "Exit" },
    { glyph: "*", name: "Turnstile" },
    { glyph: "arm", name: "Arm" },
    ...["1", "2", "3", "4"].map((glyph) => ({ glyph, name: `Character ${glyph}` })),
  ],
};

const EMPTY: Record<GameName, string[]> = {
  sokoban: ["########", "#      #", "# @$ . #", "#      #", "#      #", "########"],
  kwirk: ["########", "#1     #", "#  aa  #", "#    OO#", "#      %", "########"],
};

const MOST = 40;

export class Editor {
  private grid: string[][];
  private under: string[] | null;
  private readonly history: { grid: string[][]; under: string[] | null; game: GameName }[] = [];
  private tool: string;
  private cursor = { x: 1, y: 1 };
  private board!: Board;
  private readonly title: HTMLInputElement;
  private readonly author: HTMLInputElement;
  private readonly stage = h("div", { class: "stage editing", tabindex: "0", role: "application", "aria-label": "Level being edited. Arrow keys move the cursor, Space paints, Backspace clears.", "aria-describedby": "edit-keys" });
  private readonly faults = h("ul", { class: "faults" });
  private readonly verdict = h("p", { class: "state", role: "status" });
  private readonly palette = h("div", { class: "palette", role: "radiogroup", "aria-label": "What to paint" });
  private readonly width = h("input", { type: "number", min: 3, max: MOST, id: "width" });
  private readonly height = h("input", { type: "number", min: 3, max: MOST, id: "height" });
  private asked: AbortController | null = null;
  private solving: AbortController | null = null;
  private timer: number | undefined;

  constructor(
    private readonly main: HTMLElement,
    private game: GameName,
    level: LevelData | null,
  ) {
    this.grid = (level?.rows ?? EMPTY[game]).map((row) => [...row]);
    this.under = level?.under ?? null;
    this.tool = "#";
    this.title = h("input", { type: "text", id: "title", value: level?.title ?? "", maxlength: 100 });
    this.author = h("input", { type: "text", id: "author", value: level?.author ?? "", maxlength: 100 });
    this.build();
    this.changed();
  }

  leave(): void {
    this.asked?.abort();
    this.solving?.abort();
    window.clearTimeout(this.timer);
  }

  private level(): LevelData {
    const rows = this.grid.map((row) => row.join(""));
    return { game: this.game, title: this.title.value.trim() || null, author: this.author.value.trim() || null, comment: null, rows, under: this.under, things: 0, line: 1, faults: [], solutions: [] };
  }

  private build(): void {
    const games = h("select", { id: "game", onchange: () => this.start(games.value as GameName) }, ...(["sokoban", "kwirk"] as const).map((name) => h("option", { value: name, selected: name === this.game }, name === "kwirk" ? "Kwirk" : "Sokoban")));
    const resize = () => this.edit(() => this.resize(Number(this.width.value), Number(this.height.value)));
    this.width.addEventListener("change", resize);
    this.height.addEventListener("change", resize);
    this.stage.addEventListener("keydown", (event) => this.keydown(event));
    let painting = false;
    const paint = (event: PointerEvent) => {
      const cell = this.board.cellAt(event);
      if (cell < 0) return;
      this.cursor = { x: cell % this.columns, y: Math.floor(cell / this.columns) };
      this.paint(this.tool);
    };
    this.stage.addEventListener("pointerdown", (event) => {
      painting = true;
      this.remember();
      paint(event);
      event.preventDefault();
      this.stage.focus({ preventScroll: true });
    });
    this.stage.addEventListener("pointermove", (event) => painting && paint(event));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) this.stage.addEventListener(end, () => (painting = false));
    this.fillPalette();
    const turn = (label: string, change: () => void) => button(label, () => this.edit(change));
    this.main.replaceChildren(
      h(
        "div",
        { class: "play" },
        h("div", { class: "head" }, h("h1", { text: "Editor" }), h("span", { class: "grow" }), h("a", { href: "#/", class: "button quiet" }, "Library")),
        h(
          "div",
          { class: "table" },
          this.palette,
          this.stage,
          h("div", { class: "row tools" }, button("Undo", () => this.undo()), turn("Rotate", () => this.rotate()), turn("Mirror", () => this.mirror()), turn("Clear", () => (this.grid = EMPTY[this.game].map((row) => [...row])))),
          h("p", { class: "hint", id: "edit-keys", text: "Paint with the pointer, or move with the arrow keys and paint with Space; Backspace makes floor; the keys of the level file (# $ . @ …) paint what they stand for." }),
        ),
        h(
          "aside",
          { "aria-label": "About this level" },
          h(
            "section",
            { class: "panel" },
            h(
              "div",
              { class: "fields" },
              h("label", { for: "game" }, "Game"),
              games,
              h("label", { for: "title" }, "Title"),
              this.title,
              h("label", { for: "author" }, "Author"),
              this.author,
              h("label", { for: "width" }, "Columns"),
              this.width,
              h("label", { for: "height" }, "Rows"),
              this.height,
            ),
          ),
          h("section", { class: "panel" }, h("h2", { text: "Check" }), this.faults, h("div", { class: "row" }, button("Is it solvable?", () => void this.solve(), { class: "primary" }), button("Play it", () => (location.hash = `#/level/${encode(this.level())}`))), this.verdict),
          h("section", { class: "panel" }, h("h2", { text: "Share and download" }), sharing(() => this.level())),
        ),
      ),
    );
  }

  private start(game: GameName): void {
    this.remember();
    this.game = game;
    this.grid = EMPTY[game].map((row) => [...row]);
    this.under = null;
    this.tool = "#";
    this.cursor = { x: 1, y: 1 };
    this.fillPalette();
    this.changed();
  }

  private fillPalette(): void {
    const choose = (tool: Tool) => {
      const box = h("input", { type: "radio", name: "tool", value: tool.glyph, checked: tool.glyph === this.tool, onchange: () => (this.tool = tool.glyph) });
      const game = gameOf({ game: this.game, rows: tool.glyph === "arm" ? ["^", "*"] : [tool.glyph], under: null });
      const drawing = new Board(game, "").element;
      drawing.removeAttribute("role");
      drawing.setAttribute("aria-hidden", "true");
      if (tool.glyph === "arm") drawing.setAttribute("viewBox", "0 0 64 64");
      if (tool.glyph === " ") drawing.append(s("rect", { width: 64, height: 64, fill: "var(--floor)" }));
      if (tool.name.startsWith("Block")) {
        const letter = s("text", { x: 32, y: 43, "text-anchor": "middle", "font-size": 30, "font-weight": 700, fill: "var(--face)" });
        letter.textContent = tool.glyph;
        drawing.append(letter);
      }
      return h("label", { title: tool.name }, box, h("span", { class: "sample" }, drawing), h("span", { class: "unseen", text: tool.name }));
    };
    this.palette.replaceChildren(...TOOLS[this.game].map(choose));
  }

  private get columns(): number {
    return this.grid[0]!.length;
  }

  private get rows(): number {
    return this.grid.length;
  }

  private remember(): void {
    this.history.push({ grid: this.grid.map((row) => [...row]), under: this.under, game: this.game });
    if (this.history.length > 200) this.history.shift();
  }

  private undo(): void {
    const before = this.history.pop();
    if (!before) return;
    const other = before.game !== this.game;
    ({ grid: this.grid, under: this.under, game: this.game } = before);
    if (other) this.fillPalette();
    this.changed();
  }

  private edit(change: () => void): void {
    this.remember();
    change();
    this.changed();
  }

  private keydown(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      this.cursor.x = Math.max(0, Math.min(this.columns - 1, this.cursor.x + step[0]));
      this.cursor.y = Math.max(0, Math.min(this.rows - 1, this.cursor.y + step[1]));
      this.point();
    } else if (event.key === " " || event.key === "Enter") this.edit(() => this.paint(this.tool));
    else if (event.key === "Backspace" || event.key === "Delete") this.edit(() => this.paint(" "));
    else if ((event.ctrlKey || event.metaKey) && event.key === "z") this.undo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (this.glyphs().includes(event.key)) this.edit(() => this.paint(event.key));
    else return;
    event.preventDefault();
  }

  private glyphs(): string[] {
    return [...TOOLS[this.game].map((tool) => tool.glyph), ...(this.game === "kwirk" ? ["^", ">", "<", "`"] : [])];
  }

  private paint(glyph: string): void {
    const { x, y } = this.cursor;
    const at = (dx: number, dy: number) => this.grid[y + dy]?.[x + dx];
    if (glyph === "arm") glyph = at(0, 1) === "*" ? "^" : at(-1, 0) === "*" ? ">" : at(0, -1) === "*" ? "`" : at(1, 0) === "*" ? "<" : "^";
    // There is one player, and one of every character.
    const single = (one: string) => (this.game === "sokoban" ? "@+".includes(one) : "1234%".includes(one));
    if (single(glyph)) {
      for (const row of this.grid) {
        row.forEach((old, i) => {
          if (this.game === "sokoban" ? "@+".includes(old) : old === glyph) row[i] = old === "+" ? "." : old === "%" ? "#" : " ";
        });
      }
    }
    if (this.grid[y]![x] === glyph) return this.point();
    this.grid[y]![x] = glyph;
    this.changed();
  }

  private resize(width: number, height: number): void {
    const [w, hh] = [Math.max(3, Math.min(MOST, width || 3)), Math.max(3, Math.min(MOST, height || 3))];
    const fill = this.game === "kwirk" ? "#" : " ";
    this.grid = Array.from({ length: hh }, (_, y) => Array.from({ length: w }, (_, x) => this.grid[y]?.[x] ?? fill));
    this.under = this.under && Array.from({ length: hh }, (_, y) => Array.from({ length: w }, (_, x) => this.under![y]?.[x] ?? ".").join(""));
    this.cursor = { x: Math.min(this.cursor.x, w - 1), y: Math.min(this.cursor.y, hh - 1) };
  }

  private rotate(): void {
    const turned: Record<string, string> = this.game === "kwirk" ? { "^": ">", ">": "`", "`": "<", "<": "^" } : {};
    const spin = (grid: string[][]) => Array.from({ length: grid[0]!.length }, (_, y) => Array.from({ length: grid.length }, (_, x) => grid[grid.length - 1 - x]![y]!));
    this.grid = spin(this.grid).map((row) => row.map((glyph) => turned[glyph] ?? glyph));
    this.under = this.under && spin(this.under.map((row) => [...row])).map((row) => row.join(""));
    this.cursor = { x: 0, y: 0 };
  }

  private mirror(): void {
    const turned: Record<string, string> = this.game === "kwirk" ? { ">": "<", "<": ">" } : {};
    this.grid = this.grid.map((row) => row.map((glyph) => turned[glyph] ?? glyph).reverse());
    this.under = this.under && this.under.map((row) => [...row].reverse().join(""));
    this.cursor = { x: this.columns - 1 - this.cursor.x, y: this.cursor.y };
  }

  private changed(): void {
    const level = this.level();
    this.board = new Board(gameOf(level), "The level as drawn");
    const lines: string[] = [];
    for (let x = 1; x < this.columns; x++) lines.push(`M${x * 64} 0V${this.rows * 64}`);
    for (let y = 1; y < this.rows; y++) lines.push(`M0 ${y * 64}H${this.columns * 64}`);
    this.board.element.append(s("path", { d: lines.join(""), class: "gridlines" }));
    this.looseArms();
    this.stage.replaceChildren(this.board.element);
    this.stage.style.setProperty("--columns", String(this.columns));
    this.stage.style.setProperty("--rows", String(this.rows));
    this.width.value = String(this.columns);
    this.height.value = String(this.rows);
    this.verdict.textContent = "";
    this.solving?.abort();
    this.point();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), 120);
  }

  /** Arms without a turnstile are faults, and must be seen to be mended. */
  private looseArms(): void {
    if (this.game !== "kwirk") return;
    const behind: Record<string, [number, number]> = { "^": [0, 1], ">": [-1, 0], "`": [0, -1], "<": [1, 0] };
    this.grid.forEach((row, y) =>
      row.forEach((glyph, x) => {
        const from = behind[glyph];
        if (!from || this.grid[y + from[1]]?.[x + from[0]] === "*") return;
        const text = s("text", { x: x * 64 + 32, y: y * 64 + 44, "text-anchor": "middle", "font-size": 36, class: "loose" });
        text.textContent = glyph;
        this.board.element.append(text);
      }),
    );
  }

  private point(): void {
    this.board.mark({ frames: [{ ...this.cursor, kind: "selected" }] });
    announce(`Column ${this.cursor.x + 1}, row ${this.cursor.y + 1}: ${this.nameOf(this.grid[this.cursor.y]![this.cursor.x]!)}`);
  }

  private nameOf(glyph: string): string {
    return TOOLS[this.game].find((tool) => tool.glyph === glyph)?.name.toLowerCase() ?? "arm";
  }

  private async check(): Promise<void> {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    const say = (...items: (string | HTMLElement)[]) => this.faults.replaceChildren(...items.map((item) => h("li", {}, item)));
    try {
      const { faults, lost } = await api.inspect(textOf(this.level()), asked.signal);
      if (faults.length === 0 && !lost) say(h("span", { class: "good", text: "No faults." }));
      else if (lost) say(h("span", { class: "bad", text: `It cannot be solved: ${lost.words}` }));
      else {
        say(
          ...faults.map(({ line, column, message }) => {
            const there = `row ${line}, column ${column}`;
            const show = () => {
              this.cursor = { x: Math.min(this.columns, column) - 1, y: Math.min(this.rows, line) - 1 };
              this.point();
              this.stage.focus();
            };
            return button(`${message} (${there})`, show, { class: "fault" });
          }),
        );
      }
      if (lost) this.board.mark({ frames: [...lost.boxes.map(([x, y]) => ({ x, y, kind: "lost" })), { ...this.cursor, kind: "selected" }], cells: lost.marks.map(([x, y]) => ({ cell: y * this.columns + x, kind: "lost" })) });
    } catch (error) {
      if (!asked.signal.aborted) say(h("span", { class: "bad", text: (error as Error).message }));
    }
  }

  private async solve(): Promise<void> {
    this.solving?.abort();
    const asked = (this.solving = new AbortController());
    this.verdict.textContent = "Searching…";
    const level = this.level();
    try {
      const queued = (position: number) => (this.verdict.textContent = `Waiting: ${position} before this one`);
      const report = await api.solve({ text: textOf(level) }, { time: 20 }, { queued }, asked.signal);
      let words = outcome(report);
      if (report.solution !== null) {
        const { rating } = await api.inspect(textOf(level), asked.signal, report.solution);
        if (rating) words += ` ${rating.words}`;
        solvedBySearch(level, report);
      }
      this.verdict.textContent = words;
    } catch (error) {
      if (!asked.signal.aborted) this.verdict.textContent = (error as Error).message;
    }
  }
}
