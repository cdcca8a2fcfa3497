// What the server is asked.

import type { GameName, LevelData } from "./games";

export interface Collection {
  name: string;
  title: string | null;
  author: string | null;
  levels: LevelData[];
  left_out?: number;
}

export interface Strategy {
  name: string;
  summary: string;
  objectives: string[];
}

export interface Lost {
  kind: string;
  words: string;
  boxes: [number, number][];
  marks: [number, number][];
}

export interface Inspection {
  faults: { line: number; column: number; message: string }[];
  dead: [number, number][];
  solved: boolean;
  lost: Lost | null;
  rating: Rating | null;
}

/** How hard a level is for people. */
export interface Rating {
  score: number;
  difficulty: string;
  words: string;
  features: Record<string, number>;
}

export interface Report {
  status: "solved" | "unsolvable" | "stopped" | "invalid" | "refused";
  stopped_by: string | null;
  solution: string | null;
  moves: number | null;
  pushes: number | null;
  optimal: string | null;
  lower_bound: number | null;
  strategy: string | null;
  seconds: number;
  expanded: number;
  generated: number;
  peak_bytes: number;
  error: string | null;
}

export interface Progress {
  seconds: number;
  expanded: number;
  stored: number;
  depth: number;
  bytes: number;
  lower_bound: number;
  leader: string | null;
  glimpse: string | null;
}

export interface Asked {
  text: string;
  title?: string | null;
  author?: string | null;
  solution?: string | null;
}

async function answer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Error(said.error ?? `the server answered ${response.status}`);
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  if (signal) request.signal = signal;
  return fetch(path, request).then(answer);
}

export const library = async (): Promise<Collection[]> => (await (await answer(await fetch("api/library"))).json()).collections;

let known: Promise<Record<GameName, Strategy[]>> | undefined;
export function strategies(): Promise<Record<GameName, Strategy[]>> {
  known ??= fetch("api/strategies").then(answer).then((response) => response.json());
  return known;
}

export async function read(name: string, content: Blob | string): Promise<Collection> {
  const request = { method: "POST", headers: { "content-type": "application/octet-stream" }, body: content };
  return (await answer(await fetch(`api/read?name=${encodeURIComponent(name)}`, request))).json();
}

/** Looks at a position; with a solution of it, also at how hard it is. */
export async function inspect(text: string, signal?: AbortSignal, solution: string | null = null): Promise<Inspection> {
  return (await post("api/inspect", { text, solution }, signal)).json();
}

export async function picture(level: Asked, format: "svg" | "png" | "gif", dark: boolean): Promise<Blob> {
  return (await post("api/picture", { ...level, format, dark, cell: 48 })).blob();
}

export async function exported(levels: Asked[], title: string | null, format: "sok" | "kwk"): Promise<Blob> {
  return (await post("api/export", { levels, title, format })).blob();
}

export interface Search {
  strategy?: string;
  objective?: string;
  time?: number;
}

export interface Hearing {
  queued?: (position: number) => void;
  progress?: (progress: Progress) => void;
}

/** Solves a level. Aborting the signal closes the connection, and the server cancels the search. */
export async function solve(level: Asked, search: Search, hearing: Hearing, signal: AbortSignal): Promise<Report> {
  const response = await post("api/solve", { ...level, ...search }, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("the connection was closed before the search ended");
    waiting += value;
    for (let end = waiting.indexOf("\n\n"); end >= 0; end = waiting.indexOf("\n\n")) {
      const lines = waiting.slice(0, end).split("\n");
      waiting = waiting.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
      const data = JSON.parse(field("data") ?? "null");
      switch (field("event")) {
        case "queued":
          hearing.queued?.(data.position);
          break;
        case "progress":
          hearing.progress?.(data);
          break;
        case "done":
          return data;
        case "failed":
          throw new Error(data.error);
      }
    }
  }
}
