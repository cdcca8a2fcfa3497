// The rules of Sokoban.

import { type Game, type Ground, type Key, type Pressed, STEPS, type Thing, inRows, neighbour } from "./game";

export interface SokobanPosition {
  player: number;
  boxes: readonly number[];
}

export class Sokoban implements Game<SokobanPosition> {
  readonly name = "sokoban";
  readonly width: number;
  readonly height: number;
  readonly ground: Ground[] = [];
  readonly start: SokobanPosition;

  constructor(rows: readonly string[]) {
    this.width = Math.max(1, ...rows.map((row) => row.length));
    this.height = Math.max(1, rows.length);
    const boxes: number[] = [];
    let player = -1;
    for (let cell = 0; cell < this.width * this.height; cell++) {
      const glyph = rows[Math.floor(cell / this.width)]?.[cell % this.width] ?? " ";
      this.ground.push(glyph === "#" ? "wall" : ".*+".includes(glyph) ? "goal" : "outside");
      if ("$*".includes(glyph)) boxes.push(cell);
      if ("@+".includes(glyph) && player < 0) player = cell;
    }
    this.start = { player, boxes };
    this.markFloor();
  }

  /** What the player could ever walk on is floor; of the rest only what something stands on. */
  private markFloor(): void {
    const seen = new Set<number>(this.start.player >= 0 ? [this.start.player] : []);
    for (const cell of seen) {
      for (const step of Object.values(STEPS)) {
        const next = neighbour(this.width, this.height, cell, step);
        if (next >= 0 && this.ground[next] !== "wall") seen.add(next);
      }
    }
    for (const cell of [...seen, ...this.start.boxes]) if (this.ground[cell] === "outside") this.ground[cell] = "floor";
  }

  press(from: SokobanPosition, key: Key): Pressed<SokobanPosition> {
    const blocked: Pressed<SokobanPosition> = { to: from, what: "blocked" };
    if (key === "s" || from.player < 0) return blocked;
    const ahead = neighbour(this.width, this.height, from.player, STEPS[key]);
    if (ahead < 0 || this.ground[ahead] === "wall") return blocked;
    const box = from.boxes.indexOf(ahead);
    if (box < 0) return { to: { player: ahead, boxes: from.boxes }, what: "walk" };
    const beyond = neighbour(this.width, this.height, ahead, STEPS[key]);
    if (beyond < 0 || this.ground[beyond] === "wall" || from.boxes.includes(beyond)) return blocked;
    return { to: { player: ahead, boxes: from.boxes.with(box, beyond) }, what: "push", moved: `box${box}` };
  }

  isSolved(at: SokobanPosition): boolean {
    return at.boxes.length > 0 && at.boxes.every((box) => this.ground[box] === "goal");
  }

  things(at: SokobanPosition): Thing[] {
    const thing = (id: string, kind: Thing["kind"], cell: number, on: boolean): Thing => {
      return { id, kind, x: cell % this.width, y: Math.floor(cell / this.width), w: 1, h: 1, on, n: 0 };
    };
    const boxes = at.boxes.map((cell, i) => thing(`box${i}`, "box", cell, this.ground[cell] === "goal"));
    return at.player < 0 ? boxes : [...boxes, thing("player", "player", at.player, this.ground[at.player] === "goal")];
  }

  player(at: SokobanPosition): number {
    return at.player;
  }

  isFree(at: SokobanPosition, cell: number): boolean {
    return this.ground[cell] !== "wall" && this.ground[cell] !== "outside" && !at.boxes.includes(cell);
  }

  text(at: SokobanPosition): string {
    const glyph = (ground: Ground, cell: number) => {
      const goal = ground === "goal";
      if (ground === "wall") return "#";
      if (at.boxes.includes(cell)) return goal ? "*" : "$";
      if (at.player === cell) return goal ? "+" : "@";
      return goal ? "." : " ";
    };
    return inRows(this.ground.map(glyph), this.width);
  }
}
