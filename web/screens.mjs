// Takes the pictures in docs/screens: node screens.mjs [name…], after cargo build.
import path from "node:path";
import { openPage, play, startBrowser, startServer } from "./tests/harness.mjs";

const folder = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../docs/screens");
const wanted = process.argv.slice(2);
const server = await startServer();
const browser = await startBrowser();

async function shot(name, hash, options = {}, work = async () => {}) {
  if (wanted.length && !wanted.includes(name)) return;
  const { page, complaints, close } = await openPage(browser, server, hash, { viewport: { width: 1100, height: 760 }, ...options });
  await work(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  if (complaints.length) console.log(name, complaints);
  await close();
}

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
await shot("library", "");
await shot("play", "#/play/workshop/5", {}, async (page) => {
  await page.click("summary:has-text('Show')");
  await page.check("text=Dead squares");
  await page.click("text=Hint");
  await page.waitForSelector(".arrow");
});
await shot("lost", "#/play/first-steps/3", {}, async (page) => {
  await play(page, "rrr");
  await page.waitForSelector(".warning:not([hidden])");
});
await shot("solving", "#/play/workshop/20", { viewport: { width: 1100, height: 960 } }, async (page) => {
  await page.selectOption("#objective", "moves");
  await page.click(".solving button.primary");
  await page.waitForSelector(".preview .board");
  await page.waitForTimeout(2500);
});
await shot("watch", "#/play/workshop/3", {}, async (page) => {
  await page.click(".solving button.primary");
  await page.click(".solving button:has-text('Watch')");
  await page.waitForTimeout(4000);
  await page.click(".watch button:has-text('Pause')");
});
await shot("compare", "#/play/workshop/9", { viewport: { width: 1100, height: 1000 } }, async (page) => {
  await page.click("summary:has-text('Compare')");
  await page.click(".comparing button:has-text('Compare')");
  await page.waitForSelector("text=Every solution was replayed", { timeout: 90_000 });
  await page.locator(".comparing").evaluate((panel) => panel.scrollIntoView({ block: "end" }));
});
await shot("kwirk-dark", "#/play/cellar/2", { colorScheme: "dark" });
await shot("editor", "#/edit", {}, async (page) => {
  await page.selectOption("#game", "kwirk");
  await page.click("text=Is it solvable?");
  await page.waitForFunction(() => document.querySelector("aside .state").textContent.includes("Difficulty"));
});
await shot("phone", "#/play/workshop/1", phone);
await shot("phone-dark", "", { ...phone, colorScheme: "dark" });
await browser.close();
server.stop();
