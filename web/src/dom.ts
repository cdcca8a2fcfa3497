// Elements in one line each.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An HTML element; `on…` properties are listeners, the others attributes, `class` and `text` as expected. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "text") element.textContent = String(value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") (element as unknown as Props)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return element;
}

/** An SVG element. */
export function s(tag: string, attributes: Record<string, string | number> = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Says something to people who do not see the board. */
export function announce(text: string): void {
  const live = document.getElementById("live")!;
  live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

/** A button. */
export function button(label: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...props }, label);
}

/** Offers bytes as a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A large number with few digits. */
export function count(n: number): string {
  if (n < 10_000) return String(n);
  if (n < 1e6) return `${(n / 1e3).toPrecision(3)}k`;
  if (n < 1e9) return `${(n / 1e6).toPrecision(3)}M`;
  return `${(n / 1e9).toPrecision(3)}G`;
}

/** So many of something. */
export function many(n: number | null, one: string, more = `${one}s`): string {
  return `${n} ${n === 1 ? one : more}`;
}

/** A time. */
export function seconds(t: number): string {
  return t < 0.0995 ? `${Math.max(1, Math.round(t * 1000))} ms` : t < 9.95 ? `${t.toFixed(1)} s` : `${Math.round(t)} s`;
}

/** A size in bytes. */
export function bytes(n: number): string {
  return n < 1 << 20 ? `${Math.ceil(n / 1024)} KiB` : n < 1 << 30 ? `${Math.round(n / (1 << 20))} MiB` : `${(n / (1 << 30)).toFixed(1)} GiB`;
}
