// What hands do at the board: keys, clicks, dragging, swiping.

import type { Board } from "../board";
import { announce } from "../dom";
import { type Game, type Key, STEPS, type Thing } from "../games";
import { pushWay, walks } from "../routes";
import type { Session } from "../session";

/** The game at hand. */
export interface Table {
  readonly game: Game;
  readonly session: Session;
  readonly board: Board;
  /** Whether something else is shown on the board. */
  readonly isWatching: boolean;
  press(key: Key): void;
  go(moment: number): void;
  hint(): void;
  /** The choice of a thing has changed. */
  mark(): void;
}

const ARROWS: Record<string, Key> = { ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d" };

/** A finger that moved farther than this did not tap. */
const SWIPE = 30;

export class Hands {
  /** The box or block that was clicked, to be pushed somewhere. */
  selected: string | null = null;
  private steps: number | undefined;

  constructor(
    stage: HTMLElement,
    private readonly table: Table,
  ) {
    stage.addEventListener("keydown", (event) => this.keydown(event));
    let from: { cell: number; x: number; y: number; thing: string | null } | null = null;
    stage.addEventListener("pointerdown", (event) => {
      const cell = table.board.cellAt(event);
      from = { cell, x: event.clientX, y: event.clientY, thing: this.pushable(cell) };
      if (from.thing) this.select(from.thing);
    });
    stage.addEventListener("pointerup", (event) => {
      if (!from || table.isWatching) return;
      const cell = table.board.cellAt(event);
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      const begun = from;
      from = null;
      if (begun.thing && cell !== begun.cell) this.pushTo(begun.thing, cell, begun.cell);
      else if (!begun.thing && Math.hypot(dx, dy) > SWIPE && event.pointerType !== "mouse") {
        table.press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "r" : "l") : dy > 0 ? "d" : "u");
      } else if (!begun.thing) this.click(cell);
    });
  }

  /** What was begun is not gone on with. */
  rest(): void {
    window.clearTimeout(this.steps);
    this.selected = null;
  }

  private keydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { table } = this;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const arrow = ARROWS[key];
    if (arrow) table.press(arrow);
    else if (key === "u" || key === "z" || key === "Backspace") table.go(table.session.length - 1);
    else if (key === "y") table.go(table.session.length + 1);
    else if (key === "r") table.go(0);
    else if (key === "h") table.hint();
    else if (key === "s" || key === " ") table.press("s");
    else if (/^[1-4]$/.test(key)) this.switchTo(Number(key) - 1);
    else return;
    event.preventDefault();
  }

  private things(): Thing[] {
    return this.table.game.things(this.table.session.at);
  }

  /** The box or block in a cell. */
  private pushable(cell: number): string | null {
    const { width } = this.table.game;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const covers = (t: Thing) => (t.kind === "box" || t.kind === "block") && x >= t.x && x < t.x + t.w && y >= t.y && y < t.y + t.h;
    return this.things().find(covers)?.id ?? null;
  }

  private select(thing: string): void {
    this.selected = this.selected === thing ? null : thing;
    this.table.mark();
  }

  /** A click beside boxes: there goes the chosen box, or a character takes over, or somebody walks there. */
  private click(cell: number): void {
    if (cell < 0) return;
    const { game, session } = this.table;
    const [x, y] = [cell % game.width, Math.floor(cell / game.width)];
    const character = this.things().find((t) => t.kind === "character" && t.x === x && t.y === y && !t.on);
    if (character) return this.switchTo(character.n);
    const chosen = this.things().find((t) => t.id === this.selected);
    if (chosen && this.pushTo(chosen.id, cell, chosen.y * game.width + chosen.x)) return;
    const way = walks(game, session.at).get(cell);
    if (way) return this.run(way);
    // Something that can be pushed or turned right beside whoever moves.
    const player = game.player(session.at);
    const key = (Object.keys(STEPS) as (keyof typeof STEPS)[]).find((k) => player + STEPS[k][0] + STEPS[k][1] * game.width === cell);
    if (key) this.table.press(key);
  }

  private switchTo(character: number): void {
    for (let i = 0; i < 4; i++) {
      const active = this.things().find((t) => t.kind === "character" && t.on);
      if (!active || active.n === character) return;
      this.table.press("s");
    }
  }

  /** Pushes a thing so that what was in one cell is in another; whether there is a way. */
  private pushTo(id: string, cell: number, grabbed: number): boolean {
    const { game, session } = this.table;
    const thing = this.things().find((t) => t.id === id);
    if (!thing || cell < 0) return false;
    const x = thing.x + (cell % game.width) - (grabbed % game.width);
    const y = thing.y + Math.floor(cell / game.width) - Math.floor(grabbed / game.width);
    const way = pushWay(game, session.at, id, x, y);
    this.selected = null;
    if (way) this.run(way);
    else {
      this.table.mark();
      announce("It cannot be pushed there by itself");
    }
    return way !== null;
  }

  /** Plays keys one after the other, so that the eye can follow. */
  private run(way: string): void {
    window.clearTimeout(this.steps);
    const pause = way.length > 30 ? 12 : 45;
    const next = (i: number) => {
      this.table.press(way[i] as Key);
      if (i + 1 < way.length) this.steps = window.setTimeout(() => next(i + 1), pause);
    };
    next(0);
  }
}
