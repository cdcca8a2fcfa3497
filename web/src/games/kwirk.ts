// The rules of Kwirk.

import { type Game, type Ground, type Key, type Pressed, STEPS, type Thing, type XY, inRows, neighbour } from "./game";

interface Block {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface KwirkPosition {
  /** By number; null once it has filled a hole. */
  blocks: readonly (Block | null)[];
  /** Arms as bits, clockwise from up. */
  arms: readonly number[];
  /** Cells with open holes. */
  holes: ReadonlySet<number>;
  /** Cells, -1 for those who are not here. */
  characters: readonly number[];
  active: number;
}

interface Ignored {
  block?: number;
  turnstile?: number;
  character?: number;
}

const AROUND: readonly XY[] = [STEPS.u, STEPS.r, STEPS.d, STEPS.l];
const ARM_GLYPHS = "^>`<";
const INDEX = { u: 0, r: 1, d: 2, l: 3 } as const;

export class Kwirk implements Game<KwirkPosition> {
  readonly name = "kwirk";
  readonly width: number;
  readonly height: number;
  readonly ground: Ground[];
  readonly start: KwirkPosition;
  /** Cells of the turnstiles' middles. */
  private readonly pivots: number[];

  constructor(rows: readonly string[], under: readonly string[] | null) {
    this.width = Math.max(1, ...rows.map((row) => row.length));
    this.height = Math.max(1, rows.length);
    const glyphOf = (lines: readonly string[], cell: number) => lines[Math.floor(cell / this.width)]?.[cell % this.width];
    const cells = Array.from({ length: this.width * this.height }, (_, cell) => cell);
    const glyph = (cell: number) => glyphOf(rows, cell) ?? "#";
    this.ground = cells.map((cell) => (glyph(cell) === "#" ? "wall" : glyph(cell) === "%" ? "exit" : "floor"));
    const holes = new Set(cells.filter((cell) => glyph(cell) === "O" || (under && glyphOf(under, cell) === "O")));
    const characters = ["1", "2", "3", "4"].map((n) => cells.find((cell) => glyph(cell) === n) ?? -1);
    this.pivots = cells.filter((cell) => glyph(cell) === "*");
    const arms = this.pivots.map((pivot) => {
      const has = (d: number) => glyph(this.step(pivot, d)) === ARM_GLYPHS[d] && this.step(pivot, d) >= 0;
      return [0, 1, 2, 3].reduce((bits, d) => (has(d) ? bits | (1 << d) : bits), 0);
    });
    const blocks = components(cells, this.width, this.height, glyph);
    this.start = { blocks, arms, holes, characters, active: characters.findIndex((cell) => cell >= 0) };
  }

  private step(cell: number, direction: number): number {
    return neighbour(this.width, this.height, cell, AROUND[direction & 3]!);
  }

  private cells(block: Block): number[] {
    const cells: number[] = [];
    for (let y = block.y; y < block.y + block.h; y++) {
      for (let x = block.x; x < block.x + block.w; x++) {
        cells.push(x < 0 || y < 0 || x >= this.width || y >= this.height ? -1 : y * this.width + x);
      }
    }
    return cells;
  }

  private blockAt(at: KwirkPosition, cell: number): number {
    const [x, y] = [cell % this.width, Math.floor(cell / this.width)];
    return at.blocks.findIndex((b) => b !== null && x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h);
  }

  /** The turnstile with an arm there, and where the arm points. */
  private armAt(at: KwirkPosition, cell: number): [number, number] | null {
    for (const [turnstile, pivot] of this.pivots.entries()) {
      for (let d = 0; d < 4; d++) if ((at.arms[turnstile]! >> d) & 1 && this.step(pivot, d) === cell) return [turnstile, d];
    }
    return null;
  }

  private isClear(at: KwirkPosition, cell: number, ignored: Ignored): boolean {
    if (cell < 0 || this.ground[cell] !== "floor" || this.pivots.includes(cell)) return false;
    const arm = this.armAt(at, cell);
    if (arm && arm[0] !== ignored.turnstile) return false;
    const block = this.blockAt(at, cell);
    if (block >= 0 && block !== ignored.block) return false;
    const character = at.characters.indexOf(cell);
    return character < 0 || character === ignored.character;
  }

  /** The next who is here, in the order of their numbers. */
  private after(characters: readonly number[], me: number): number {
    for (let i = 1; i <= 4; i++) if (characters[(me + i) % 4]! >= 0) return (me + i) % 4;
    return -1;
  }

  press(from: KwirkPosition, key: Key): Pressed<KwirkPosition> {
    const blocked: Pressed<KwirkPosition> = { to: from, what: "blocked" };
    const me = from.active;
    if (me < 0) return blocked;
    if (key === "s") {
      const next = this.after(from.characters, me);
      return next === me ? blocked : { to: { ...from, active: next }, what: "switch" };
    }
    const next = this.step(from.characters[me]!, INDEX[key]);
    if (next < 0) return blocked;
    if (this.ground[next] === "exit") {
      const characters = from.characters.with(me, -1);
      return { to: { ...from, characters, active: this.after(characters, me) }, what: "exit" };
    }
    if (from.holes.has(next)) return blocked;
    const block = this.blockAt(from, next);
    if (block >= 0) return this.push(from, key, next, block) ?? blocked;
    const arm = this.armAt(from, next);
    if (arm) return this.turn(from, key, next, arm) ?? blocked;
    if (!this.isClear(from, next, {})) return blocked;
    return { to: { ...from, characters: from.characters.with(me, next) }, what: "walk" };
  }

  private push(from: KwirkPosition, key: "l" | "u" | "r" | "d", next: number, block: number): Pressed<KwirkPosition> | null {
    const old = from.blocks[block]!;
    const pushed = { ...old, x: old.x + STEPS[key][0], y: old.y + STEPS[key][1] };
    const cells = this.cells(pushed);
    if (!cells.every((cell) => this.isClear(from, cell, { block }))) return null;
    const characters = from.characters.with(from.active, next);
    const moved = `block${block}`;
    if (!cells.every((cell) => from.holes.has(cell))) {
      return { to: { ...from, characters, blocks: from.blocks.with(block, pushed) }, what: "push", moved };
    }
    const holes = new Set([...from.holes].filter((hole) => !cells.includes(hole)));
    return { to: { ...from, characters, holes, blocks: from.blocks.with(block, null) }, what: "fill", moved };
  }

  private turn(from: KwirkPosition, key: "l" | "u" | "r" | "d", next: number, [turnstile, points]: [number, number]): Pressed<KwirkPosition> | null {
    const right = INDEX[key] === (points + 1) % 4;
    if (!right && INDEX[key] !== (points + 3) % 4) return null; // along the arm
    const arms = from.arms[turnstile]!;
    for (let d = 0; d < 4; d++) {
      if (!((arms >> d) & 1)) continue;
      const landing = this.step(this.pivots[turnstile]!, d + (right ? 1 : 3));
      const corner = landing < 0 ? -1 : this.step(landing, d);
      if (!this.isClear(from, corner, { character: from.active }) || !this.isClear(from, landing, { turnstile })) return null;
    }
    const turned = (right ? (arms << 1) | (arms >> 3) : (arms >> 1) | (arms << 3)) & 15;
    // An arm that comes round into the cell he pushed carries him on, which must not be into a hole.
    const stand = (turned >> points) & 1 ? neighbour(this.width, this.height, next, STEPS[key]) : next;
    if (stand < 0 || (stand !== next && from.holes.has(stand))) return null;
    const to = { ...from, arms: from.arms.with(turnstile, turned), characters: from.characters.with(from.active, stand) };
    return { to, what: "turn", moved: `turnstile${turnstile}` };
  }

  isSolved(at: KwirkPosition): boolean {
    return at.characters.every((cell) => cell < 0) && this.start.characters.some((cell) => cell >= 0);
  }

  things(at: KwirkPosition): Thing[] {
    const one = (cell: number) => ({ x: cell % this.width, y: Math.floor(cell / this.width), w: 1, h: 1 });
    const things: Thing[] = [];
    for (const cell of at.holes) things.push({ id: `hole${cell}`, kind: "hole", ...one(cell), on: false, n: 0 });
    at.blocks.forEach((block, i) => block && things.push({ id: `block${i}`, kind: "block", ...block, on: false, n: 0 }));
    this.pivots.forEach((pivot, i) => things.push({ id: `turnstile${i}`, kind: "turnstile", ...one(pivot), on: false, n: at.arms[i]! }));
    const several = this.start.characters.filter((cell) => cell >= 0).length > 1;
    at.characters.forEach((cell, i) => {
      if (cell >= 0) things.push({ id: `character${i}`, kind: "character", ...one(cell), on: several && at.active === i, n: i });
    });
    return things;
  }

  player(at: KwirkPosition): number {
    return at.active < 0 ? -1 : at.characters[at.active]!;
  }

  isFree(at: KwirkPosition, cell: number): boolean {
    return this.ground[cell] === "exit" || (this.isClear(at, cell, {}) && !at.holes.has(cell));
  }

  text(at: KwirkPosition): string {
    const map: string[] = this.ground.map((g, cell) => (g === "wall" ? "#" : g === "exit" ? "%" : at.holes.has(cell) ? "O" : " "));
    const covered = new Set<number>();
    const put = (cell: number, glyph: string) => {
      if (at.holes.has(cell)) covered.add(cell);
      map[cell] = glyph;
    };
    const letters = this.letters(at);
    at.blocks.forEach((block, i) => block && this.cells(block).forEach((cell) => put(cell, letters[i]!)));
    this.pivots.forEach((pivot, i) => {
      put(pivot, "*");
      for (let d = 0; d < 4; d++) if ((at.arms[i]! >> d) & 1) put(this.step(pivot, d), ARM_GLYPHS[d]!);
    });
    // A level begins with the lowest number, so the numbers are turned until that is the active one.
    const present = [0, 1, 2, 3].map((i) => (Math.max(0, at.active) + i) % 4).filter((i) => at.characters[i]! >= 0);
    present.forEach((character, i) => put(at.characters[character]!, String(i + 1)));
    const under = covered.size ? "@under\n" + inRows(map.map((_, cell) => (covered.has(cell) ? "O" : ".")), this.width) : "";
    return inRows(map, this.width) + under;
  }

  /** Letters, different for blocks that touch. */
  private letters(at: KwirkPosition): string[] {
    const letters: string[] = [];
    const touch = (a: Block, b: Block) => a.x <= b.x + b.w && b.x <= a.x + a.w && a.y <= b.y + b.h && b.y <= a.y + a.h;
    for (const block of at.blocks) {
      const near = letters.filter((_, j) => block && at.blocks[j] && touch(block, at.blocks[j]!));
      letters.push([..."abcdefghijklmnpqrstuvwxyz"].find((letter) => !near.includes(letter))!);
    }
    return letters;
  }
}

/** Blocks: cells with the same letter that touch, as the rectangles around them. */
function components(cells: number[], width: number, height: number, glyph: (cell: number) => string): Block[] {
  const blocks: Block[] = [];
  const taken = new Set<number>();
  for (const first of cells) {
    if (!/[a-zA-NP-Z]/.test(glyph(first)) || taken.has(first)) continue;
    const piece = new Set([first]);
    for (const cell of piece) {
      for (const step of AROUND) {
        const next = neighbour(width, height, cell, step);
        if (next >= 0 && glyph(next) === glyph(first)) piece.add(next);
      }
    }
    piece.forEach((cell) => taken.add(cell));
    const xs = [...piece].map((cell) => cell % width);
    const ys = [...piece].map((cell) => Math.floor(cell / width));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    blocks.push({ x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 });
  }
  return blocks;
}
