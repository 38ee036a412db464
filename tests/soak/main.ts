import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { OPEN_JOBS_SQL } from "../faults/invariants.ts";
import { openTestBackend } from "../harness.ts";
import { runSql } from "../bench/support/run-sql.ts";
import { createTestRandom } from "../helpers/seeded-random.ts";
import startServices from "../setup/start-services.ts";
import stopServices from "../setup/stop-services.ts";
import { createSoakFaultInjector, describeUnexpectedExit, healAll } from "./fault-injector.ts";
import {
  checkActivity,
  checkRows,
  measureResourcesByProcess,
  listWrongPages,
} from "./check-invariants.ts";
import { SoakHistory } from "./soak-history.ts";
import { findLeaks } from "./leaks.ts";
import { installPageGlobals, openSimulatedPage, type SimulatedPage } from "./simulated-page.ts";
import {
  actAsAdmin,
  createAcceptedRequests,
  type SimulatedUser,
  createSimulatedUser,
} from "./simulated-user.ts";
import { startSoakStack } from "./soak-stack.ts";
import { startNextDay } from "./spending-limit.ts";

const USER_COUNT = 4;
const PAGE_COUNT = 10;
/** Duration of the faults in a round. Afterwards all faults end and everything is checked. */
const CHAOS_MS = 25_000;
/** Duration of a simulated day, after which the daily spending limits start again. */
const SPENDING_DAY_MS = 8_000;
/** Open pages must be correct again, without a reload, within this time after the last fault. */
const PAGES_SETTLE_MS = 10_000;
/** All jobs must have finished within this time after the last fault. */
const JOBS_SETTLE_MS = 60_000;
const MAX_CONNECTIONS = 200;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    backend: { type: "string", default: "postgres" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const name = options.backend === "redis" ? "redis" : "postgres";
const seed = Number(options.seed);
const endsAt = Date.now() + Number(options.minutes) * 60_000;
const command = `npm run soak -- --minutes ${options.minutes} --backend ${name} --seed ${seed}`;
process.stdout.write(`seed ${seed}: ${command}\n`);

/**
 * Number of random generators so far. Each actor has its own, so that the choices of one actor do
 * not change those of another.
 */
let actors = 0;
const nextRandom = () => createTestRandom(seed + 7919 * (actors += 1));

/** Polls until the list is empty or `ms` have passed. Returns the last list and the duration. */
const waitUntilEmpty = async (ask: () => Promise<string[]>, ms: number) => {
  const startedAt = Date.now();
  for (;;) {
    const left = await ask();
    const tookMs = Date.now() - startedAt;
    if (left.length === 0 || tookMs > ms) return { left, tookMs };
    await pause(250);
  }
};

const OPEN_WORK_SQL = `${OPEN_JOBS_SQL}
  UNION ALL SELECT 'purchase ' || id || ', which was approved, is ' || status FROM transactions
   WHERE status <> 'completed' AND coalesce(capture_id, decline ->> 'issue') IS NULL
     AND order_id = ANY($1)
  UNION ALL SELECT 'debate ' || id || ' has Auto-Play on' FROM debates
   WHERE auto_play_status IN ('pending', 'running')
  UNION ALL SELECT 'debate ' || id || ' waits for the ' || spending_pause FROM debates
   WHERE spending_pause IS NOT NULL`;

const soak = async (history: SoakHistory): Promise<void> => {
  const backend = await openTestBackend(name);
  const product = await startSoakStack(backend, history);
  const accepted = createAcceptedRequests();
  const pages: SimulatedPage[] = [];
  try {
    const users: SimulatedUser[] = [];
    for (let n = 1; n <= USER_COUNT; n++)
      users.push(
        await createSimulatedUser(`person ${n}`, product, {
          random: nextRandom(),
          accepted,
          history,
        }),
      );
    const admin = await createSimulatedUser("admin", product, {
      random: nextRandom(),
      accepted,
      history,
    });
    await runSql(
      backend,
      `INSERT INTO credit_ledger (user_id, delta, reason, reference)
       SELECT id, 500, 'admin', gen_random_uuid()::text FROM users`,
    );
    await runSql(backend, "UPDATE users SET role = 'admin' WHERE id = (SELECT max(id) FROM users)");
    for (const user of users) await user.begin();

    const chaos = { isOn: true };
    const whileChaos = async (
      act: (random: (n: number) => number) => Promise<void>,
      most: number,
    ) => {
      const random = nextRandom();
      while (chaos.isOn) {
        await pause(random(most));
        if (chaos.isOn) await act(random);
      }
    };
    const pageRandom = nextRandom();
    const movePage = (at: number) => {
      const debates = [...accepted.debates];
      const debateId = debates.at(-1 - pageRandom(Math.min(debates.length, 8)));
      if (debateId === undefined) return;
      pages[at]?.close();
      const client = users[at % USER_COUNT]?.clients[at % 2];
      const browser = {
        origin: client?.origin ?? "",
        cookie: at % 2 ? null : (client?.cookie ?? null),
      };
      pages[at] = openSimulatedPage(
        { ...browser, origin: product.origins[Math.floor(at / 2) % 2] ?? "" },
        debateId,
        `page ${at} (${browser.cookie ? "member" : "visitor"})`,
        history,
      );
    };
    for (let at = 0; at < PAGE_COUNT; at++) movePage(at);

    const resourcesByRound = [await measureResourcesByProcess(product)];
    const injector = createSoakFaultInjector(product, nextRandom(), history);
    do {
      chaos.isOn = true;
      const adminRandom = nextRandom();
      const actions = [
        ...users.map((user) => whileChaos(() => user.act(), 800)),
        whileChaos(() => actAsAdmin(admin, { random: adminRandom, accepted, history }), 3000),
        whileChaos(async (random) => movePage(random(PAGE_COUNT)), 4000),
        whileChaos(() => injector.injectFault(pages), 2000),
        // A fault may close the connection while this runs. Then the next run starts the simulated
        // day.
        whileChaos(() => startNextDay(backend, history).catch(() => undefined), SPENDING_DAY_MS),
      ];
      await pause(CHAOS_MS);
      chaos.isOn = false;
      await Promise.all(actions);
      await healAll(product);
      await runSql(backend, "UPDATE transactions SET check_at = now() WHERE status = 'pending'");
      history.note("all faults have ended");
      await Promise.all(users.map((user) => user.stopAutoPlay()));
      const work = await waitUntilEmpty(async () => {
        await startNextDay(backend, history, { alsoForUsers: true });
        const open = await runSql<{ what: string }>(backend, OPEN_WORK_SQL, [
          [...accepted.approved],
        ]);
        return open.map(({ what }) => what);
      }, JOBS_SETTLE_MS);
      for (const what of work.left)
        history.violate(`${what}, a minute after the end of all faults`);
      const pageCheck = await waitUntilEmpty(() => listWrongPages(backend, pages), PAGES_SETTLE_MS);
      for (const wrong of pageCheck.left) history.violate(`wrong without a reload: ${wrong}`);
      await checkRows(product, accepted, history);
      for (const place of product.slots)
        if (!place.process.isRunning()) history.violate(describeUnexpectedExit(place));
      const [connections] = await runSql<{ count: number }>(
        backend,
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()",
      );
      const count = connections?.count ?? 0;
      if (count > MAX_CONNECTIONS) history.violate(`${count} connections to the database`);
      resourcesByRound.push(await measureResourcesByProcess(product));
      for (const leak of findLeaks(resourcesByRound)) history.violate(leak);
      process.stdout.write(
        `jobs done after ${work.tookMs} ms, pages correct ${pageCheck.tookMs} ms later; ` +
          `${accepted.debates.size} debates, ${accepted.turns.size} turns, ${count} connections\n`,
      );
    } while (Date.now() < endsAt && history.violations.length === 0);
    await checkActivity(backend, history);
  } finally {
    for (const page of pages) page.close();
    await product.close();
    await backend.database.drop();
    await backend.redis?.stop();
  }
};

const history = new SoakHistory();
installPageGlobals();
await startServices();
try {
  await soak(history);
} finally {
  await stopServices();
}
process.stdout.write(
  history.violations.length > 0
    ? `\n${history.violations.length} violations:\n${history.violations.join("\n")}\nRun again: ${command}\n`
    : "Every invariant held.\n",
);
process.exit(history.violations.length > 0 ? 1 : 0);
