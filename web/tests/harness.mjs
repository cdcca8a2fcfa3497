// What the browser tests share: the program, a browser, a page that reports its own errors.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");

/** The program: what BOXWRIGHT names, or the newest build there is. */
function program() {
  const known = [process.env.BOXWRIGHT, path.join(target, "debug/boxwright"), path.join(target, "release/boxwright")];
  const found = known.find((file) => file && existsSync(file));
  if (!found) throw new Error("build the program first: cargo build");
  return found;
}

/** Starts a server on a free port. */
export async function startServer(...options) {
  const child = spawn(program(), ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/http:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { address, pid: child.pid, stop: () => child.kill() };
}

export async function startBrowser() {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file));
  if (!executablePath) throw new Error("Chromium is missing: apt-get install chromium");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
}

/** A fresh page. Errors on it, and requests to anywhere else, are kept in `complaints`. */
export async function openPage(browser, server, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, reducedMotion: "reduce", acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !/^(data|blob):/.test(url)) complaints.push(`request to ${url}`);
  });
  await page.goto(`${server.address}/${hash}`);
  await page.waitForSelector("main h1");
  return { page, complaints, close: () => context.close() };
}

/** Plays moves with the keys. */
export async function play(page, moves) {
  await page.locator(".stage").focus();
  const keys = { l: "ArrowLeft", u: "ArrowUp", r: "ArrowRight", d: "ArrowDown", s: "s" };
  for (const move of moves.toLowerCase()) await page.keyboard.press(keys[move]);
}

/** Asks the server directly; returns what came of it. */
export async function solve(server, text, more = {}) {
  const response = await fetch(`${server.address}/api/solve`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text, ...more }) });
  const events = (await response.text()).split("\n\n");
  const last = events.find((event) => event.includes("event: done"));
  return JSON.parse(last.split("\n").find((line) => line.startsWith("data:")).slice(5));
}
