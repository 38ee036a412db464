import {
  startDatabaseProxy,
  type DatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import {
  type ApiClient,
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { describeBackends, type TestBackend, waitUntil } from "../harness.ts";
import { type TestStack, startTestStack } from "../helpers/test-stack.ts";
import { SoakHistory } from "../soak/soak-history.ts";
import {
  installPageGlobals,
  openSimulatedPage,
  type SimulatedPage,
} from "../soak/simulated-page.ts";

/**
 * How long an open page may take after the end of a fault to show the current state without a
 * reload.
 */
const UP_TO_DATE = { timeoutMs: 10_000, what: "every page being up to date" };

const directFetch = globalThis.fetch;
beforeAll(() => installPageGlobals());
afterAll(() => {
  globalThis.fetch = directFetch;
});

const describePages = (
  title: string,
  tests: (
    live: () => { stack: TestStack; proxy: DatabaseProxy; user: ApiClient; debateId: number },
    openPages: () => SimulatedPage[],
    backend: () => TestBackend,
  ) => void,
  on?: readonly TestBackend["name"][],
): void =>
  describeBackends(
    title,
    (backend) => {
      let proxy: DatabaseProxy;
      let stack: TestStack;
      let user: ApiClient;
      let debateId = 0;
      const pages: SimulatedPage[] = [];
      beforeAll(async () => {
        proxy = await startDatabaseProxy(backend().database.url);
        const variables = (more = {}) => backend().variables({ ...more, DATABASE_URL: proxy.url });
        stack = await startTestStack({ ...backend(), variables }, { workers: 2 });
      });
      beforeEach(async () => {
        user = await registerUser(stack.origin);
        ({ id: debateId } = await createDebateWith(user, { maxTurns: 2 }));
      });
      afterEach(() => {
        for (const page of pages.splice(0)) page.close();
      });
      afterAll(async () => {
        await stack?.stop();
        await proxy?.cut();
      });
      const openPages = () => {
        const history = new SoakHistory();
        for (const cookie of [user.cookie, null])
          pages.push(
            openSimulatedPage({ origin: stack.origin, cookie }, debateId, "page", history),
          );
        return pages;
      };
      tests(() => ({ stack, proxy, user, debateId }), openPages, backend);
    },
    on,
  );

const areShowing = (pages: readonly SimulatedPage[], currentTurn: number, content: string) => () =>
  pages.every(
    (page) =>
      page.debate()?.currentTurn === currentTurn && page.turns()?.at(-1)?.content === content,
  );

describePages("open pages", (live, openPages) => {
  it("show the end of a turn whose worker was killed before it published the event", async () => {
    const { stack, proxy, user, debateId } = live();
    const pages = openPages();
    await waitUntil(() => pages.every((page) => page.turns()));
    const commit = proxy.hold(/^COMMIT$/, { at: "answer", of: /UPDATE debates SET current_turn/ });
    await requestNextTurn(user, debateId);
    await commit.reached;
    await Promise.all(stack.workers.splice(0).map((worker) => worker.kill("SIGKILL")));
    commit.drop();
    const [turn] = await fetchTurns(user, debateId);
    expect(turn?.status).toBe("complete");
    await waitUntil(areShowing(pages, 1, turn?.content ?? ""), UP_TO_DATE);
    await Promise.all([stack.startWorker(), stack.startWorker()]);
  });

  it("that were opened while the database was down follow the debate once it is back", async () => {
    const { proxy, user, debateId } = live();
    await proxy.cut();
    const pages = openPages();
    await waitUntil(() => pages.every((page) => page.hasFailed()));
    await proxy.mend();
    await waitUntil(() => pages.every((page) => page.turns() && page.debate()), UP_TO_DATE);
    await requestNextTurn(user, debateId);
    await waitUntil(async () => {
      const [turn] = await fetchTurns(user, debateId);
      return turn?.status === "complete" && areShowing(pages, 1, turn.content)();
    });
  });
});

describePages(
  "open pages of an API that was frozen while Redis was emptied",
  (live, openPages, backend) => {
    it("show a turn that was generated meanwhile", async () => {
      const { stack, user, debateId } = live();
      const pages = openPages();
      await waitUntil(() => pages.every((page) => page.turns()));
      const other = await stack.startApi();
      const otherClient = Object.assign(await registerUser(`http://localhost:${other.port}`), {
        cookie: user.cookie,
      });
      stack.apis[0]?.freeze();
      await requestNextTurn(otherClient, debateId);
      const turn = await waitUntil(async () => {
        const [first] = await fetchTurns(otherClient, debateId);
        return first?.status === "complete" && first;
      });
      await backend().redis?.flush();
      stack.apis[0]?.thaw();
      await waitUntil(areShowing(pages, 1, turn.content), UP_TO_DATE);
    });
  },
  ["redis"],
);
