import { DebateEntity } from "#infra/db/entities/debate.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import { UsageEntryEntity } from "#infra/db/entities/usage-entry.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

const FREE = { input: 0, output: 0, characters: 0 };
const PRICES: Record<string, Partial<typeof FREE>> = {
  "gpt-5.4": { input: 1, output: 10 },
  "grok-4.3": { input: 2, output: 20 },
  "claude-sonnet-5-5": { input: 3, output: 30 },
  "gpt-4o-mini-tts": { characters: 15 },
};

describeBackends(
  "model usage",
  (backend) => {
    let harness: WorkerHarness;
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 1000 });
    });
    /** Starts a worker with speech synthesis and these prices. */
    const startDearWorker = () =>
      harness.startWorker({
        env: backend().env({
          ...harness.variables,
          TTS_BASE_URL: harness.fakes.ttsBaseUrl,
          PRICES: JSON.stringify(PRICES),
        }),
        concurrency: new Map([
          ["turns", 5],
          ["judging", 5],
          ["speech", 5],
        ]),
      });
    afterAll(() => harness.close());
    afterEach(async () => {
      harness.fakes.faults.clear();
      await harness.idle();
    });

    const usageOf = ({ id }: Pick<DebateEntity, "id">, kind?: UsageEntryEntity["kind"]) =>
      harness.db
        .getRepository(UsageEntryEntity)
        .find({ where: { debateId: id, ...(kind && { kind }) }, order: { id: "ASC" } });
    /** Waits until the debate has this many usage rows. */
    const booked = (
      debate: Pick<DebateEntity, "id">,
      count: number,
      kind?: UsageEntryEntity["kind"],
    ) =>
      waitUntil(
        async () => {
          const rows = await usageOf(debate, kind);
          return rows.length >= count && rows;
        },
        { what: `${count} rows of usage` },
      );
    const tokensSent = (kind: "turn" | "judge") =>
      harness.fakes.requests.all({ kind }).map(({ tokens }) => tokens);

    it("is recorded for every speech, judging, verdict and recording, as the vendors count it", async () => {
      const debate = await harness.makeDebate();
      harness.fakes.requests.clear();
      const worker = await startDearWorker();
      await harness.runToEnd(debate);
      const rows = await booked(debate, 7);
      await worker.close();
      const requests = rows.map(({ kind, provider, model }) => `${kind}: ${provider}, ${model}`);
      expect(requests.toSorted()).toEqual([
        "generate-turn: grok, grok-4.3",
        "generate-turn: openai, gpt-5.4",
        "judge-debate: claude, claude-sonnet-5-5",
        "judge-turn: claude, claude-sonnet-5-5",
        "judge-turn: claude, claude-sonnet-5-5",
        "synthesize-speech: voice, gpt-4o-mini-tts",
        "synthesize-speech: voice, gpt-4o-mini-tts",
      ]);
      const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
      const written = (kind: string) =>
        sum(rows.filter((row) => row.kind.startsWith(kind)).map((row) => row.outputTokens));
      expect(written("generate")).toBe(sum(tokensSent("turn")));
      expect(written("judge")).toBe(sum(tokensSent("judge")));
      for (const row of rows) {
        const isSpeech = row.provider === "voice";
        const price = { ...FREE, ...PRICES[row.model] };
        expect(row).toMatchObject({
          userId: debate.userId,
          isEstimated: false,
          price:
            row.inputTokens * price.input +
            row.outputTokens * price.output +
            row.characters * price.characters,
          day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        });
        expect([row.inputTokens > 0, row.outputTokens > 0, row.characters > 0]).toEqual([
          !isSpeech,
          !isSpeech,
          isSpeech,
        ]);
        expect(row.turnId === null).toBe(row.kind === "judge-debate");
        // A recording has a request for each part; a verdict asks two questions.
        expect(row.requests > 1).toBe(isSpeech || row.kind === "judge-debate");
      }
    });

    describe("without a voice", () => {
      beforeAll(async () => void (await harness.startWorker()));

      it("is recorded for a rejected request, too, without tokens", async () => {
        const debate = await harness.makeDebate();
        harness.faultIn(debate, { kind: "turn", effect: "status", status: 503 });
        const turnId = await harness.requestTurn(debate);
        const turn = await harness.turnIn(turnId, { status: "complete" });
        expect(await booked(debate, 2, "generate-turn")).toMatchObject([
          { requests: 1, inputTokens: 0, outputTokens: 0, price: 0, isEstimated: false, turnId },
          { requests: 1, isEstimated: false },
        ]);
        expect(turn.requests).toBe(2);
      });

      it("is estimated when a reply broke off before the vendor's count", async () => {
        const debate = await harness.makeDebate();
        harness.faultIn(debate, { kind: "turn", effect: "cut", after: 40 });
        await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
        const [cut] = await booked(debate, 2, "generate-turn");
        expect(cut).toMatchObject({ isEstimated: true });
        expect(cut?.inputTokens).toBeGreaterThan(100);
        expect(cut?.outputTokens).toBeGreaterThan(10);
      });

      it("is recorded for a speech that failed for good", async () => {
        const debate = await harness.makeDebate();
        harness.faultIn(debate, { kind: "turn", effect: "refuse" });
        const turnId = await harness.requestTurn(debate);
        await harness.turnIn(turnId, { status: "failed" });
        expect(await booked(debate, 1)).toMatchObject([{ kind: "generate-turn", turnId }]);
      });

      it("is recorded for both requests of a judging", async () => {
        const debate = await harness.makeDebate();
        harness.faultIn(debate, { kind: "judge", effect: "not-json" });
        await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
        expect(await booked(debate, 1, "judge-turn")).toMatchObject([{ requests: 2 }]);
      });

      /** Requests a slow turn and waits until it has text. */
      const midSpeech = async (debate: DebateEntity): Promise<number> => {
        harness.faultIn(debate, { kind: "turn", tokensPerSecond: 10 });
        const turnId = await harness.requestTurn(debate);
        await waitUntil(async () => (await harness.turn(turnId)).content !== "");
        return turnId;
      };

      it("is recorded for an attempt that lost its lease", async () => {
        const debate = await harness.makeDebate();
        const turnId = await midSpeech(debate);
        // Another worker takes over with a lease that lasts longer than this test.
        await harness.db.transaction(async (tx) => {
          const turns = tx.getRepository(TurnEntity);
          await turns.update(turnId, { heartbeatAt: new Date(0) });
          await claimJob(tx, "generate-turn", turnId);
          await turns.update(turnId, { heartbeatAt: new Date(Date.now() + 86_400_000) });
        });
        expect(await booked(debate, 1, "generate-turn")).toMatchObject([
          { requests: 1, isEstimated: true, turnId, userId: debate.userId },
        ]);
      });

      it("has no user when its debate was deleted meanwhile", async () => {
        const debate = await harness.makeDebate();
        await midSpeech(debate);
        const listUnownedUsage = () =>
          harness.db.query<object[]>(
            "SELECT FROM usage WHERE debate_id IS NULL AND user_id IS NULL",
          );
        const before = (await listUnownedUsage()).length;
        await harness.db.getRepository(DebateEntity).delete(debate.id);
        await waitUntil(async () => (await listUnownedUsage()).length === before + 1);
      });

      it("is kept without references when its debate and its user are deleted", async () => {
        const [debate, other] = [await harness.makeDebate(), await harness.makeDebate()];
        for (const { id, userId } of [debate, other])
          await insertUsage((...statement) => harness.db.query(...statement), {
            price: 1,
            userId,
            debateId: id,
            turnId: 999999,
          });
        const rows = () =>
          harness.db
            .getRepository(UsageEntryEntity)
            .find({ where: { turnId: 999999 }, order: { id: "ASC" } });
        const [ownUsage] = await usageOf(debate);
        await harness.db.getRepository(DebateEntity).delete(debate.id);
        expect(
          await harness.db.getRepository(UsageEntryEntity).findOneBy({ id: ownUsage?.id ?? 0 }),
        ).toMatchObject({ userId: debate.userId, debateId: null, turnId: null });
        expect(await rows()).toMatchObject([{ userId: other.userId, debateId: other.id }]);
        await harness.db.getRepository(UserEntity).delete(debate.userId);
        expect(
          await harness.db.getRepository(UsageEntryEntity).findOneBy({ id: ownUsage?.id ?? 0 }),
        ).toMatchObject({ userId: null });
        expect(await rows()).toMatchObject([{ userId: other.userId, debateId: other.id }]);
      });
    });
  },
  ["postgres"],
);
