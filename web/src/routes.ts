// Ways: where one can walk, and how a thing is pushed somewhere.

import { DIRECTIONS, type Game, type Key, STEPS, isPush, neighbour } from "./games";

/** All cells the one who moves can walk to, with the keys that lead there. */
export function walks(game: Game, at: unknown): Map<number, string> {
  const from = game.player(at);
  const ways = new Map<number, string>([[from, ""]]);
  if (from < 0) return new Map();
  for (const [cell, way] of ways) {
    for (const key of DIRECTIONS) {
      const next = neighbour(game.width, game.height, cell, STEPS[key]);
      // Nobody walks on from the exit.
      if (next >= 0 && !ways.has(next) && game.ground[cell] !== "exit" && game.isFree(at, next)) ways.set(next, way + key);
    }
  }
  return ways;
}

/** The most positions looked at for a way to push something. */
const MOST = 60_000;

/** The shortest way to bring a thing to a place by pushing it and nothing else; null if there is none. */
export function pushWay(game: Game, at: unknown, id: string, x: number, y: number): string | null {
  const place = (position: unknown) => game.things(position).find((thing) => thing.id === id);
  const key = (position: unknown) => {
    const thing = place(position);
    return `${game.player(position)},${thing?.x},${thing?.y}`;
  };
  const queue: { at: unknown; way: string }[] = [{ at, way: "" }];
  const seen = new Set([key(at)]);
  for (let i = 0; i < queue.length && i < MOST; i++) {
    const { at: here, way } = queue[i]!;
    for (const press of DIRECTIONS) {
      const { to, what, moved } = game.press(here, press as Key);
      if (what === "blocked" || what === "exit" || what === "turn") continue;
      if (isPush(what) && moved !== id) continue;
      const thing = place(to);
      if (isPush(what) && (!thing || (thing.x === x && thing.y === y))) return thing ? way + press : null;
      const name = key(to);
      if (!seen.has(name)) {
        seen.add(name);
        queue.push({ at: to, way: way + press });
      }
    }
  }
  return null;
}

/** Rooms: pieces of the floor without the doorways between them. */
export function rooms(game: Game): number[] {
  const isFloor = (cell: number) => cell >= 0 && game.ground[cell] !== "wall" && game.ground[cell] !== "outside";
  const side = (cell: number, key: (typeof DIRECTIONS)[number]) => isFloor(neighbour(game.width, game.height, cell, STEPS[key]));
  const isDoor = (cell: number) => (!side(cell, "l") && !side(cell, "r")) || (!side(cell, "u") && !side(cell, "d"));
  const room = game.ground.map(() => -1);
  let next = 0;
  for (let first = 0; first < room.length; first++) {
    if (!isFloor(first) || isDoor(first) || room[first]! >= 0) continue;
    const piece = new Set([first]);
    for (const cell of piece) {
      room[cell] = next;
      for (const step of Object.values(STEPS)) {
        const to = neighbour(game.width, game.height, cell, step);
        if (isFloor(to) && !isDoor(to)) piece.add(to);
      }
    }
    next++;
  }
  return room;
}
