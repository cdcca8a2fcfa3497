// The panel that solves a level and shows how the search is going.

import * as api from "../api";
import { Board } from "../board";
import { announce, button, bytes, count, h, many, seconds } from "../dom";
import { type Game, type Key, type LevelData, textOf } from "../games";
import { Session } from "../session";
import { solvedBySearch } from "../store";

const OBJECTIVES: Record<string, string> = {
  any: "any solution",
  pushes: "fewest pushes",
  moves: "fewest moves",
  "pushes-moves": "fewest pushes, then moves",
  "moves-pushes": "fewest moves, then pushes",
};

/** What came of a search, in words. */
export function outcome(report: api.Report): string {
  const took = `${seconds(report.seconds)}, ${count(report.expanded)} positions`;
  const by = report.strategy ? ` by ${report.strategy}` : "";
  switch (report.status) {
    case "solved": {
      const best = report.optimal ? ` Proven: ${OBJECTIVES[report.optimal]}.` : report.lower_bound && report.stopped_by ? ` At least ${report.lower_bound} are needed.` : "";
      return `Solved in ${many(report.pushes, "push", "pushes")} and ${many(report.moves, "move")}${by} (${took}).${best}`;
    }
    case "unsolvable":
      return `Proven: this cannot be solved (${took}).`;
    case "stopped":
      return report.stopped_by === "cancelled" ? "Cancelled." : `Stopped by the limit on ${report.stopped_by} (${took}).`;
    default:
      return report.error ?? report.status;
  }
}

export function solving(level: LevelData, game: Game, watch: (solution: string) => void, solved: () => void): HTMLElement {
  const objective = h("select", { id: "objective" }, ...Object.entries(OBJECTIVES).map(([value, text]) => h("option", { value }, text)));
  const strategy = h("select", { id: "strategy" }, h("option", { value: "auto" }, "auto"));
  const about = h("p", { class: "hint" });
  const time = h("select", { id: "time" }, ...[10, 30, 60].map((t) => h("option", { value: t, selected: t === 30 }, `${t} seconds`)));
  let offered: api.Strategy[] = [];
  const choose = () => {
    const fitting = offered.filter((one) => one.objectives.includes(objective.value));
    const before = strategy.value;
    strategy.replaceChildren(...fitting.map((one) => h("option", { value: one.name }, one.name)));
    if (fitting.some((one) => one.name === before)) strategy.value = before;
    about.textContent = offered.find((one) => one.name === strategy.value)?.summary ?? "";
  };
  objective.addEventListener("change", choose);
  strategy.addEventListener("change", choose);
  void api.strategies().then((all) => {
    offered = all[game.name];
    choose();
  });

  const state = h("p", { class: "state", role: "status" });
  const facts = h("dl", { class: "facts" });
  const preview = h("div", { class: "preview" });
  const actions = h("div", { class: "row" });
  let running: AbortController | null = null;

  const progress = (() => {
    let board: Board | null = null;
    return (now: api.Progress) => {
      const rows: [string, string][] = [
        ["Time", seconds(now.seconds)],
        ["Positions", count(now.expanded)],
        ["Depth", String(now.depth)],
        ["Memory", bytes(now.bytes)],
        ["Leader", now.leader ?? strategy.value],
      ];
      facts.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })]));
      if (!now.glimpse) return;
      const session = new Session(game);
      for (const letter of now.glimpse.toLowerCase()) session.press(letter as Key);
      board ??= new Board(game, "The most promising position so far");
      board.show(session.at);
      if (preview.firstChild !== board.element) preview.replaceChildren(board.element, h("p", { class: "hint", text: "The most promising position so far" }));
    };
  })();

  const start = async () => {
    running = new AbortController();
    startButton.hidden = true;
    cancelButton.hidden = false;
    cancelButton.focus();
    facts.replaceChildren();
    preview.replaceChildren();
    actions.replaceChildren();
    state.textContent = "Searching…";
    const search = { objective: objective.value, strategy: strategy.value, time: Number(time.value) };
    try {
      const queued = (position: number) => (state.textContent = `Waiting: ${position} before this one`);
      const report = await api.solve({ text: textOf(level) }, search, { queued, progress: (now) => ((state.textContent = "Searching…"), progress(now)) }, running.signal);
      state.textContent = outcome(report);
      preview.replaceChildren();
      if (report.solution !== null) {
        solvedBySearch(level, report);
        solved();
        const solution = report.solution;
        actions.replaceChildren(button("Watch", () => watch(solution), { class: "primary" }));
      }
      announce(state.textContent);
    } catch (error) {
      state.textContent = running.signal.aborted ? "Cancelled." : (error as Error).message;
    }
    running = null;
    startButton.hidden = false;
    cancelButton.hidden = true;
    (actions.querySelector("button") ?? startButton).focus();
  };
  const startButton = button("Solve", () => void start(), { class: "primary" });
  const cancelButton = button("Cancel", () => running?.abort(), { hidden: true });
  const panel = h(
    "div",
    { class: "solving" },
    h("div", { class: "fields" }, h("label", { for: "objective" }, "Find"), objective, h("label", { for: "strategy" }, "Strategy"), strategy, h("label", { for: "time" }, "At most"), time),
    about,
    h("div", { class: "row" }, startButton, cancelButton),
    state,
    facts,
    preview,
    actions,
  );
  // Whoever goes elsewhere in the page does not wait for the search any more.
  panel.addEventListener("leave", () => running?.abort());
  return panel;
}
