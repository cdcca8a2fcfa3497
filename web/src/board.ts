// A board as SVG: the ground is drawn once, things keep their elements and glide to where they go.

import symbols from "../../crates/draw/art/symbols.svg";
import { h, s } from "./dom";
import type { Game, Thing, XY } from "./games";

const CELL = 64;
const CHARACTERS = ["first", "second", "third", "fourth"];

/** Puts the artwork into the page, where `use` finds it. */
export function loadArtwork(): void {
  const holder = h("div", { class: "unseen", "aria-hidden": "true" });
  holder.innerHTML = symbols.replaceAll("<symbol", '<symbol overflow="visible"');
  document.body.append(holder);
}

function use(symbol: string, x = 0, y = 0): SVGElement {
  return s("use", { href: `#bw-${symbol}`, x: x * CELL, y: y * CELL, width: CELL, height: CELL });
}

/** The look of a thing at the origin. */
function look(thing: Thing): SVGElement[] {
  switch (thing.kind) {
    case "box":
      return [use(thing.on ? "done" : "box")];
    case "player":
      return thing.on ? [use("player"), use("badge")] : [use("player")];
    case "hole":
      return [use("hole")];
    case "block": {
      const [w, h] = [thing.w * CELL, thing.h * CELL];
      return [
        s("rect", { x: 4, y: 4, width: w - 8, height: h - 8, rx: 8, fill: "var(--block)", stroke: "var(--block-edge)", "stroke-width": 3 }),
        s("rect", { x: 13, y: 13, width: w - 26, height: h - 26, rx: 4, fill: "var(--block-line)" }),
      ];
    }
    case "turnstile": {
      const arms = [0, 1, 2, 3].filter((d) => (thing.n >> d) & 1);
      const arm = (d: number) => {
        const element = use("arm", 0, -1);
        element.setAttribute("transform", `rotate(${90 * d} ${CELL / 2} ${CELL / 2})`);
        return element;
      };
      return [...arms.map(arm), use("pivot")];
    }
    case "character": {
      const figure = use("figure");
      figure.setAttribute("fill", `var(--${CHARACTERS[thing.n]})`);
      const number = s("text", { x: 32, y: 53, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "var(--face)" });
      number.textContent = String(thing.n + 1);
      return [...(thing.on ? [use("active")] : []), figure, number];
    }
  }
}

export interface Marks {
  /** Cells shaded, by style class. */
  cells?: { cell: number; kind: string }[];
  /** Frames around cells, by style class. */
  frames?: { x: number; y: number; w?: number; h?: number; kind: string }[];
  /** An arrow from a cell in a direction. */
  arrow?: { x: number; y: number; step: XY } | null;
}

export class Board {
  readonly element: SVGSVGElement;
  private readonly back = s("g");
  private readonly shades = s("g");
  private readonly front = s("g");
  private readonly marks = s("g");
  private readonly known = new Map<string, { group: SVGElement; looks: string }>();

  constructor(
    private readonly game: Game,
    label: string,
  ) {
    this.element = s("svg", {
      viewBox: `0 0 ${game.width * CELL} ${game.height * CELL}`,
      role: "img",
      "aria-label": label,
      class: "board",
    }) as SVGSVGElement;
    this.drawGround();
    this.element.append(this.back, this.shades, this.front, this.marks);
    this.show(game.start);
  }

  private drawGround(): void {
    const { ground, width } = this.game;
    const outsideIsWall = this.game.name === "kwirk";
    ground.forEach((kind, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      if (kind === "outside") return;
      if (kind === "wall") {
        const below = ground[cell + width] ?? (outsideIsWall ? "wall" : "outside");
        this.back.append(use(below === "wall" ? "wall" : "front", x, y));
        return;
      }
      this.back.append(use(kind === "exit" ? "exit" : "floor", x, y));
      if (kind === "goal") this.back.append(use("goal", x, y));
    });
  }

  /** Shows a position. */
  show(at: unknown): void {
    const things = this.game.things(at);
    const seen = new Set<string>();
    const holes = new Set(things.filter((t) => t.kind === "hole").map((t) => `${t.x},${t.y}`));
    for (const thing of things) {
      seen.add(thing.id);
      let known = this.known.get(thing.id);
      if (!known) {
        known = { group: s("g", { class: `thing ${thing.kind}`, "data-id": thing.id }), looks: "" };
        this.known.set(thing.id, known);
        this.front.append(known.group);
      }
      const sunk: XY[] = [];
      if (thing.kind === "block") {
        for (let y = 0; y < thing.h; y++) for (let x = 0; x < thing.w; x++) if (holes.has(`${thing.x + x},${thing.y + y}`)) sunk.push([x, y]);
      }
      const looks = JSON.stringify([thing.on, thing.n, thing.w, thing.h, sunk]);
      if (looks !== known.looks) {
        known.looks = looks;
        known.group.replaceChildren(...look(thing), ...sunk.map(([x, y]) => use("sunk", x, y)));
      }
      known.group.style.transform = `translate(${thing.x * CELL}px, ${thing.y * CELL}px)`;
    }
    for (const [id, { group }] of this.known) {
      if (!seen.has(id)) {
        group.remove();
        this.known.delete(id);
      }
    }
  }

  /** Shows shades, frames and an arrow instead of those before. */
  mark({ cells = [], frames = [], arrow = null }: Marks): void {
    const { width } = this.game;
    this.shades.replaceChildren(
      ...cells.map(({ cell, kind }) =>
        s("rect", { x: (cell % width) * CELL, y: Math.floor(cell / width) * CELL, width: CELL, height: CELL, class: `shade ${kind}` }),
      ),
    );
    this.marks.replaceChildren(
      ...frames.map(({ x, y, w = 1, h = 1, kind }) =>
        s("rect", { x: x * CELL + 2, y: y * CELL + 2, width: w * CELL - 4, height: h * CELL - 4, rx: 10, class: `frame ${kind}` }),
      ),
    );
    if (arrow) {
      const turn = (Math.atan2(arrow.step[1], arrow.step[0]) * 180) / Math.PI;
      const path = s("path", { d: "M-20 -9H6V-24L38 0L6 24V9H-20Z", class: "arrow" });
      path.setAttribute("transform", `translate(${arrow.x * CELL + 32} ${arrow.y * CELL + 32}) rotate(${turn})`);
      this.marks.append(path);
    }
  }

  /** The cell under a pointer; -1 outside. */
  cellAt(event: { clientX: number; clientY: number }): number {
    const box = this.element.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.game.width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * this.game.height);
    return x < 0 || y < 0 || x >= this.game.width || y >= this.game.height ? -1 : y * this.game.width + x;
  }
}

/** A small still picture. */
export function thumbnail(game: Game, label: string): SVGSVGElement {
  const { element } = new Board(game, label);
  element.classList.add("thumbnail");
  return element;
}
