import { UsageEntryEntity } from "#infra/db/entities/usage-entry.ts";
import { languageRepeats } from "#infra/metrics/registry.ts";
import type { Language } from "#shared/domain/debates/language/language.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import {
  type RequestBody,
  type ScriptedModelServer,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { SPEECHES } from "../helpers/speeches-by-language.ts";
import { joinDeltas } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

/** Each reply costs more than this daily limit, in dollars. */
const LOW_LIMIT = "0.000001";

describeBackends(
  "the language of a finished turn",
  (backend) => {
    let server: ScriptedModelServer;
    let harness: WorkerHarness;
    let log: ReturnType<typeof createMemoryLogger>;
    /** The replies of the model; the last one repeats. */
    let replies: string[];
    let closeWorker: () => Promise<void>;

    const startWorker = async (variables: Record<string, string> = {}) => {
      log = createMemoryLogger();
      const OPENAI_BASE_URL = `${server.origin}/v1`;
      const env = backend().env({ ...harness.variables, OPENAI_BASE_URL, ...variables });
      ({ close: closeWorker } = await harness.startWorker({ env, logger: log.logger }));
    };
    beforeAll(async () => {
      server = await startScriptedModelServer();
      server.answer = (res, body) =>
        sendReply(res, body, replies.length > 1 ? replies.shift() : replies[0]);
      harness = await WorkerHarness.openEmpty(backend());
    });
    afterAll(async () => {
      await harness.close();
      server.close();
    });
    beforeEach(() => {
      server.bodies.length = 0;
      languageRepeats.reset();
    });
    afterEach(async () => {
      await closeWorker();
      await harness.db.query("DELETE FROM debates");
      await harness.db.query("DELETE FROM usage");
    });

    const requestTurn = async (language: Language | null) => {
      const debate = await harness.makeDebate({ language, botBProvider: "claude" });
      const events = await harness.watch(debate);
      const turnId = await harness.requestTurn(debate);
      const turn = await harness.turnIn(turnId, { status: "complete" });
      return { debate, turn, events };
    };
    const counted = async () => (await languageRepeats.get()).values;
    const logged = () => log.lines.filter(({ msg }) => msg === "turn.wrong_language");
    const taskOf = ({ messages }: RequestBody) => messages.at(-1)?.content ?? "";

    it("is requested once more if it is wrong, with a reminder, and the repeat is paid", async () => {
      await startWorker();
      replies = [SPEECHES.en, SPEECHES.es];
      const { debate, turn, events } = await requestTurn("es");
      expect(turn).toMatchObject({ content: SPEECHES.es, attempt: 2, failures: 0, requests: 2 });
      const [first, second] = server.bodies.map(taskOf);
      expect(first).not.toContain("another language");
      expect(second).toMatch(
        /another language before\. Write the whole speech in Spanish \(es\)\./,
      );
      expect(await counted()).toEqual([
        { labels: { provider: "openai", language: "es" }, value: 1 },
      ]);
      expect(logged()).toMatchObject([{ language: "es", isKept: false }]);
      const paid = await harness.db
        .getRepository(UsageEntryEntity)
        .findBy({ debateId: debate.id, kind: "generate-turn" });
      expect(paid.map(({ requests }) => requests)).toEqual([1, 1]);
      await waitUntil(() => events.some(({ name }) => name === "turn:completed"));
      expect(joinDeltas(events, turn.id)).toBe(SPEECHES.es);
    });

    it("is kept and judged if the second text is wrong as well", async () => {
      await startWorker();
      replies = [SPEECHES.en];
      const { turn } = await requestTurn("es");
      expect(turn).toMatchObject({ content: SPEECHES.en, attempt: 2, failures: 0, error: null });
      await harness.turnIn(turn.id, { judgingStatus: "complete" });
      expect(server.bodies).toHaveLength(2);
      expect(await counted()).toMatchObject([{ value: 1 }]);
      expect(logged()).toMatchObject([{ isKept: false }, { isKept: true }]);
    });

    it("is not repeated again after a failure between the two texts", async () => {
      await startWorker();
      replies = [SPEECHES.en, "", SPEECHES.de];
      const { turn } = await requestTurn("es");
      expect(turn).toMatchObject({ content: SPEECHES.de, attempt: 3, failures: 1 });
      expect(server.bodies).toHaveLength(3);
    });

    it("is not repeated if a spending limit is reached", async () => {
      await startWorker({ DAILY_SPEND_LIMIT: LOW_LIMIT });
      replies = [SPEECHES.en];
      const { turn } = await requestTurn("es");
      expect(turn).toMatchObject({ content: SPEECHES.en, attempt: 1 });
      expect(server.bodies).toHaveLength(1);
      expect(logged()).toMatchObject([{ isKept: true }]);
    });

    it("is not repeated if the turn has no request left", async () => {
      await startWorker();
      replies = [SPEECHES.en];
      const debate = await harness.makeDebate({ language: "es", botBProvider: "claude" });
      const turnId = await harness.requestTurn(debate, { isLost: true });
      await harness.db.query(`UPDATE turns SET requests = 14 WHERE id = $1`, [turnId]);
      await harness.enqueue("generate-turn", { turnId }, { attempt: 0 });
      await harness.turnIn(turnId, { status: "complete", attempt: 1 });
      expect(server.bodies).toHaveLength(1);
    });

    it.each<[string, Language | null, string, Record<string, string>]>([
      ["if the debate has no language", null, SPEECHES.en, {}],
      ["if it is right", "ja", SPEECHES.ja, {}],
      ["if it is short", "es", "We act, and we act now.", {}],
      ["if the model is a fake", "es", SPEECHES.en, { STANDIN_PROVIDERS: "openai" }],
    ])("is not repeated %s", async (_what, language, text, variables) => {
      await startWorker(variables);
      replies = [text];
      const { turn } = await requestTurn(language);
      expect(turn).toMatchObject({ content: text, attempt: 1 });
      // A fake's text must not be attributed to a real model.
      expect(turn.model === "simulated").toBe("STANDIN_PROVIDERS" in variables);
      expect(logged()).toEqual([]);
    });

    it("closes a half-open circuit breaker, because the provider has replied", async () => {
      await startWorker();
      await harness.db.query(
        `UPDATE provider_health SET failures = 5, open_until = now() - interval '1 second'
          WHERE provider = 'openai'`,
      );
      replies = [SPEECHES.en, SPEECHES.es];
      const { turn } = await requestTurn("es");
      expect(turn.attempt).toBe(2);
      const [health] = await harness.db.query<{ failures: number }[]>(
        `SELECT failures FROM provider_health WHERE provider = 'openai'`,
      );
      expect(health?.failures).toBe(0);
    });
  },
  ["postgres"],
);
