// The rules of the page are those of the program: what the program solves is solved on the page too, and a position that
// the page sends to the server is the one it shows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { solve, startServer } from "./harness.mjs";

let server;
let games;
before(async () => {
  server = await startServer();
  const bundle = await build({ entryPoints: [new URL("../src/games/index.ts", import.meta.url).pathname], bundle: true, write: false, format: "esm" });
  games = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);
});
after(() => server?.stop());

test("every built-in level is solved by the program's solution, also from the middle", { timeout: 240_000 }, async () => {
  const { collections } = await (await fetch(`${server.address}/api/library`)).json();
  let played = 0;
  for (const level of collections.flatMap((collection) => collection.levels)) {
    const game = games.gameOf(level);
    // The letters of blocks mean nothing.
    const plain = (text) => (level.game === "kwirk" ? text.replace(/[a-zA-NP-Z]/g, "a") : text).trimEnd();
    assert.equal(plain(game.text(game.start)), plain(games.textOf(level)), level.title);
    let at = game.start;
    const report = await solve(server, games.textOf(level), { time: 20 });
    if (report.solution === null) continue;
    const half = Math.floor(report.solution.length / 2);
    for (const [i, letter] of [...report.solution].entries()) {
      const { to, what } = game.press(at, letter.toLowerCase());
      assert.notEqual(what, "blocked", `${level.title}: move ${i + 1}`);
      assert.equal(games.isPush(what), letter !== letter.toLowerCase(), `${level.title}: move ${i + 1}`);
      at = to;
      if (i + 1 === half) {
        // The rest of the solution solves the position sent as a level: the program replays it.
        const rest = report.solution.slice(half);
        const body = JSON.stringify({ text: game.text(at), solution: rest, format: "gif", cell: 4 });
        const drawn = await fetch(`${server.address}/api/picture`, { method: "POST", headers: { "content-type": "application/json" }, body });
        assert.equal(drawn.status, 200, `${level.title}: ${drawn.status === 200 ? "" : await drawn.text()}`);
      }
    }
    assert.ok(game.isSolved(at), level.title);
    played++;
  }
  assert.ok(played >= 60, `only ${played} levels were solved in time`);
});
