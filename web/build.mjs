// Builds the page: TypeScript into one script, the style with the colours of the artwork, a page, an icon.
// The result is in dist, which is committed: a checkout without Node still builds the program.
import { build, transform } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const at = (...parts) => path.join(here, ...parts);
const out = path.resolve(here, process.argv[2] ?? "dist");
await mkdir(out, { recursive: true });

await build({
  entryPoints: [at("src/main.ts")],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".svg": "text" },
  outfile: path.join(out, "app.js"),
});

// The colours of crates/draw/art/palette.txt as custom properties, light and dark.
const palette = (await readFile(at("../crates/draw/art/palette.txt"), "utf8"))
  .split("\n")
  .map((line) => line.trim().split(/\s+/))
  .filter((words) => words.length === 3 && words[1].startsWith("#") && words[0] !== "#");
const block = (column) => palette.map((row) => `--${row[0]}:${row[column]};`).join("");
const style = (await readFile(at("src/style.css"), "utf8"))
  .replace("/* palette: light */", block(1))
  .replaceAll("/* palette: dark */", block(2));
const css = await transform(style, { loader: "css", minify: true, charset: "utf8" });
await writeFile(path.join(out, "app.css"), css.code);

const html = (await readFile(at("src/index.html"), "utf8")).replace(/\n\s*/g, "\n");
await writeFile(path.join(out, "index.html"), html);

const symbols = await readFile(at("../crates/draw/art/symbols.svg"), "utf8");
const box = symbols.match(/<symbol id="bw-box"[^>]*>(.*?)<\/symbol>/)[1];
const light = Object.fromEntries(palette.map((row) => [row[0], row[1]]));
const icon = box.replace(/var\(--([a-z-]+)\)/g, (_, name) => light[name]);
await writeFile(path.join(out, "icon.svg"), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${icon}</svg>\n`);
