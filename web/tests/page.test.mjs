// The page in a real browser: everything a person can do with it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { openPage, play, solve, startBrowser, startServer } from "./harness.mjs";

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** Runs a test on a page and closes it; the page must have had no errors and asked nobody else. */
function visit(name, hash, options, work, allowed = /^$/) {
  test(name, { timeout: 60_000 }, async () => {
    const { page, complaints, close } = await openPage(browser, server, hash, options);
    try {
      await work(page);
      assert.deepEqual(complaints.filter((complaint) => !allowed.test(complaint)), []);
    } finally {
      await close();
    }
  });
}

const text = (page, selector) => page.locator(selector).innerText();
const level = async (collection, number) => {
  const { collections } = await (await fetch(`${server.address}/api/library`)).json();
  return collections.find((one) => one.name === collection).levels[number - 1];
};

visit("the library shows every built-in level and finds them by title", "", {}, async (page) => {
  assert.equal(await page.locator(".card").count(), 69);
  assert.equal(await page.locator(".card svg").count(), 69);
  await page.fill("input[type=search]", "chimney");
  assert.equal(await page.locator(".card").count(), 1);
  await page.click(".card");
  await page.waitForSelector(".stage");
  assert.equal(await text(page, "h1"), "Chimney");
});

for (const [collection, number] of [["first-steps", 10], ["cellar", 1], ["cellar", 2], ["garden", 9]]) {
  visit(`${collection} ${number} is played to the end with the keys, and the mark is kept`, `#/play/${collection}/${number}`, {}, async (page) => {
    const { rows, under } = await level(collection, number);
    const report = await solve(server, [...rows, ...(under ? ["@under", ...under] : [])].join("\n") + "\n");
    await play(page, report.solution);
    await page.waitForSelector(".cheer:not([hidden])");
    assert.match(await text(page, ".cheer"), new RegExp(`Solved! ${report.moves} moves?, ${report.pushes} `));
    await page.click(".brand");
    await page.waitForSelector(`[href="#/play/${collection}/${number}"] .tick`);
  });
}

visit("undo, redo and restart go anywhere in the game", "#/play/first-steps/1", {}, async (page) => {
  const now = () => page.locator(".score td.now").allInnerTexts();
  await play(page, "rr");
  assert.deepEqual(await now(), ["2", "2"]);
  await page.keyboard.press("u");
  assert.deepEqual(await now(), ["1", "1"]);
  await page.keyboard.press("y");
  assert.deepEqual(await now(), ["2", "2"]);
  await page.click("text=Restart");
  assert.deepEqual(await now(), ["0", "0"]);
  await page.locator(".stage").focus();
  await page.keyboard.press("y");
  assert.deepEqual(await now(), ["1", "1"]);
});

/** The middle of a cell on the screen. */
async function middle(page, x, y) {
  const box = await page.locator(".stage svg").boundingBox();
  const [columns, rows] = await page.locator(".stage svg").evaluate((svg) => [svg.viewBox.baseVal.width / 64, svg.viewBox.baseVal.height / 64]);
  return [box.x + ((x + 0.5) * box.width) / columns, box.y + ((y + 0.5) * box.height) / rows];
}

visit("a click walks, dragging a box pushes it along a found way", "#/level/" + encode("########\n#@     #\n#  $   #\n#    . #\n########\n"), {}, async (page) => {
  await page.mouse.click(...(await middle(page, 6, 1)));
  await page.waitForFunction(() => document.querySelector("td.now").textContent === "5");
  await page.mouse.move(...(await middle(page, 3, 2)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, 5, 3)));
  await page.mouse.up();
  await page.waitForSelector(".cheer:not([hidden])");
});

visit("a box is pushed by a click on it and one on its target", "#/level/" + encode("########\n#@     #\n#  $   #\n#    . #\n########\n"), {}, async (page) => {
  await page.mouse.click(...(await middle(page, 3, 2)));
  await page.waitForSelector(".frame.selected");
  await page.mouse.click(...(await middle(page, 5, 3)));
  await page.waitForSelector(".cheer:not([hidden])");
});

visit("characters are switched by key, number and click", "#/play/cellar/2", {}, async (page) => {
  const active = () => page.locator(".thing.character:has([href='#bw-active'])").getAttribute("data-id");
  assert.equal(await active(), "character0");
  await page.locator(".stage").focus();
  await page.keyboard.press("s");
  assert.equal(await active(), "character1");
  await page.keyboard.press("4");
  assert.equal(await active(), "character3");
  await page.mouse.click(...(await middle(page, 1, 6)));
  assert.equal(await active(), "character2");
});

visit("a hint points at the next push, and following hints solves the level", "#/play/workshop/3", {}, async (page) => {
  const steps = { left: [-1, 0, "ArrowLeft"], right: [1, 0, "ArrowRight"], up: [0, -1, "ArrowUp"], down: [0, 1, "ArrowDown"] };
  for (let pushes = 1; !(await page.locator(".cheer").isVisible()); pushes++) {
    assert.ok(pushes < 60);
    await page.click("text=Hint");
    await page.waitForSelector(".arrow");
    const [, side, x, y] = (await page.locator("#live").innerText()).match(/^Hint: push (\w+) at column (\d+), row (\d+)/);
    const [dx, dy, key] = steps[side];
    await page.mouse.click(...(await middle(page, x - 1 - dx, y - 1 - dy)));
    await page.waitForFunction(([px, py]) => document.querySelector(".thing.player").style.transform === `translate(${px * 64}px, ${py * 64}px)`, [x - 1 - dx, y - 1 - dy]);
    await page.locator(".stage").focus();
    await page.keyboard.press(key);
    assert.equal(await page.locator("tr:nth-child(2) td.now").innerText(), String(pushes));
  }
});

visit("a lost position is explained where it happened, and one can go back", "#/play/first-steps/3", {}, async (page) => {
  await play(page, "rrr");
  await page.waitForSelector(".warning:not([hidden])");
  assert.match(await text(page, ".warning"), /can no longer be solved.*no push leads to a goal/s);
  assert.equal(await page.locator(".frame.lost").count(), 1);
  await play(page, "ll");
  assert.ok(await page.locator(".warning").isVisible(), "walking does not change it");
  await page.click("text=Back to the last good position");
  await page.waitForSelector(".warning", { state: "hidden" });
  assert.equal(await page.locator(".frame.lost").count(), 0);
});

for (const [name, rows, moves, words, frames, shades] of [
  ["frozen boxes", "#########\n#       #\n#   $$  #\n# @$ $  #\n#   ....#\n#       #\n#########\n", "r", /hold each other/, 4, 0],
  ["boxes that compete for a goal", "########\n#    $.#\n# $    #\n# @ .  #\n########\n", "u", /only be pushed to the one goal/, 2, 1],
  ["a closed area", "##########\n#   #    #\n#@$  $ ..#\n#   #    #\n##########\n", "r", /closed for good/, 2, 1],
]) {
  visit(`the reason is shown on the board: ${name}`, "#/level/" + encode(rows), {}, async (page) => {
    await play(page, moves);
    await page.waitForSelector(".warning:not([hidden])");
    assert.match(await text(page, ".warning"), words);
    assert.equal(await page.locator(".frame.lost").count(), frames);
    assert.equal(await page.locator(".shade.lost").count(), shades);
  });
}

visit("a lost position of Kwirk is told too", "#/level/" + encode("########\n#1a    %\n########\n"), {}, async (page) => {
  await play(page, "rrrr");
  await page.waitForSelector(".warning:not([hidden])");
  assert.match(await text(page, ".warning"), /can no longer be solved/);
});

visit("dead squares, reach and rooms are shaded on demand", "#/play/workshop/3", {}, async (page) => {
  await page.click("summary:has-text('Show')");
  for (const [label, kind] of [["Dead squares", ".dead"], ["Where I can walk", ".reach"], ["Rooms", ".room0"]]) {
    assert.equal(await page.locator(`.shade${kind}`).count(), 0);
    await page.check(`text=${label}`);
    await page.waitForSelector(`.shade${kind}`, { state: "attached" });
    await page.uncheck(`text=${label}`);
    assert.equal(await page.locator(`.shade${kind}`).count(), 0);
  }
});

visit("solve with an objective, then watch: pause, step, scrub, go on from there", "#/play/workshop/3", {}, async (page) => {
  await page.selectOption("#objective", "pushes");
  await page.click(".solving button.primary");
  await page.waitForSelector(".solving button:has-text('Watch')");
  assert.match(await text(page, ".solving .state"), /Solved in \d+ pushes.*Proven: fewest pushes/s);
  assert.match(await text(page, ".score"), /\(least\)/);
  await page.click(".solving button:has-text('Watch')");
  await page.click(".watch button:has-text('Pause')");
  const slider = page.locator(".watch input[type=range]");
  const before = Number(await slider.inputValue());
  await page.click("[aria-label='One move forward']");
  assert.equal(Number(await slider.inputValue()), before + 1);
  await slider.focus();
  await page.keyboard.press("End");
  assert.match(await text(page, ".watch .count"), /solved/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.click("text=Go on from here");
  assert.equal((await page.locator("td.now").allInnerTexts())[0], "1");
});

visit("Kwirk has hints, and its solution is watched to the end", "#/play/cellar/2", {}, async (page) => {
  await page.click("text=Hint");
  await page.waitForSelector(".arrow");
  assert.match(await page.locator("#live").innerText(), /^Hint: (character \d: )?(push|turn|leave) /);
  await page.click(".solving button.primary");
  await page.click(".solving button:has-text('Watch')");
  await page.locator(".watch input[type=range]").focus();
  await page.keyboard.press("End");
  assert.match(await text(page, ".watch .count"), /solved/);
  assert.equal(await page.locator(".stage .character").count(), 0, "everybody has left");
  await page.click("text=Back to my game");
  assert.equal(await page.locator(".stage .character").count(), 4);
});

/** Boxes on the left, goals on the right: far too much for breadth-first search. */
const HARD = "##########################\n#@                       #\n" + "#  $ $                .. #\n#                        #\n".repeat(8) + "##########################\n";

visit("progress is live, and cancelling ends the search", "#/level/" + encode(HARD), {}, async (page) => {
  await page.selectOption("#strategy", "bfs");
  await page.click(".solving button.primary");
  await page.waitForSelector(".preview .board", { timeout: 20_000 });
  const facts = await text(page, ".solving dl");
  for (const word of ["Positions", "Depth", "Memory", "Leader"]) assert.ok(facts.includes(word), facts);
  await page.click(".solving button:has-text('Cancel')");
  await page.waitForFunction(() => document.querySelector(".solving .state").textContent === "Cancelled.");
  await idle();
});

visit("a closed tab cancels its search", "#/level/" + encode(HARD), {}, async (page) => {
  await page.selectOption("#strategy", "bfs");
  await page.click(".solving button.primary");
  await page.waitForSelector(".solving dl dt");
  assert.equal((await health()).running, 1);
  await page.close();
  await idle();
});

const health = async () => (await fetch(`${server.address}/api/health`)).json();
async function idle() {
  for (let i = 0; i < 100; i++) {
    if ((await health()).running === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("the search still runs");
}

visit("strategies are compared side by side with a plot", "#/play/workshop/9", {}, async (page) => {
  await page.click("summary:has-text('Compare')");
  await page.click(".comparing button:has-text('Compare')");
  await page.waitForSelector("text=Every solution was replayed", { timeout: 50_000 });
  assert.equal(await page.locator(".comparing tbody tr").count(), 4);
  assert.equal(await page.locator(".plot .bar.nodes").count(), 5);
});

visit("levels are imported by paste, exported and removed", "", {}, async (page) => {
  await page.click("text=Paste levels");
  await page.fill("textarea", "; A corridor\n######\n#@ $.#\n######\n");
  await page.click("text=Open the text");
  await page.waitForSelector("section[aria-label=Pasted] .card");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[aria-label='Export Pasted']")]);
  assert.match(await readFile(await file.path(), "utf8"), /#@ \$\.#/);
  await page.reload();
  await page.waitForSelector("section[aria-label=Pasted] .card");
  await page.click("[aria-label='Remove Pasted']");
  await page.waitForSelector("section[aria-label=Pasted]", { state: "detached" });
});

visit("files are opened by the picker and by drag and drop; faults are told", "", {}, async (page) => {
  await page.setInputFiles("#file", { name: "mine.xsb", mimeType: "text/plain", buffer: Buffer.from("#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\n") });
  await page.waitForSelector("section[aria-label='mine.xsb'] .card >> nth=1");
  assert.equal(await page.locator("section[aria-label='mine.xsb'] .name .fault").count(), 1);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["#####\n#1 %#\n#####\n"], "dropped.kwk"));
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector("section[aria-label='dropped.kwk'] .card");
  await page.click("[href='#/play/mine.xsb/2']");
  await page.waitForSelector("text=no player");
});

visit("what is no level is refused in words", "", {}, async (page) => {
  await page.click("text=Paste levels");
  await page.fill("textarea", "nothing to see here");
  await page.click("text=Open the text");
  await page.waitForFunction(() => document.querySelector(".import .note").textContent.startsWith("Pasted:"));
}, /status of 422/);

visit("a level is edited, checked, shared, played and comes back the same", "#/edit", {}, async (page) => {
  await page.waitForSelector("text=No faults.");
  await page.fill("#title", "Round trip");
  await page.click("label[title='Box']");
  await page.mouse.click(...(await middle(page, 4, 3)));
  await page.waitForSelector("button.fault");
  assert.match(await text(page, ".faults"), /boxes \(2\) differs from the number of goals \(1\)/);
  await page.click("label[title='Goal']");
  await page.mouse.click(...(await middle(page, 6, 4)));
  await page.waitForSelector("text=No faults.");
  await page.click("text=Is it solvable?");
  await page.waitForFunction(() => document.querySelector("aside .state").textContent.includes("Difficulty"));
  await page.click("text=Rotate");
  assert.equal(await page.inputValue("#width"), "6");
  await page.click("text=Undo");
  assert.equal(await page.inputValue("#width"), "8");
  await page.click("text=Mirror");
  await page.click("text=Share link");
  await page.waitForSelector(".link");
  const link = await page.inputValue(".link");
  // The address differs in its hash alone, so the editor, which has a stage too, is there until the page has changed.
  await page.goto(link);
  await page.waitForSelector("h1:text-is('Round trip')");
  await page.click("summary:has-text('Share')");
  await page.click("text=Open in the editor");
  await page.waitForSelector(".editing");
  await page.click("text=Share link");
  await page.waitForSelector(".link");
  assert.equal(await page.inputValue(".link"), link);
});

visit("Kwirk is edited with keys alone", "#/edit", {}, async (page) => {
  await page.selectOption("#game", "kwirk");
  await page.waitForSelector("text=No faults.");
  await page.locator(".stage").focus();
  await page.keyboard.press("%");
  await page.waitForSelector("button.fault");
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("%");
  await page.waitForSelector("text=No faults.");
  await page.click("text=Is it solvable?");
  await page.waitForFunction(() => /Solved in 0 pushes and 1 move /.test(document.querySelector("aside .state").textContent));
});

visit("levels are downloaded as files and pictures", "#/play/cellar/1", {}, async (page) => {
  await page.click(".solving button.primary");
  await page.waitForSelector(".solving button:has-text('Watch')");
  await page.click("summary:has-text('Share')");
  for (const [label, ending, start] of [["Level file", "kwk", "; format: kwk"], ["PNG", "png", "\x89PNG"], ["SVG", "svg", "<svg"], ["GIF of a solution", "gif", "GIF89a"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`.sharing button:text-is('${label}')`)]);
    assert.equal(file.suggestedFilename(), `help-from-below.${ending}`);
    const content = await readFile(await file.path(), "latin1");
    assert.ok(content.startsWith(start), `${label}: ${content.slice(0, 20)}`);
  }
});

visit("everything is reached with the keyboard alone", "", {}, async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.classList.contains("card"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".stage:focus");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".cheer:not([hidden])");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.textContent === "Next level")); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("h1:has-text('The Other Side')");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches(".solving button.primary"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".solving button:has-text('Watch'):focus");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".watch");
});

visit("on a phone nothing is wider than the screen, and the pad plays", "#/play/workshop/1", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.tap(".pad .to-r");
  assert.equal((await page.locator("td.now").allInnerTexts())[0], "1");
  await page.tap("summary:has-text('Compare')");
  await page.tap("summary:has-text('Share')");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  for (const [hash, heading] of [["#/", "Levels"], ["#/edit", "Editor"]]) {
    await page.goto(`${server.address}/${hash}`);
    await page.waitForSelector(`h1:text-is('${heading}')`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, hash);
  }
});

visit("dark follows the browser and the button", "", { colorScheme: "dark" }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(22, 25, 30)");
  await page.click("#theme");
  assert.equal(await ground(), "rgb(250, 248, 244)");
  await page.reload();
  await page.waitForSelector("h1");
  assert.equal(await ground(), "rgb(250, 248, 244)");
});

for (const colorScheme of ["light", "dark"]) {
  for (const hash of ["", "#/play/workshop/3", "#/play/cellar/2", "#/edit"]) {
    visit(`axe finds no serious fault: ${hash || "library"}, ${colorScheme}`, hash, { colorScheme }, async (page) => {
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      if (hash.includes("workshop")) {
        await page.click(".solving button.primary");
        await page.click(".solving button:has-text('Watch')");
      }
      await page.waitForTimeout(300);
      // The page allows no script but its own, so axe comes as one of the browser's tools.
      const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
    });
  }
}

/** A level as the page's share links have it. */
function encode(rows) {
  return Buffer.from(JSON.stringify([rows, "", ""])).toString("base64url");
}
