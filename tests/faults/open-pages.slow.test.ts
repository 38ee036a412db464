import { layDatabaseWire, type DatabaseWire } from "../database-wire.ts";
import { type ApiClient, nextTurn, registerUser, startDebate, turnsOf } from "../api-client.ts";
import { describeBackends, type TestBackend, until } from "../harness.ts";
import { type Stack, startStack } from "../processes.ts";
import { History } from "../soak/history.ts";
import { bePages, openPage, type Page } from "../soak/page.ts";

/** An open page is right again this soon after a fault's end, without a reload. */
const RIGHT = { timeoutMs: 10_000, what: "every page being right" };

const directFetch = globalThis.fetch;
beforeAll(() => bePages());
afterAll(() => {
  globalThis.fetch = directFetch;
});

const describePages = (
  title: string,
  tests: (
    live: () => { stack: Stack; wire: DatabaseWire; user: ApiClient; debateId: number },
    open: () => Page[],
    backend: () => TestBackend,
  ) => void,
  on?: readonly TestBackend["name"][],
): void =>
  describeBackends(
    title,
    (backend) => {
      let wire: DatabaseWire;
      let stack: Stack;
      let user: ApiClient;
      let debateId = 0;
      const pages: Page[] = [];
      beforeAll(async () => {
        wire = await layDatabaseWire(backend().database.url);
        const variables = (more = {}) => backend().variables({ ...more, DATABASE_URL: wire.url });
        stack = await startStack({ ...backend(), variables }, { workers: 2 });
      });
      beforeEach(async () => {
        user = await registerUser(stack.origin);
        ({ id: debateId } = await startDebate(user, { maxTurns: 2 }));
      });
      afterEach(() => {
        for (const page of pages.splice(0)) page.close();
      });
      afterAll(async () => {
        await stack?.stop();
        await wire?.cut();
      });
      const open = () => {
        const history = new History();
        for (const cookie of [user.cookie, null])
          pages.push(openPage({ origin: stack.origin, cookie }, debateId, "page", history));
        return pages;
      };
      tests(() => ({ stack, wire, user, debateId }), open, backend);
    },
    on,
  );

const show = (pages: readonly Page[], currentTurn: number, content: string) => () =>
  pages.every(
    (page) =>
      page.debate()?.currentTurn === currentTurn && page.turns()?.at(-1)?.content === content,
  );

describePages("open pages", (live, open) => {
  it("have a turn whose worker was killed before it could announce its end", async () => {
    const { stack, wire, user, debateId } = live();
    const pages = open();
    await until(() => pages.every((page) => page.turns()));
    const commit = wire.hold(/^COMMIT$/, { at: "answer", of: /UPDATE debates SET current_turn/ });
    await nextTurn(user, debateId);
    await commit.reached;
    await Promise.all(stack.workers.splice(0).map((worker) => worker.kill("SIGKILL")));
    commit.drop();
    const [turn] = await turnsOf(user, debateId);
    expect(turn?.status).toBe("complete");
    await until(show(pages, 1, turn?.content ?? ""), RIGHT);
    await Promise.all([stack.startWorker(), stack.startWorker()]);
  });

  it("that were opened while the database was away follow the debate when it is back", async () => {
    const { wire, user, debateId } = live();
    await wire.cut();
    const pages = open();
    await until(() => pages.every((page) => page.hasFailed()));
    await wire.mend();
    await until(() => pages.every((page) => page.turns() && page.debate()), RIGHT);
    await nextTurn(user, debateId);
    await until(async () => {
      const [turn] = await turnsOf(user, debateId);
      return turn?.status === "complete" && show(pages, 1, turn.content)();
    });
  });
});

describePages(
  "open pages, of an API that stood still while Redis was emptied",
  (live, open, backend) => {
    it("have what was said meanwhile", async () => {
      const { stack, user, debateId } = live();
      const pages = open();
      await until(() => pages.every((page) => page.turns()));
      const other = await stack.startApi();
      const elsewhere = Object.assign(await registerUser(`http://localhost:${other.port}`), {
        cookie: user.cookie,
      });
      stack.apis[0]?.freeze();
      await nextTurn(elsewhere, debateId);
      const turn = await until(async () => {
        const [first] = await turnsOf(elsewhere, debateId);
        return first?.status === "complete" && first;
      });
      await backend().redis?.flush();
      stack.apis[0]?.thaw();
      await until(show(pages, 1, turn.content), RIGHT);
    });
  },
  ["redis"],
);
