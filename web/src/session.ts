// A game being played: where it is, how it came there, what was undone.

import { type Game, type Key, type What, isPush } from "./games";

interface Moment {
  key: Key;
  at: unknown;
  what: What;
  moved: string | undefined;
}

/** The six measures of a game so far. */
export interface Measures {
  moves: number;
  pushes: number;
  lines: number;
  changes: number;
  sessions: number;
  runs: number;
}

export class Session {
  private moments: Moment[] = [];
  private done = 0;

  constructor(readonly game: Game) {}

  get at(): unknown {
    return this.done === 0 ? this.game.start : this.moments[this.done - 1]!.at;
  }

  get length(): number {
    return this.done;
  }

  get total(): number {
    return this.moments.length;
  }

  get isSolved(): boolean {
    return this.game.isSolved(this.at);
  }

  /** The moves so far, upper case where they push. */
  get moves(): string {
    return this.moments.slice(0, this.done).map((m) => (isPush(m.what) ? m.key.toUpperCase() : m.key)).join("");
  }

  press(key: Key): What {
    const { to, what, moved } = this.game.press(this.at, key);
    if (what !== "blocked") {
      this.moments.length = this.done;
      this.moments.push({ key, at: to, what, moved });
      this.done++;
    }
    return what;
  }

  /** Goes to a moment, 0 being the start; what comes after is kept until another move is made. */
  go(moment: number): void {
    this.done = Math.max(0, Math.min(this.moments.length, moment));
  }

  /** The moment of the last change that walking cannot undo; whether a position is lost is decided there. */
  get decided(): number {
    let moment = this.done;
    while (moment > 0 && !this.decidedAt(moment)) moment--;
    return moment;
  }

  /** Whether something but walking and switching led to a moment. */
  decidedAt(moment: number): boolean {
    const what = this.moments[moment - 1]?.what;
    return what !== undefined && (isPush(what) || what === "exit");
  }

  positionAt(moment: number): unknown {
    return moment <= 0 ? this.game.start : this.moments[moment - 1]!.at;
  }

  get measures(): Measures {
    const m: Measures = { moves: 0, pushes: 0, lines: 0, changes: 0, sessions: 0, runs: 0 };
    let last: Moment | undefined;
    let lastPushed: string | undefined;
    for (const moment of this.moments.slice(0, this.done)) {
      m.moves++;
      if (last?.key !== moment.key) m.runs++;
      if (isPush(moment.what)) {
        const another = moment.moved !== lastPushed;
        const begins = !last || !isPush(last.what);
        m.pushes++;
        if (another) m.changes++;
        if (begins) m.sessions++;
        if (another || begins || last?.key !== moment.key) m.lines++;
        lastPushed = moment.moved;
      }
      last = moment;
    }
    return m;
  }
}
