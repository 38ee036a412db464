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
    let stage: WorkerHarness;
    beforeAll(async () => {
      stage = await WorkerHarness.open(backend());
      const { moderationBaseUrl } = stage.standins;
      const variables = { ...stage.variables, MODERATION_BASE_URL: moderationBaseUrl };
      await stage.startWorker({ env: backend().env(variables), logger: testLogger });
    });
    afterAll(() => stage.close());
    afterEach(async () => {
      stage.standins.faults.clear();
      // A pending moderation would use up the fault that the next test prepares.
      await waitUntil(async () => {
        await stage.db.query(
          "DELETE FROM moderations WHERE status = 'pending' AND isfinite(run_at)",
        );
        const running = await stage.db.query(
          "SELECT FROM moderations WHERE status = 'running' AND isfinite(heartbeat_at)",
        );
        return running.length === 0;
      });
      stage.standins.requests.clear();
    });

    const flagNext = (contains?: string) =>
      stage.standins.faults.next({
        kind: "moderation",
        effect: "flag",
        ...(contains && { contains }),
      });
    const moderations = ({ id }: DebateEntity) =>
      stage.db.query<{ status: string; flagged: string[]; failures: number; due: number }[]>(
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
      const [owner] = await stage.db.query<{ credits: number }[]>(
        "SELECT credits FROM users WHERE id = $1",
        [userId],
      );
      return owner?.credits;
    };
    const speak = async (
      debate: DebateEntity,
      wanted: Partial<TurnEntity> = { status: "complete" },
    ) => stage.turnIn(await stage.requestTurn(debate), wanted);

    it("refuses a harmful topic with its reason and refunds its credit", async () => {
      const debate = await stage.makeDebate({ topic: BOMB });
      const heard = await stage.watch(debate);
      await stage.db.getRepository(DebateEntity).update(debate.id, { autoPlayBy: debate.userId });
      await stage.moderateTopic(debate);
      await waitUntil(() => listEventNames(heard).includes("credits:updated"));
      expect(await stage.debate(debate.id)).toMatchObject({
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
      stage.standins.faults.next({ kind: "moderation", firstTokenMs: 500 });
      const debate = await stage.makeDebate({ topic: BOMB });
      await stage.moderateTopic(debate);
      const turn = await speak(debate, { status: "failed" });
      expect(turn.error).toEqual({ code: "refused", message: REFUSAL });
      expect(stage.standins.requests.all({ kind: "turn" })).toEqual([]);
      expect(await creditsOf(debate)).toBe(1);
    });

    it("counts a topic as undecided only while its own check is pending", async () => {
      const [debate, other] = [await stage.makeDebate(), await stage.makeDebate()];
      await stage.db.query(
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
      const rows = await selectRows<{ isTopicOpen: boolean }>(stage.db, open, [
        [debate.id, other.id],
      ]);
      expect(rows.map(({ isTopicOpen }) => isTopicOpen)).toEqual([false, true]);
      await stage.db.query("DELETE FROM debates WHERE id = ANY($1)", [[debate.id, other.id]]);
    });

    it("accepts a harmless topic", async () => {
      const debate = await stage.makeDebate({ topic: "War is never the answer" });
      await stage.moderateTopic(debate);
      await speak(debate);
      expect(await stage.debate(debate.id)).toMatchObject({ refusal: null, isPublic: true });
    });

    it.each([
      ["standard", false],
      ["roast", true],
    ] as const)("accepts an insult as the topic of a %s debate: %p", async (format, isTaken) => {
      const debate = await stage.makeDebate({ topic: "My opponent is an idiot", format });
      await stage.moderateTopic(debate);
      await lookedAt(debate);
      expect((await stage.debate(debate.id)).refusal === null).toBe(isTaken);
    });

    it("checks each finished turn and hides a harmful one", async () => {
      const debate = await stage.makeDebate();
      const heard = await stage.watch(debate, "visitor");
      flagNext();
      const { id: turnId, content } = await speak(debate);
      await waitUntil(() => listEventNames(heard).includes("turn:moderated"));
      expect(await stage.turn(turnId)).toMatchObject({ isHidden: true, content });
      const reviews = `SELECT debate_id, turn_id, decision FROM reviews WHERE debate_id = $1`;
      expect(await stage.db.query(reviews, [debate.id])).toEqual([
        { debate_id: debate.id, turn_id: turnId, decision: null },
      ]);
      const [asked] = stage.standins.requests.all({ kind: "moderation" });
      expect(asked?.body).toEqual({ model: "omni-moderation-latest", input: content });
      const next = await speak(debate);
      await lookedAt(debate);
      expect((await stage.turn(next.id)).isHidden).toBe(false);
    });

    it("locks no turn while it waits for a debate that is being deleted", async () => {
      const debate = await stage.makeDebate();
      const { id: turnId } = await speak(debate, { judgingStatus: "complete" });
      await lookedAt(debate);
      const deletion = stage.db.createQueryRunner();
      await deletion.startTransaction();
      try {
        await deletion.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [debate.id]);
        flagNext();
        await stage.db.query(
          "UPDATE moderations SET status = 'pending', run_at = now() - interval '2 seconds' WHERE turn_id = $1",
          [turnId],
        );
        await waitForLockWait(stage.db);
        const free = "SELECT FROM turns WHERE id = $1 FOR UPDATE SKIP LOCKED";
        expect(await deletion.query(free, [turnId])).toHaveLength(1);
      } finally {
        await deletion.rollbackTransaction();
        await deletion.release();
      }
      await stage.turnIn(turnId, { isHidden: true });
    });

    it("hides a turn while another debate is locked", async () => {
      const [debate, other] = [await stage.makeDebate(), await stage.makeDebate()];
      const work = stage.db.createQueryRunner();
      await work.startTransaction();
      try {
        await work.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [other.id]);
        flagNext();
        const { id: turnId } = await speak(debate);
        expect(await stage.turnIn(turnId, { isHidden: true })).toMatchObject({ id: turnId });
      } finally {
        await work.rollbackTransaction();
        await work.release();
      }
    });

    it("leaves the text of a hidden turn out of later prompts", async () => {
      const debate = await stage.makeDebate();
      flagNext();
      const { id, content } = await speak(debate);
      await waitUntil(async () => (await stage.turn(id)).isHidden);
      stage.standins.requests.clear();
      await speak(debate);
      const [asked] = stage.standins.requests.all({ kind: "turn" });
      const prompt = JSON.stringify(asked?.body);
      expect(prompt).toContain("(This speech was removed.)");
      expect(prompt).not.toContain(content.slice(0, 40));
      await lookedAt(debate);
    });

    it("removes feedback and quotes from the judgement event of a hidden turn", async () => {
      const debate = await stage.makeDebate();
      flagNext();
      const { id: turnId } = await speak(debate);
      await lookedAt(debate);
      await stage.turnIn(turnId, { isHidden: true, judgingStatus: "complete" });
      const heard = await stage.watch(debate);
      await stage.db.query("UPDATE turns SET judging_status = 'pending' WHERE id = $1", [turnId]);
      await stage.enqueue("judge-turn", { turnId }, { attempt: 1 });
      await waitUntil(() => listEventNames(heard).includes("turn:judged"));
      const judged = heard.find(({ name }) => name === "turn:judged")?.event;
      expect(judged).toMatchObject({ feedback: null, quotes: [] });
    });

    it("does not delay turns while the service is down, and checks the texts afterwards", async () => {
      const debate = await stage.makeDebate({ topic: BOMB });
      const down = { kind: "moderation", contains: "bomb", effect: "status", status: 503 } as const;
      stage.standins.faults.next({ ...down, times: 100 });
      await stage.moderateTopic(debate);
      expect(await speak(debate)).toMatchObject({ error: null });
      expect(await moderations(debate)).toContainEqual(
        expect.objectContaining({ status: expect.stringMatching(/pending|running/) }),
      );
      stage.standins.faults.clear();
      await waitUntil(async () => (await stage.debate(debate.id)).refusal === REFUSAL);
      expect(await creditsOf(debate)).toBe(1);
    });

    it("is retried without limit, with delays that grow to an hour", async () => {
      const debate = await stage.makeDebate();
      const broken = { kind: "moderation", effect: "status", status: 401 } as const;
      for (const [failures, minutes] of [
        [0, 1],
        [6, 4],
        [30, 60],
      ] as const) {
        stage.standins.faults.next(broken);
        await stage.db.query("DELETE FROM moderations WHERE debate_id = $1", [debate.id]);
        await stage.db.query(
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
      const stage = await WorkerHarness.open(backend());
      await stage.startWorker();
      const debate = await stage.makeDebate({ topic: BOMB });
      await stage.moderateTopic(debate);
      await stage.turnIn(await stage.requestTurn(debate), { status: "complete" });
      await waitUntil(async () => {
        const looks = "SELECT status FROM moderations WHERE debate_id = $1";
        const rows = await stage.db.query(looks, [debate.id]);
        return rows.length === 1 && rows[0].status === "complete";
      });
      expect(await stage.debate(debate.id)).toMatchObject({ refusal: null });
      await stage.close();
    });
  },
  ["postgres"],
);
