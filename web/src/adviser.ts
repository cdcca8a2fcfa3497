// What the server knows of a game at hand: whether a position is lost and why, and how it goes on.

import * as api from "./api";
import type { Game, Key } from "./games";
import type { Session } from "./session";

/** How long a hint may be looked for, in seconds. */
const PATIENCE = 15;

export class Adviser {
  private readonly verdicts = new Map<string, api.Inspection>();
  /** What is left of a solution, by position. */
  private readonly plans = new Map<string, string>();
  private inspection: AbortController | null = null;
  private search: AbortController | null = null;

  constructor(
    private readonly game: Game,
    private readonly session: Session,
  ) {}

  /** Nobody waits for an answer any more. */
  leave(): void {
    this.inspection?.abort();
    this.search?.abort();
  }

  /** The position that decides whether the one at hand is lost, as text. */
  private get decided(): string {
    return this.game.text(this.session.positionAt(this.session.decided));
  }

  /** Why the position at hand is lost, if that is known. */
  get lost(): api.Lost | null {
    return this.verdicts.get(this.decided)?.lost ?? null;
  }

  /** Squares that no box may be pushed to. */
  get deadSquares(): readonly [number, number][] {
    return this.verdicts.get(this.game.text(this.game.start))?.dead ?? [];
  }

  /** Looks at the position at hand; whether there is an answer, and it is still at hand. */
  async inspect(): Promise<boolean> {
    const text = this.decided;
    this.inspection?.abort();
    if (!this.verdicts.has(text)) {
      const asked = (this.inspection = new AbortController());
      try {
        this.verdicts.set(text, await api.inspect(text, asked.signal));
      } catch {
        return false; // a newer position is being looked at, or the server is away
      }
    }
    return text === this.decided;
  }

  /** The last moment of the game that is not lost. */
  async lastGood(): Promise<number> {
    for (let moment = this.session.length; moment > 0; moment--) {
      if (!this.session.decidedAt(moment)) continue;
      const text = this.game.text(this.session.positionAt(moment - 1));
      if (!this.verdicts.has(text)) this.verdicts.set(text, await api.inspect(text));
      if (!this.verdicts.get(text)!.lost) return moment - 1;
    }
    return 0;
  }

  /** The moves that solve the position at hand; null if none are known in time. */
  async plan(): Promise<string | null> {
    const [at, text, decided] = [this.session.at, this.game.text(this.session.at), this.decided];
    if (!this.plans.has(text)) {
      this.search?.abort();
      const asked = (this.search = new AbortController());
      const report = await api.solve({ text }, { time: PATIENCE }, {}, asked.signal);
      if (report.solution !== null) this.remember(at, report.solution);
      else if (report.status === "unsolvable") {
        const lost = { kind: "searched", words: "No way is left: everything that can still happen was searched.", boxes: [], marks: [] };
        this.verdicts.set(decided, { ...(this.verdicts.get(decided) ?? { faults: [], dead: [], solved: false, rating: null }), lost });
      }
    }
    return this.plans.get(text) ?? null;
  }

  /** Keeps what is left of a solution for every position along it. */
  private remember(from: unknown, solution: string): void {
    let at = from;
    for (let i = 0; i < solution.length; i++) {
      this.plans.set(this.game.text(at), solution.slice(i));
      at = this.game.press(at, solution[i]!.toLowerCase() as Key).to;
    }
  }
}
