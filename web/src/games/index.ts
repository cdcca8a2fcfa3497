// A game for a level of either kind.

import type { Game, LevelData } from "./game";
import { Kwirk } from "./kwirk";
import { Sokoban } from "./sokoban";

export * from "./game";

export function gameOf(level: Pick<LevelData, "game" | "rows" | "under">): Game {
  return (level.game === "kwirk" ? new Kwirk(level.rows, level.under) : new Sokoban(level.rows)) as Game;
}

/** The text of a level, as the server reads it. */
export function textOf(level: Pick<LevelData, "rows" | "under">): string {
  return [...level.rows, ...(level.under ? ["@under", ...level.under] : []), ""].join("\n");
}
