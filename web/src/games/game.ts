// What both games are to the page: a level, positions that never change, and presses that lead from one to the next.

export type GameName = "sokoban" | "kwirk";
export type Key = "l" | "u" | "r" | "d" | "s";
export type What = "blocked" | "walk" | "push" | "fill" | "turn" | "exit" | "switch";
export type XY = readonly [number, number];

/** A level as the server reads it. */
export interface LevelData {
  game: GameName;
  title: string | null;
  author: string | null;
  comment: string | null;
  rows: string[];
  under: string[] | null;
  things: number;
  line: number;
  faults: { line: number; column: number; message: string }[];
  solutions: string[];
  /** The best known of a built-in level. */
  best?: { pushes: Count; moves: Count; solution: string } | null;
}

export interface Count {
  count: number;
  proven: boolean;
}

/** Something on the board. Its id stays the same while it moves. */
export interface Thing {
  id: string;
  kind: "box" | "player" | "block" | "turnstile" | "character" | "hole";
  x: number;
  y: number;
  w: number;
  h: number;
  /** A box or the player on a goal; the active character. */
  on: boolean;
  /** The index of a character; the arms of a turnstile as bits, clockwise from up. */
  n: number;
}

/** What does not move. */
export type Ground = "outside" | "floor" | "wall" | "goal" | "exit";

export interface Pressed<P> {
  to: P;
  what: What;
  /** What was pushed or turned. */
  moved?: string;
}

/** A game with a level in it. */
export interface Game<P = unknown> {
  readonly name: GameName;
  readonly width: number;
  readonly height: number;
  readonly ground: readonly Ground[];
  readonly start: P;
  press(from: P, key: Key): Pressed<P>;
  isSolved(at: P): boolean;
  things(at: P): Thing[];
  /** The cell of whoever moves next; -1 if nobody is left. */
  player(at: P): number;
  /** The text of a level that begins with this position. */
  text(at: P): string;
  /** Whether somebody could walk onto a cell. */
  isFree(at: P, cell: number): boolean;
}

export const STEPS: Record<"l" | "u" | "r" | "d", XY> = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };
export const DIRECTIONS = ["u", "r", "d", "l"] as const;

/** The neighbour of a cell; -1 beyond the edge. */
export function neighbour(width: number, height: number, cell: number, [dx, dy]: XY): number {
  const [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
}

/** Whether a step counts as a push: in Kwirk, every interaction. */
export function isPush(what: What): boolean {
  return what === "push" || what === "fill" || what === "turn";
}

/** The cells of a board in rows. */
export function inRows(cells: readonly string[], width: number): string {
  const rows: string[] = [];
  for (let i = 0; i < cells.length; i += width) rows.push(cells.slice(i, i + width).join("") + "\n");
  return rows.join("");
}
