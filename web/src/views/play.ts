// Playing a level: keyboard, mouse and touch; warnings, hints and overlays; solving, watching, comparing, sharing.

import { Adviser } from "../adviser";
import { Board, type Marks } from "../board";
import { announce, button, h, many } from "../dom";
import { type Game, type Key, type LevelData, STEPS, gameOf, isPush } from "../games";
import { rooms, walks } from "../routes";
import { Session } from "../session";
import { encode, sharing } from "../share";
import { known, solvedByPlayer } from "../store";
import { comparing } from "./compare";
import { Hands, type Table } from "./hands";
import { solving } from "./solving";
import { Watch } from "./watch";

export interface Place {
  level: LevelData;
  title: string;
  /** Where the list of levels is, and the neighbours in it. */
  back: string;
  before?: string;
  after?: string;
}

const SIDES: Record<string, string> = { l: "left", u: "up", r: "right", d: "down" };

export class Play implements Table {
  readonly game: Game;
  readonly session: Session;
  readonly board: Board;
  private readonly adviser: Adviser;
  private readonly hands: Hands;
  private readonly stage: HTMLElement;
  private readonly warning = h("div", { class: "warning", hidden: true, role: "alert" });
  private readonly cheer = h("div", { class: "cheer", hidden: true, role: "status" });
  private readonly score = h("div", { class: "score" });
  private readonly bar = h("div", { class: "watching" });
  private readonly undoButton = button("Undo", () => this.go(this.session.length - 1), { title: "U" });
  private readonly redoButton = button("Redo", () => this.go(this.session.length + 1), { title: "Y" });
  private readonly hintButton = button("Hint", () => this.hint(), { title: "H" });
  private readonly show = { dead: false, reach: false, rooms: false };
  private arrow: Marks["arrow"] = null;
  private watch: Watch | null = null;

  constructor(
    private readonly main: HTMLElement,
    private readonly place: Place,
  ) {
    const { level } = place;
    this.game = gameOf(level);
    this.session = new Session(this.game);
    const kind = this.game.name === "kwirk" ? "Kwirk" : "Sokoban";
    this.board = new Board(this.game, `${kind} board, ${this.game.width} by ${this.game.height}`);
    this.stage = h("div", { class: "stage", tabindex: "0", role: "application", "aria-label": `${place.title}, ${kind}. Arrow keys move.`, "aria-describedby": "keys" }, this.board.element);
    this.stage.style.setProperty("--columns", String(this.game.width));
    this.stage.style.setProperty("--rows", String(this.game.height));
    this.adviser = new Adviser(this.game, this.session);
    this.hands = new Hands(this.stage, this);
    this.build();
    this.refresh();
    this.stage.focus({ preventScroll: true });
    void this.inspect();
  }

  /** The view is left: nothing of it may go on. */
  leave(): void {
    this.watch?.stop();
    this.adviser.leave();
    this.hands.rest();
    this.main.querySelectorAll(".solving, .comparing").forEach((panel) => panel.dispatchEvent(new Event("leave")));
  }

  private build(): void {
    const { level, title, back, before, after } = this.place;
    const several = this.game.name === "kwirk" && level.things > 1;
    const head = h(
      "div",
      { class: "head" },
      h("a", { href: back, class: "button quiet", "aria-label": "Back to the library" }, "←"),
      h("h1", {}, title),
      level.author ? h("span", { class: "facts", text: `by ${level.author}` }) : null,
      h("span", { class: "grow" }),
      before ? h("a", { href: before, class: "button quiet", "aria-label": "Previous level" }, "Previous") : null,
      after ? h("a", { href: after, class: "button quiet", "aria-label": "Next level" }, "Next") : null,
    );
    const tools = h(
      "div",
      { class: "row tools", role: "toolbar", "aria-label": "Game" },
      this.undoButton,
      this.redoButton,
      button("Restart", () => this.go(0), { title: "R" }),
      several && button("Switch", () => this.press("s"), { title: "S" }),
      this.hintButton,
    );
    const pad = h(
      "div",
      { class: "pad", "aria-hidden": "true" },
      ...(["u", "l", "d", "r"] as const).map((key) => button({ u: "▲", l: "◀", d: "▼", r: "▶" }[key], () => this.press(key), { tabindex: "-1", class: `to-${key}` })),
    );
    const toggle = (name: "dead" | "reach" | "rooms", label: string) => {
      const box = h("input", {
        type: "checkbox",
        onchange: () => {
          this.show[name] = box.checked;
          this.mark();
        },
      });
      return h("label", { class: "check" }, box, label);
    };
    const panel = (title: string, open: boolean, ...content: (Node | null)[]) => h("details", { class: "panel", open }, h("summary", {}, h("h2", { text: title })), ...content);
    const watch = (solution: string) => this.startWatching(solution);
    const solved = () => this.showScore();
    const keys = "Arrows move, U undoes, Y redoes, R restarts, H gives a hint" + (several ? ", S or a number switches characters" : "") + ". Click to walk; drag a box, or click it and then a square, to push it there.";
    this.main.replaceChildren(
      h(
        "div",
        { class: "play" },
        head,
        h("div", { class: "table" }, this.stage, this.bar, this.warning, this.cheer, tools, pad, level.comment ? h("p", { class: "comment", text: level.comment }) : null, panel("Compare strategies", false, comparing(level, this.game, watch, solved))),
        h(
          "aside",
          { "aria-label": "About this level" },
          h("section", { class: "panel" }, this.score),
          panel("Show", false, this.game.name === "sokoban" ? toggle("dead", "Dead squares") : null, toggle("reach", "Where I can walk"), toggle("rooms", "Rooms"), h("p", { class: "hint", id: "keys", text: keys })),
          panel("Solve", true, solving(level, this.game, watch, solved)),
          panel("Share and download", false, sharing(() => level), h("p", {}, h("a", { href: `#/edit/${encode(level)}` }, "Open in the editor"))),
        ),
      ),
    );
  }

  get isWatching(): boolean {
    return this.watch !== null;
  }

  press(key: Key): void {
    if (this.watch) return;
    const what = this.session.press(key);
    if (what === "blocked") {
      announce("Blocked");
      return;
    }
    if (isPush(what) || what === "exit" || what === "switch") announce(this.said(what, key));
    this.hands.selected = null;
    this.arrow = null;
    this.refresh();
    if (isPush(what) || what === "exit") void this.inspect();
    if (this.session.isSolved) this.celebrate();
  }

  private said(what: string, key: Key): string {
    const left = this.game.things(this.session.at);
    const boxes = left.filter((t) => t.kind === "box");
    const done = boxes.length ? `, ${boxes.filter((t) => t.on).length} of ${boxes.length} on goals` : "";
    if (what === "switch") return `Character ${(left.find((t) => t.on)?.n ?? 0) + 1}`;
    if (what === "exit") return "Out";
    return `${what === "turn" ? "Turned" : what === "fill" ? "Filled a hole" : "Pushed"} ${SIDES[key]}${done}`;
  }

  go(moment: number): void {
    if (this.watch) return;
    this.hands.rest();
    this.session.go(moment);
    this.arrow = null;
    this.refresh();
    void this.inspect();
  }

  // What is shown.

  private refresh(): void {
    this.board.show(this.session.at);
    this.undoButton.disabled = this.session.length === 0;
    this.redoButton.disabled = this.session.length === this.session.total;
    if (!this.session.isSolved) this.cheer.hidden = true;
    this.mark();
    this.showScore();
  }

  private showScore(): void {
    const m = this.session.measures;
    const { level } = this.place;
    const record = known(level);
    const kwirk = this.game.name === "kwirk";
    const row = (name: string, value: number, mine?: number, best?: number, proven?: number) => {
      const text = best === undefined ? "–" : best === proven ? `${best} (least)` : String(best);
      return h("tr", {}, h("th", { scope: "row", text: name }), h("td", { text: String(value), class: "now" }), h("td", { text: mine === undefined ? "–" : String(mine) }), h("td", { text: proven !== undefined && proven !== best ? `${text} (least ${proven})` : text }));
    };
    const more = [many(m.lines, kwirk ? "straight push" : "box line", kwirk ? "straight pushes" : "box lines"), many(m.changes, kwirk ? "change of obstacle" : "box change", kwirk ? "changes of obstacle" : "box changes"), many(m.sessions, "pushing session"), many(m.runs, "player line")].join(" · ");
    this.score.replaceChildren(
      h(
        "table",
        {},
        h("caption", { class: "unseen", text: "Score" }),
        h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col", text: "Now" }), h("th", { scope: "col", text: "Your best" }), h("th", { scope: "col", text: "Best known" }))),
        h("tbody", {}, row("Moves", m.moves, record.mine?.moves, record.moves, record.fewestMoves), row(kwirk ? "Interactions" : "Pushes", m.pushes, record.mine?.pushes, record.pushes, record.fewestPushes)),
      ),
      h("p", { class: "hint", text: more }),
    );
  }

  mark(): void {
    const { game } = this;
    const cells: NonNullable<Marks["cells"]> = [];
    const frames: NonNullable<Marks["frames"]> = [];
    if (this.show.rooms) rooms(game).forEach((room, cell) => room >= 0 && cells.push({ cell, kind: `room${room % 4}` }));
    if (this.show.reach) for (const cell of walks(game, this.session.at).keys()) cells.push({ cell, kind: "reach" });
    if (this.show.dead) for (const [x, y] of this.adviser.deadSquares) cells.push({ cell: y * game.width + x, kind: "dead" });
    const { lost } = this.adviser;
    if (lost) {
      for (const [x, y] of lost.marks) cells.push({ cell: y * game.width + x, kind: "lost" });
      for (const [x, y] of lost.boxes) frames.push({ x, y, kind: "lost" });
    }
    const thing = game.things(this.session.at).find((t) => t.id === this.hands.selected);
    if (thing) frames.push({ x: thing.x, y: thing.y, w: thing.w, h: thing.h, kind: "selected" });
    this.board.mark({ cells, frames, arrow: this.arrow });
    this.warning.hidden = !lost;
    if (lost && this.warning.dataset["words"] !== lost.words) {
      this.warning.dataset["words"] = lost.words;
      this.warning.replaceChildren(h("p", {}, h("strong", { text: "This can no longer be solved. " }), lost.words), button("Back to the last good position", () => void this.back()));
    }
    if (!lost) this.warning.dataset["words"] = "";
  }

  private celebrate(): void {
    const { moves, pushes } = this.session.measures;
    solvedByPlayer(this.place.level, moves, pushes, this.session.moves);
    this.refresh();
    const next = this.place.after;
    this.cheer.replaceChildren(h("p", {}, h("strong", { text: "Solved! " }), `${many(moves, "move")}, ${this.game.name === "kwirk" ? many(pushes, "interaction") : many(pushes, "push", "pushes")}.`), next ? h("a", { href: next, class: "button primary" }, "Next level") : "");
    this.cheer.hidden = false;
    announce(`Solved in ${many(moves, "move")}`);
  }

  // What the server knows.

  private async inspect(): Promise<void> {
    if ((await this.adviser.inspect()) && !this.watch) this.mark();
  }

  private async back(): Promise<void> {
    this.go(await this.adviser.lastGood());
    announce("Back at the last good position");
    this.stage.focus({ preventScroll: true });
  }

  hint(): void {
    if (this.watch || this.session.isSolved || this.hintButton.disabled) return;
    const at = this.session.at;
    this.hintButton.disabled = true;
    this.hintButton.textContent = "Thinking…";
    const show = (plan: string | null) => {
      if (this.session.at !== at || this.watch) return;
      if (plan) this.point(plan);
      else {
        this.mark();
        announce(this.adviser.lost ? "This can no longer be solved" : "No hint was found in time");
      }
    };
    const failed = (error: Error) => announce(error.message);
    void this.adviser.plan().then(show, failed).finally(() => {
      this.hintButton.disabled = false;
      this.hintButton.textContent = "Hint";
    });
  }

  /** Shows the first push of a plan as an arrow. */
  private point(plan: string): void {
    let at = this.session.at;
    let who = "";
    for (const letter of plan.toLowerCase()) {
      const player = this.game.player(at);
      const { to, what } = this.game.press(at, letter as Key);
      if (what === "switch") who = `character ${(this.game.things(to).find((t) => t.on)?.n ?? 0) + 1}: `;
      if (isPush(what) || what === "exit") {
        const step = STEPS[letter as "l"];
        this.arrow = { x: (player % this.game.width) + step[0], y: Math.floor(player / this.game.width) + step[1], step };
        announce(`Hint: ${who}${what === "exit" ? "leave" : what === "turn" ? "turn" : "push"} ${SIDES[letter]} at column ${this.arrow.x + 1}, row ${this.arrow.y + 1}`);
        this.mark();
        return;
      }
      at = to;
    }
  }

  // Watching.

  private startWatching(solution: string): void {
    this.watch?.stop();
    this.warning.hidden = true;
    this.cheer.hidden = true;
    this.watch = new Watch(this.board, this.game, solution, (moves) => {
      this.watch = null;
      this.bar.replaceChildren();
      if (moves !== null) {
        this.session.go(0);
        for (const letter of moves.toLowerCase()) this.session.press(letter as Key);
      }
      this.refresh();
      void this.inspect();
      this.stage.focus({ preventScroll: true });
    });
    this.refresh();
    this.bar.replaceChildren(this.watch.element);
    this.watch.element.querySelector("button")!.focus({ preventScroll: true });
    this.bar.scrollIntoView({ block: "nearest" });
    this.watch.play();
  }
}
