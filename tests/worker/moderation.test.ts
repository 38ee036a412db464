import { DebateEntity } from "#infra/db/entities/debate.ts";
import type { TurnEntity } from "#infra/db/entities/turn.ts";
import { selectRows } from "#infra/db/sql.ts";
import { DEBATE_COLUMNS } from "#worker/jobs/common/load-debate.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { waitForLockWait } from "../helpers/lock-waits.ts";
import { listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

const BOMB = "How to build a bomb at home, step by step";
const REFUSAL =
  "We don’t host this topic because it asks for something illegal. Your credit is back.";

describeBackends(
  "moderation",
  (backend) => {
    let harness: WorkerHarness;
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend());
      const { moderationBaseUrl } = harness.fakes;
      const variables = { ...harness.variables, MODERATION_BASE_URL: moderationBaseUrl };
      await harness.startWorker({ env: backend().env(variables), logger: testLogger });
    });
    afterAll(() => harness.close());
    afterEach(async () => {
      harness.fakes.faults.clear();
      // Deletes pending moderations, because they would use up the fault that the next test
      // prepares.
      await waitUntil(async () => {
        await harness.db.query(
          "DELETE FROM moderations WHERE status = 'pending' AND isfinite(run_at)",
        );
        const running = await harness.db.query(
          "SELECT FROM moderations WHERE status = 'running' AND isfinite(heartbeat_at)",
        );
        return running.length === 0;
      });
      harness.fakes.requests.clear();
    });

    const flagNext = (contains?: string) =>
      harness.fakes.faults.add({
        kind: "moderation",
        effect: "flag",
        ...(contains && { contains }),
      });
    const moderations = ({ id }: DebateEntity) =>
      harness.db.query<{ status: string; flagged: string[]; failures: number; due: number }[]>(
        `SELECT status, flagged, failures, extract(epoch FROM run_at - now())::float AS due
           FROM moderations WHERE debate_id = $1 ORDER BY id`,
        [id],
      );
    const lookedAt = (debate: DebateEntity) =>
      waitUntil(async () => {
        const rows = await moderations(debate);
        return rows.length > 0 && rows.every(({ status }) => status === "complete") && rows;
      });
    const creditsOf = async ({ userId }: DebateEntity) => {
      const [owner] = await harness.db.query<{ credits: number }[]>(
        "SELECT credits FROM users WHERE id = $1",
        [userId],
      );
      return owner?.credits;
    };
    const addTurn = async (
      debate: DebateEntity,
      columns: Partial<TurnEntity> = { status: "complete" },
    ) => harness.turnIn(await harness.requestTurn(debate), columns);

    it("refuses a harmful topic with its reason and refunds its credit", async () => {
      const debate = await harness.makeDebate({ topic: BOMB });
      const events = await harness.watch(debate);
      await harness.db.getRepository(DebateEntity).update(debate.id, { autoPlayBy: debate.userId });
      await harness.moderateTopic(debate);
      await waitUntil(() => listEventNames(events).includes("credits:updated"));
      expect(await harness.debate(debate.id)).toMatchObject({
        refusal: REFUSAL,
        isPublic: false,
        shareEnabled: false,
        refunded: true,
        autoPlayBy: null,
      });
      expect(await creditsOf(debate)).toBe(1);
      expect(await lookedAt(debate)).toMatchObject([{ flagged: ["illicit", "illicit/violent"] }]);
    });

    it("generates no turn on a refused topic, even if the turn was requested before the decision", async () => {
      harness.fakes.faults.add({ kind: "moderation", firstTokenMs: 500 });
      const debate = await harness.makeDebate({ topic: BOMB });
      await harness.moderateTopic(debate);
      const turn = await addTurn(debate, { status: "failed" });
      expect(turn.error).toEqual({ code: "refused", message: REFUSAL });
      expect(harness.fakes.requests.all({ kind: "turn" })).toEqual([]);
      expect(await creditsOf(debate)).toBe(1);
    });

    it("counts a topic as undecided only while its own check is pending", async () => {
      const [debate, other] = [await harness.makeDebate(), await harness.makeDebate()];
      await harness.db.query(
        `WITH spoken AS (
           INSERT INTO turns (debate_id, turn_number, role, type, status)
           VALUES ($1, 1, 'bot_a', 'opening', 'complete') RETURNING id)
         INSERT INTO moderations (debate_id, turn_id, status, run_at)
         SELECT $1::int, id, 'pending', 'infinity'::timestamptz FROM spoken
          UNION ALL
         VALUES ($1::int, NULL::int, 'complete', NULL::timestamptz), ($2::int, NULL, 'pending', 'infinity')`,
        [debate.id, other.id],
      );
      const open = `SELECT ${DEBATE_COLUMNS} FROM debates d WHERE d.id = ANY($1) ORDER BY d.id`;
      const rows = await selectRows<{ isModerationPending: boolean }>(harness.db, open, [
        [debate.id, other.id],
      ]);
      expect(rows.map(({ isModerationPending }) => isModerationPending)).toEqual([false, true]);
      await harness.db.query("DELETE FROM debates WHERE id = ANY($1)", [[debate.id, other.id]]);
    });

    it("accepts a harmless topic", async () => {
      const debate = await harness.makeDebate({ topic: "War is never the answer" });
      await harness.moderateTopic(debate);
      await addTurn(debate);
      expect(await harness.debate(debate.id)).toMatchObject({ refusal: null, isPublic: true });
    });

    it.each([
      ["standard", false],
      ["roast", true],
    ] as const)("accepts an insult as the topic of a %s debate: %p", async (format, isTaken) => {
      const debate = await harness.makeDebate({ topic: "My opponent is an idiot", format });
      await harness.moderateTopic(debate);
      await lookedAt(debate);
      expect((await harness.debate(debate.id)).refusal === null).toBe(isTaken);
    });

    it("checks each finished turn and hides a harmful one", async () => {
      const debate = await harness.makeDebate();
      const events = await harness.watch(debate, "visitor");
      flagNext();
      const { id: turnId, content } = await addTurn(debate);
      await waitUntil(() => listEventNames(events).includes("turn:moderated"));
      expect(await harness.turn(turnId)).toMatchObject({ isHidden: true, content });
      const reviews = `SELECT debate_id, turn_id, decision FROM reviews WHERE debate_id = $1`;
      expect(await harness.db.query(reviews, [debate.id])).toEqual([
        { debate_id: debate.id, turn_id: turnId, decision: null },
      ]);
      const [asked] = harness.fakes.requests.all({ kind: "moderation" });
      expect(asked?.body).toEqual({ model: "omni-moderation-latest", input: content });
      const next = await addTurn(debate);
      await lookedAt(debate);
      expect((await harness.turn(next.id)).isHidden).toBe(false);
    });

    it("locks no turn while it waits for a debate that is being deleted", async () => {
      const debate = await harness.makeDebate();
      const { id: turnId } = await addTurn(debate, { judgingStatus: "complete" });
      await lookedAt(debate);
      const deletion = harness.db.createQueryRunner();
      await deletion.startTransaction();
      try {
        await deletion.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [debate.id]);
        flagNext();
        await harness.db.query(
          "UPDATE moderations SET status = 'pending', run_at = now() - interval '2 seconds' WHERE turn_id = $1",
          [turnId],
        );
        await waitForLockWait(harness.db);
        const free = "SELECT FROM turns WHERE id = $1 FOR UPDATE SKIP LOCKED";
        expect(await deletion.query(free, [turnId])).toHaveLength(1);
      } finally {
        await deletion.rollbackTransaction();
        await deletion.release();
      }
      await harness.turnIn(turnId, { isHidden: true });
    });

    it("hides a turn while another debate is locked", async () => {
      const [debate, other] = [await harness.makeDebate(), await harness.makeDebate()];
      const work = harness.db.createQueryRunner();
      await work.startTransaction();
      try {
        await work.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [other.id]);
        flagNext();
        const { id: turnId } = await addTurn(debate);
        expect(await harness.turnIn(turnId, { isHidden: true })).toMatchObject({ id: turnId });
      } finally {
        await work.rollbackTransaction();
        await work.release();
      }
    });

    it("leaves the text of a hidden turn out of later prompts", async () => {
      const debate = await harness.makeDebate();
      flagNext();
      const { id, content } = await addTurn(debate);
      await waitUntil(async () => (await harness.turn(id)).isHidden);
      harness.fakes.requests.clear();
      await addTurn(debate);
      const [asked] = harness.fakes.requests.all({ kind: "turn" });
      const prompt = JSON.stringify(asked?.body);
      expect(prompt).toContain("(This speech was removed.)");
      expect(prompt).not.toContain(content.slice(0, 40));
      await lookedAt(debate);
    });

    it("removes ruling, feedback and quotes from the judgement event of a hidden turn", async () => {
      const debate = await harness.makeDebate();
      flagNext();
      const { id: turnId } = await addTurn(debate);
      await lookedAt(debate);
      await harness.turnIn(turnId, { isHidden: true, judgingStatus: "complete" });
      const events = await harness.watch(debate);
      await harness.db.query("UPDATE turns SET judging_status = 'pending' WHERE id = $1", [turnId]);
      await harness.enqueue("judge-turn", { turnId }, { attempt: 1 });
      await waitUntil(() => listEventNames(events).includes("turn:judged"));
      const judged = events.find(({ name }) => name === "turn:judged")?.event;
      expect(judged).toMatchObject({ ruling: null, feedback: null, quotes: [] });
    });

    it("does not delay turns while the service is down, and checks the texts afterwards", async () => {
      const debate = await harness.makeDebate({ topic: BOMB });
      const down = { kind: "moderation", contains: "bomb", effect: "status", status: 503 } as const;
      harness.fakes.faults.add({ ...down, times: 100 });
      await harness.moderateTopic(debate);
      expect(await addTurn(debate)).toMatchObject({ error: null });
      expect(await moderations(debate)).toContainEqual(
        expect.objectContaining({ status: expect.stringMatching(/pending|running/) }),
      );
      harness.fakes.faults.clear();
      await waitUntil(async () => (await harness.debate(debate.id)).refusal === REFUSAL);
      expect(await creditsOf(debate)).toBe(1);
    });

    it("is retried without limit, with delays that grow to an hour", async () => {
      const debate = await harness.makeDebate();
      const broken = { kind: "moderation", effect: "status", status: 401 } as const;
      for (const [failures, minutes] of [
        [0, 1],
        [6, 4],
        [30, 60],
      ] as const) {
        harness.fakes.faults.add(broken);
        await harness.db.query("DELETE FROM moderations WHERE debate_id = $1", [debate.id]);
        await harness.db.query(
          "INSERT INTO moderations (debate_id, failures, run_at) VALUES ($1, $2, now() - interval '2 seconds')",
          [debate.id, failures],
        );
        const [row] = await waitUntil(async () => {
          const rows = await moderations(debate);
          return rows[0]?.failures === failures + 1 && rows;
        });
        expect(row).toMatchObject({ status: "pending" });
        expect(row?.due).toBeGreaterThan(minutes * 60 - 10);
        expect(row?.due).toBeLessThanOrEqual(minutes * 60);
      }
    });
  },
  ["postgres"],
);

describeBackends(
  "a server without moderation",
  (backend) => {
    it("accepts every topic and closes pending checks", async () => {
      const harness = await WorkerHarness.open(backend());
      await harness.startWorker();
      const debate = await harness.makeDebate({ topic: BOMB });
      await harness.moderateTopic(debate);
      await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
      await waitUntil(async () => {
        const statusSql = "SELECT status FROM moderations WHERE debate_id = $1";
        const rows = await harness.db.query(statusSql, [debate.id]);
        return rows.length === 1 && rows[0].status === "complete";
      });
      expect(await harness.debate(debate.id)).toMatchObject({ refusal: null });
      await harness.close();
    });
  },
  ["postgres"],
);
