// What the browser keeps: which levels are solved, the best that is known of them, imported files.

import type { Collection, Report } from "./api";
import { type LevelData, textOf } from "./games";

export interface Known {
  /** The best of the player. */
  mine?: { moves: number; pushes: number };
  /** The best of anybody. */
  pushes?: number;
  moves?: number;
  /** What is proven to be the least. */
  fewestPushes?: number;
  fewestMoves?: number;
  /** A solution to show or to draw. */
  solution?: string;
}

const LEVELS = "boxwright.levels";
const FILES = "boxwright.files";

/** A short name for a board. */
export function nameOf(level: LevelData): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of `${level.game}\n${textOf(level)}`) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n);
  return hash.toString(36);
}

function load<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A full or forbidden store must not keep anybody from playing. */
function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* it is only kept while the page is open */
  }
}

const levels = load<Record<string, Known>>(LEVELS, {});

/** What is known of a level: what was found here, and what came with it. */
export function known(level: LevelData): Known {
  const here = levels[nameOf(level)] ?? {};
  if (!level.best) return here;
  const { pushes, moves, solution } = level.best;
  return {
    ...here,
    pushes: Math.min(here.pushes ?? Infinity, pushes.count),
    moves: Math.min(here.moves ?? Infinity, moves.count),
    ...(pushes.proven ? { fewestPushes: pushes.count } : {}),
    ...(moves.proven ? { fewestMoves: moves.count } : {}),
    solution: here.solution ?? solution,
  };
}

function change(level: LevelData, edit: (known: Known) => void): void {
  const entry = (levels[nameOf(level)] ??= {});
  edit(entry);
  save(LEVELS, levels);
}

/** The player has solved a level. */
export function solvedByPlayer(level: LevelData, moves: number, pushes: number, solution: string): void {
  change(level, (entry) => {
    const better = !entry.mine || pushes < entry.mine.pushes || (pushes === entry.mine.pushes && moves < entry.mine.moves);
    if (better) entry.mine = { moves, pushes };
    best(entry, moves, pushes, solution);
  });
}

/** A search has solved a level. */
export function solvedBySearch(level: LevelData, report: Report): void {
  const { moves, pushes, solution, optimal } = report;
  if (moves === null || pushes === null || solution === null) return;
  change(level, (entry) => {
    best(entry, moves, pushes, solution);
    if (optimal === "pushes" || optimal === "pushes-moves") entry.fewestPushes = pushes;
    if (optimal === "moves" || optimal === "moves-pushes") entry.fewestMoves = moves;
  });
}

function best(entry: Known, moves: number, pushes: number, solution: string): void {
  if (entry.pushes === undefined || pushes <= entry.pushes) entry.solution = solution;
  entry.pushes = Math.min(entry.pushes ?? Infinity, pushes);
  entry.moves = Math.min(entry.moves ?? Infinity, moves);
}

const files = load<Collection[]>(FILES, []);

export function imported(): readonly Collection[] {
  return files;
}

/** Adds a file; one of the same name is replaced. */
export function addFile(file: Collection): void {
  const at = files.findIndex((known) => known.name === file.name);
  if (at >= 0) files[at] = file;
  else files.push(file);
  save(FILES, files);
}

export function removeFile(name: string): void {
  files.splice(0, files.length, ...files.filter((file) => file.name !== name));
  save(FILES, files);
}
