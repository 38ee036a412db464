import { Client } from "pg";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openTestBackend, type TestBackend } from "../harness.ts";
import { type TestStack, type TestStackOptions, startTestStack } from "../helpers/test-stack.ts";
import { launchChromium, toChromiumLaunch } from "../setup/chromium.ts";

/** A page, and the name of the user who is signed in on it. */
export interface BrowserUser {
  page: Page;
  username: string | null;
}

type AdminRole = "admin" | "superadmin";

export interface BrowserHarness {
  stack: TestStack;
  /** Opens a page without signing in. */
  visitor(path: string, options?: BrowserContextOptions): Promise<BrowserUser>;
  /** Opens a page as a new user. */
  user(path: string, options?: BrowserContextOptions): Promise<BrowserUser>;
  /** Sets a user's role, which counts from the next request on. */
  makeAdmin(username: string | null, role?: AdminRole): Promise<void>;
  /** Runs an SQL statement, for states that no page can bring about. */
  sql<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** In the current test, allows console errors that match. */
  allowConsoleErrors(pattern: RegExp): void;
}

/** How long tests wait for elements of a page. It is long, because machines may be busy. */
const PAGE_TIMEOUT_MS = 60_000;

const chromiumLaunch = toChromiumLaunch(process.env["TEST_BROWSER"]);
let accounts = 0;

/** Collects the page's console errors, except those about status 404, which tests expect. */
const collectConsoleErrors = (page: Page, consoleErrors: string[]): void => {
  page.on("pageerror", (err) => consoleErrors.push(err.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 404"))
      consoleErrors.push(message.text());
  });
};

const openSql =
  (databaseUrl: string): BrowserHarness["sql"] =>
  async <Row extends object>(statement: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<Row>(statement, values);
    await client.end();
    return rows;
  };

const createBrowserHarness = (
  stack: TestStack,
  databaseUrl: string,
  browser: Browser,
  { consoleErrors, allowedErrors }: { consoleErrors: string[]; allowedErrors: RegExp[] },
): BrowserHarness => {
  const openPage = async (path: string, options: BrowserContextOptions = {}, isUser = false) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    // Opens the transcript of running debates, because most tests read it.
    await context.addInitScript("try { localStorage.transcript ??= 'open' } catch {}");
    accounts += 1;
    const username = isUser ? `person-${process.pid}-${accounts}` : null;
    if (username)
      await context.request.post(`${stack.origin}/api/register`, {
        headers: { origin: stack.origin },
        data: { username, email: `${username}@example.org`, password: "secret1" },
      });
    const page = await context.newPage();
    collectConsoleErrors(page, consoleErrors);
    await page.goto(stack.origin + path);
    return { page, username };
  };
  const sql = openSql(databaseUrl);
  return {
    stack,
    sql,
    visitor: (path, options) => openPage(path, options),
    user: (path, options) => openPage(path, options, true),
    makeAdmin: async (username, role = "admin") =>
      void (await sql("UPDATE users SET role = $2 WHERE username = $1", [username, role])),
    allowConsoleErrors: (pattern) => void allowedErrors.push(pattern),
  };
};

/**
 * Tests the built product with all its processes in a real browser. Any unexpected console error
 * fails the test.
 */
export const describeInBrowser = (
  title: string,
  tests: (site: () => BrowserHarness) => void,
  options: TestStackOptions = {},
): void =>
  (chromiumLaunch ? describe : describe.skip)(title, () => {
    let backend: TestBackend;
    let stack: TestStack;
    let browser: Browser;
    let site: BrowserHarness;
    const consoleErrors: string[] = [];
    const allowedErrors: RegExp[] = [];

    beforeAll(async () => {
      backend = await openTestBackend("postgres");
      stack = await startTestStack(backend, options);
      browser = await launchChromium(chromiumLaunch);
      site = createBrowserHarness(stack, backend.database.url, browser, {
        consoleErrors,
        allowedErrors,
      });
    });
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await stack.fakes.clearFaults();
      const allowed = allowedErrors.splice(0);
      const errors = consoleErrors.splice(0);
      expect(errors.filter((error) => !allowed.some((kind) => kind.test(error)))).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await stack?.stop();
      await backend?.database.drop();
    });
    tests(() => site);
  });
