// Watching a solution: play, pause, step, speed, scrub.

import type { Board } from "../board";
import { button, h } from "../dom";
import type { Game, Key } from "../games";
import { Session } from "../session";

const SPEEDS: [string, number][] = [
  ["slow", 400],
  ["normal", 160],
  ["fast", 60],
  ["very fast", 15],
];

export class Watch {
  readonly element: HTMLElement;
  private readonly session: Session;
  private readonly slider: HTMLInputElement;
  private readonly toggle: HTMLButtonElement;
  private readonly count = h("span", { class: "count" });
  private timer: number | undefined;
  private pause = 160;

  /** `board` shows the solution until `done`, which gets the moves up to where it was. */
  constructor(
    private readonly board: Board,
    game: Game,
    solution: string,
    done: (moves: string | null) => void,
  ) {
    this.session = new Session(game);
    for (const letter of solution.toLowerCase()) this.session.press(letter as Key);
    const total = this.session.total;
    this.session.go(0);
    this.slider = h("input", { type: "range", min: 0, max: total, value: "0", "aria-label": "Move of the solution", oninput: () => this.go(Number(this.slider.value)) });
    this.toggle = button("Play", () => (this.timer ? this.stop() : this.play()), { class: "primary" });
    const speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => (this.pause = Number(speed.value)) },
      ...SPEEDS.map(([name, pause]) => h("option", { value: pause, selected: pause === this.pause }, name)),
    );
    this.element = h(
      "div",
      { class: "watch", role: "group", "aria-label": "Watch the solution" },
      h(
        "div",
        { class: "row" },
        this.toggle,
        button("◀", () => this.step(-1), { "aria-label": "One move back" }),
        button("▶", () => this.step(1), { "aria-label": "One move forward" }),
        speed,
        this.count,
      ),
      this.slider,
      h(
        "div",
        { class: "row" },
        button("Go on from here", () => this.leave(done, this.session.moves)),
        button("Back to my game", () => this.leave(done, null)),
      ),
    );
    this.show();
  }

  private leave(done: (moves: string | null) => void, moves: string | null): void {
    this.stop();
    done(moves);
  }

  play(): void {
    if (this.session.length === this.session.total) this.session.go(0);
    this.toggle.textContent = "Pause";
    const tick = () => {
      this.go(this.session.length + 1);
      this.timer = this.session.length < this.session.total ? window.setTimeout(tick, this.pause) : undefined;
      if (!this.timer) this.stop();
    };
    this.timer = window.setTimeout(tick, this.pause);
    this.show();
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.toggle.textContent = "Play";
  }

  private step(by: number): void {
    this.stop();
    this.go(this.session.length + by);
  }

  private go(moment: number): void {
    this.session.go(moment);
    this.show();
  }

  private show(): void {
    const { length, total } = this.session;
    this.board.show(this.session.at);
    this.board.mark({});
    this.slider.value = String(length);
    this.slider.setAttribute("aria-valuetext", `move ${length} of ${total}`);
    this.count.textContent = `${length} of ${total}${this.session.isSolved ? " · solved" : ""}`;
  }
}
