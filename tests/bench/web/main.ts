import { type BrowserContext, chromium, type Page } from "playwright-core";
import {
  ApiClient,
  requestNextTurn,
  registerWith,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import { VISITOR_PAGES, findAxeViolations } from "#tests/e2e/axe.ts";
import { type ChromiumLaunch, findChromium, findHeadlessChromium } from "#tests/setup/chromium.ts";
import { SCRIPT_BUDGET_KB, measureScriptKilobytes } from "#tests/e2e/script-size.ts";
import { openTestBackend } from "#tests/harness.ts";
import { startTestStack, type TestStack } from "#tests/helpers/test-stack.ts";
import { watchDebate } from "#tests/helpers/debate-watcher.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import startServices from "#tests/setup/start-services.ts";
import stopServices from "#tests/setup/stop-services.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMainThreadShare } from "./main-thread-share.ts";
import { withStandaloneChromium } from "./standalone-chromium.ts";
import { areTargetsMet, type WebMeasure, renderMeasureTable } from "./web-measure.ts";

/** The parts in `npm run bench:web -- <name>`: live, bytes, axe or lighthouse. Default: all. */
const requestedParts = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  requestedParts.length === 0 || requestedParts.includes(name);

/** Pace of the fakes for speeches that are not measured. The measured speech has its own pace. */
const PACE = { STANDIN_FIRST_TOKEN_MS: "20", STANDIN_TOKENS_PER_SECOND: "2000" };

/** Opens a page with this session cookie, or as a visitor. */
type Open = (path: string, cookie?: string) => Promise<Page>;

const measureScripts = async (open: Open, debate: string): Promise<WebMeasure[]> => {
  const measureKilobytes = async (name: string, path: string): Promise<WebMeasure> => ({
    name: `JavaScript of a first load, gzipped, ${name}`,
    value: await measureScriptKilobytes(await open(path)),
    unit: "KB",
    target: { atMost: SCRIPT_BUDGET_KB },
  });
  return [await measureKilobytes("home", "/"), await measureKilobytes("debate", debate)];
};

const measureAxe = async (open: Open, debate: string): Promise<WebMeasure> => {
  const violations: string[] = [];
  for (const path of [...VISITOR_PAGES, debate])
    violations.push(...(await findAxeViolations(await open(path))));
  for (const each of violations) process.stderr.write(`axe: ${each}\n`);
  return {
    name: `axe, ${VISITOR_PAGES.length + 1} pages, dark and light`,
    value: violations.length,
    unit: "violations",
    target: { atMost: 0 },
  };
};

/** Creates a debate with this many turns. Returns the debate with its owner's cookie. */
const createOwnDebate = async ({ origin }: TestStack, maxTurns: number) => {
  const client = new ApiClient(origin);
  await registerWith(client);
  const { id } = await createDebateWith(client, { maxTurns, botBProvider: "claude" });
  return { id, client, path: `/debate/${id}`, cookie: client.cookie };
};

type OwnDebate = Awaited<ReturnType<typeof createOwnDebate>>;

/** Creates a debate with judged turns, one more than visitors may read. */
const createJudgedDebate = async (stack: TestStack) => {
  // The judgements of a debate's last two turns are hidden until the user votes. The loop plays
  // `VISITOR_MAX_TURNS + 1` turns, so two more keep all of them visible, and one more makes the
  // number even.
  const debate = await createOwnDebate(stack, VISITOR_MAX_TURNS + 4);
  const { socket, close } = await watchDebate(stack.origin, debate.id, debate.cookie);
  for (let spoken = 0; spoken <= VISITOR_MAX_TURNS; spoken += 1) {
    const judgedEvent = new Promise((resolve) => socket.once("turn:judged", resolve));
    await requestNextTurn(debate.client, debate.id);
    await judgedEvent;
  }
  close();
  return debate;
};

/** Converts a `Cookie` header into cookies for the browser. */
const parseCookies = (header: string, url: string) =>
  [...header.matchAll(/([^=; ]+)=([^;]*)/g)].map(([, name = "", value = ""]) => ({
    name,
    value,
    url,
  }));

/** Measures pages that the bench itself opens, one at a time. */
const measurePages = async (chrome: ChromiumLaunch, stack: TestStack, long: OwnDebate) => {
  const browser = await chromium.launch({ ...chrome });
  const withFreshContexts = async <T>(measure: (open: Open) => Promise<T>): Promise<T> => {
    const contexts: BrowserContext[] = [];
    const open: Open = async (path, cookie = "") => {
      const context = await browser.newContext();
      contexts.push(context);
      await context.addCookies(parseCookies(cookie, stack.origin));
      // Opens the transcript of running debates beside the scene, which is the most work for a page.
      await context.addInitScript("localStorage.transcript ??= 'open'");
      const page = await context.newPage();
      await page.goto(stack.origin + path);
      return page;
    };
    const measured = await measure(open);
    await Promise.all(contexts.map((context) => context.close()));
    return measured;
  };
  try {
    const parts: Record<string, (open: Open) => Promise<WebMeasure[]>> = {
      live: async (open) => {
        const watcher = await watchDebate(stack.origin, long.id, long.cookie);
        const page = await open(long.path, long.cookie);
        return [await measureMainThreadShare(page, stack, watcher).finally(watcher.close)];
      },
      bytes: (open) => measureScripts(open, long.path),
      axe: async (open) => [await measureAxe(open, long.path)],
    };
    const measures: WebMeasure[] = [];
    for (const [name, measure] of Object.entries(parts))
      if (isWanted(name)) measures.push(...(await withFreshContexts(measure)));
    return measures;
  } finally {
    await browser.close();
  }
};

const measureAll = async (stack: TestStack): Promise<WebMeasure[]> => {
  const chrome = findChromium();
  // The headless browser has no window, so it renders no loading indicators of its own.
  const phone = findHeadlessChromium();
  if (!chrome || !phone) throw new Error("No browser was found.");
  const long = await createOwnDebate(stack, 20);
  const measures = await measurePages(chrome, stack, long);
  if (!isWanted("lighthouse")) return measures;
  const spoken = await createJudgedDebate(stack);
  const scores = await withStandaloneChromium(phone, async (port) => [
    ...(await measureLighthouse("Home", `${stack.origin}/`, port)),
    ...(await measureLighthouse("Debate", stack.origin + spoken.path, port)),
  ]);
  return [...measures, ...scores];
};

/** Measures pages in browsers and prints the results. Returns whether all targets are met. */
const run = async (): Promise<boolean> => {
  await startServices();
  const backend = await openTestBackend("postgres");
  const stack = await startTestStack(backend, { variables: PACE });
  try {
    const measures = await measureAll(stack);
    process.stdout.write(`${renderMeasureTable(measures)}\n`);
    return areTargetsMet(measures);
  } finally {
    await stack.stop();
    await backend.database.drop();
    await stopServices();
  }
};

process.exitCode = (await run()) ? 0 : 1;
