import { type BrowserContext, chromium, type Page } from "playwright-core";
import { ApiClient, nextTurn, register, startDebate } from "#tests/api-client.ts";
import { VISITOR_PAGES, violations } from "#tests/e2e/axe.ts";
import { type Chromium, findChromium, findHeadlessChromium } from "#tests/services/chromium.ts";
import { SCRIPT_BUDGET_KB, scriptKilobytes } from "#tests/e2e/script-bytes.ts";
import { openTestBackend } from "#tests/harness.ts";
import { startStack, type Stack } from "#tests/processes.ts";
import { watchDebate } from "#tests/watcher.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import startServices from "#tests/services/start.ts";
import stopServices from "#tests/services/stop.ts";
import { lighthouseOf } from "./lighthouse.ts";
import { liveShare } from "./live-share.ts";
import { withOwnChromium } from "./own-chromium.ts";
import { allKept, type Measure, measureTable } from "./measure.ts";

/** Parts that `npm run bench:web -- <name>` names: live, bytes, axe, lighthouse; without any, all. */
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

/** A speech is soon over, but for the one that is measured. */
const PACE = { STANDIN_FIRST_TOKEN_MS: "20", STANDIN_TOKENS_PER_SECOND: "2000" };

/** Opens a page, for somebody with this cookie. */
type Open = (path: string, cookie?: string) => Promise<Page>;

const scriptBytes = async (open: Open, debate: string): Promise<Measure[]> => {
  const of = async (name: string, path: string): Promise<Measure> => ({
    name: `JavaScript of a first load, gzipped, ${name}`,
    value: await scriptKilobytes(await open(path)),
    unit: "KB",
    target: { atMost: SCRIPT_BUDGET_KB },
  });
  return [await of("home", "/"), await of("debate", debate)];
};

const axe = async (open: Open, debate: string): Promise<Measure> => {
  const found: string[] = [];
  for (const path of [...VISITOR_PAGES, debate])
    found.push(...(await violations(await open(path))));
  for (const each of found) process.stderr.write(`axe: ${each}\n`);
  return {
    name: `axe, ${VISITOR_PAGES.length + 1} pages, dark and light`,
    value: found.length,
    unit: "violations",
    target: { atMost: 0 },
  };
};

/** A debate with its owner's cookie, of so many turns. */
const ownDebate = async ({ origin }: Stack, maxTurns: number) => {
  const client = new ApiClient(origin);
  await register(client);
  const { id } = await startDebate(client, { maxTurns, botBProvider: "claude" });
  return { id, client, path: `/debate/${id}`, cookie: client.cookie };
};

type OwnDebate = Awaited<ReturnType<typeof ownDebate>>;

/** A debate as visitors find it: with more turns spoken and judged than they may read. */
const spokenDebate = async (stack: Stack) => {
  const debate = await ownDebate(stack, 6);
  const { socket, close } = await watchDebate(stack.origin, debate.id, debate.cookie);
  for (let spoken = 0; spoken <= VISITOR_TURNS; spoken += 1) {
    const judged = new Promise((resolve) => socket.once("turn:judged", resolve));
    await nextTurn(debate.client, debate.id);
    await judged;
  }
  close();
  return debate;
};

/** A `Cookie` header, as a browser keeps it. */
const cookiesOf = (header: string, url: string) =>
  [...header.matchAll(/([^=; ]+)=([^;]*)/g)].map(([, name = "", value = ""]) => ({
    name,
    value,
    url,
  }));

/** What is measured in pages that the bench itself opens, each alone in its browser. */
const measurePages = async (chrome: Chromium, stack: Stack, long: OwnDebate) => {
  const browser = await chromium.launch({ ...chrome });
  const alone = async <T>(measure: (open: Open) => Promise<T>): Promise<T> => {
    const contexts: BrowserContext[] = [];
    const open: Open = async (path, cookie = "") => {
      const context = await browser.newContext();
      contexts.push(context);
      await context.addCookies(cookiesOf(cookie, stack.origin));
      const page = await context.newPage();
      await page.goto(stack.origin + path);
      return page;
    };
    const measured = await measure(open);
    await Promise.all(contexts.map((context) => context.close()));
    return measured;
  };
  try {
    const parts: Record<string, (open: Open) => Promise<Measure[]>> = {
      live: async (open) => {
        const watcher = await watchDebate(stack.origin, long.id, long.cookie);
        const page = await open(long.path, long.cookie);
        return [await liveShare(page, stack, watcher).finally(watcher.close)];
      },
      bytes: (open) => scriptBytes(open, long.path),
      axe: async (open) => [await axe(open, long.path)],
    };
    const measures: Measure[] = [];
    for (const [name, measure] of Object.entries(parts))
      if (isWanted(name)) measures.push(...(await alone(measure)));
    return measures;
  } finally {
    await browser.close();
  }
};

const measureAll = async (stack: Stack): Promise<Measure[]> => {
  const chrome = findChromium();
  // A phone's browser has no window whose signs of loading move beside the page.
  const phone = findHeadlessChromium();
  if (!chrome || !phone) throw new Error("There is no browser to measure in.");
  const long = await ownDebate(stack, 20);
  const measures = await measurePages(chrome, stack, long);
  if (!isWanted("lighthouse")) return measures;
  const spoken = await spokenDebate(stack);
  const scores = await withOwnChromium(phone, async (port) => [
    ...(await lighthouseOf("Home", `${stack.origin}/`, port)),
    ...(await lighthouseOf("Debate", stack.origin + spoken.path, port)),
  ]);
  return [...measures, ...scores];
};

/** Measures what people's browsers have to do, and prints it. True when all targets are met. */
const run = async (): Promise<boolean> => {
  await startServices();
  const backend = await openTestBackend("postgres");
  const stack = await startStack(backend, { variables: PACE });
  try {
    const measures = await measureAll(stack);
    process.stdout.write(`${measureTable(measures)}\n`);
    return allKept(measures);
  } finally {
    await stack.stop();
    await backend.database.drop();
    await stopServices();
  }
};

process.exitCode = (await run()) ? 0 : 1;
