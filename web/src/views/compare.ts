// Strategies side by side on one level, with a plot.

import * as api from "../api";
import { button, bytes, count, h, s, seconds } from "../dom";
import { type Game, type LevelData, textOf } from "../games";
import { solvedBySearch } from "../store";

const FIRST: Record<string, string[]> = { sokoban: ["fess", "astar", "cbfs", "talking-stones"], kwirk: ["guided", "astar", "bfs", "beam"] };

interface Row {
  name: string;
  report: api.Report | null;
  expanded: number;
  elapsed: number;
}

export function comparing(level: LevelData, game: Game, watch: (solution: string) => void, solved: () => void): HTMLElement {
  const choices = h("fieldset", { class: "choices" }, h("legend", { text: "Strategies" }));
  void api.strategies().then((all) => {
    for (const one of all[game.name].filter((strategy) => strategy.name !== "auto")) {
      const box = h("input", { type: "checkbox", value: one.name, checked: FIRST[game.name]!.includes(one.name) });
      choices.append(h("label", { title: one.summary }, box, one.name));
    }
  });
  const table = h("div", { class: "results" });
  const said = h("p", { class: "state", role: "status" });
  let running: AbortController | null = null;

  const run = async () => {
    const names = [...choices.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value);
    if (names.length === 0) {
      said.textContent = "Choose at least one strategy.";
      return;
    }
    const rows: Row[] = names.map((name) => ({ name, report: null, expanded: 0, elapsed: 0 }));
    running = new AbortController();
    start.hidden = true;
    stop.hidden = false;
    for (const row of rows) {
      said.textContent = `${row.name}…`;
      const progress = (now: api.Progress) => {
        row.expanded = now.expanded;
        row.elapsed = now.seconds;
        show(table, rows, watch);
      };
      try {
        row.report = await api.solve({ text: textOf(level) }, { strategy: row.name, time: 20 }, { progress }, running.signal);
        solvedBySearch(level, row.report);
        solved();
      } catch (error) {
        if (running.signal.aborted) break;
        said.textContent = (error as Error).message;
      }
      show(table, rows, watch);
    }
    said.textContent = running.signal.aborted ? "Stopped." : "Done. Every solution was replayed.";
    start.hidden = false;
    stop.hidden = true;
    running = null;
  };
  const start = button("Compare", () => void run(), { class: "primary" });
  const stop = button("Stop", () => running?.abort(), { hidden: true });
  const panel = h("div", { class: "comparing" }, choices, h("p", { class: "hint", text: "One after the other, 20 seconds each." }), h("div", { class: "row" }, start, stop), said, table);
  panel.addEventListener("leave", () => running?.abort());
  return panel;
}

function show(place: HTMLElement, rows: Row[], watch: (solution: string) => void): void {
  const cell = (text: string) => h("td", { text });
  const line = ({ name, report, expanded, elapsed }: Row) => {
    const time = seconds(report?.seconds ?? elapsed);
    const result = !report ? "…" : report.status === "solved" ? `${report.pushes} / ${report.moves}` : (report.stopped_by ?? report.status);
    const solution = report?.solution;
    return h(
      "tr",
      {},
      h("th", { scope: "row", text: name }),
      cell(result),
      cell(time),
      cell(count(report?.expanded ?? expanded)),
      cell(report ? bytes(report.peak_bytes) : ""),
      h("td", {}, solution ? button("Watch", () => watch(solution), { class: "quiet", "aria-label": `Watch the solution of ${name}` }) : ""),
    );
  };
  const head = h("tr", {}, ...["Strategy", "Pushes / moves", "Time", "Positions", "Memory", ""].map((text) => (text ? h("th", { scope: "col", text }) : h("td"))));
  place.replaceChildren(
    plot(rows),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results as a table" }, h("table", {}, h("caption", { class: "unseen", text: "Strategies compared" }), h("thead", {}, head), h("tbody", {}, ...rows.map(line)))),
  );
}

/** Bars for time and positions, on logarithmic scales. */
function plot(rows: Row[]): SVGElement {
  const [left, width, step] = [96, 216, 34];
  const values = rows.map((row) => ({ ...row, time: row.report?.seconds ?? row.elapsed, nodes: row.report?.expanded ?? row.expanded }));
  const scale = (all: number[], least: number) => {
    const most = Math.max(least * 10, ...all);
    return (value: number) => (value <= least ? 2 : Math.max(2, (Math.log(value / least) / Math.log(most / least)) * width));
  };
  const time = scale(values.map((v) => v.time), 0.0005);
  const nodes = scale(values.map((v) => v.nodes), 1);
  const chart = s("svg", { viewBox: `0 0 380 ${rows.length * step + 26}`, class: "plot", role: "img", "aria-label": "Time and positions of each strategy, on logarithmic scales" });
  const text = (x: number, y: number, words: string, anchor = "start", kind = "") => {
    const element = s("text", { x, y, "text-anchor": anchor, class: kind });
    element.textContent = words;
    return element;
  };
  values.forEach(({ name, report, time: t, nodes: n }, i) => {
    const y = i * step + 6;
    const kind = report && report.status !== "solved" ? "unsolved" : "";
    chart.append(
      text(left - 8, y + 17, name, "end"),
      s("rect", { x: left, y: y + 2, width: time(t), height: 10, rx: 2, class: `bar time ${kind}` }),
      s("rect", { x: left, y: y + 15, width: nodes(n), height: 10, rx: 2, class: `bar nodes ${kind}` }),
      text(left + time(t) + 5, y + 11, seconds(t), "start", "small"),
      text(left + nodes(n) + 5, y + 24, count(n), "start", "small"),
    );
  });
  const y = rows.length * step + 18;
  chart.append(
    s("rect", { x: left, y: y - 8, width: 10, height: 10, rx: 2, class: "bar time" }),
    text(left + 15, y + 1, "time", "start", "small"),
    s("rect", { x: left + 60, y: y - 8, width: 10, height: 10, rx: 2, class: "bar nodes" }),
    text(left + 75, y + 1, "positions searched", "start", "small"),
  );
  return chart;
}
