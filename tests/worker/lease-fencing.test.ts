import { pino } from "pino";
import type { Fault } from "#infra/dev/fakes/vendor-fault.ts";
import type { DebateEntity } from "#infra/db/entities/debate.ts";
import { claimJob, type Deferred } from "#infra/db/jobs/claim-job.ts";
import { HEARTBEAT_INTERVAL_MS, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import type { JobName } from "#shared/contract/jobs.ts";
import type { z } from "zod";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import type { StatementHold as HeldStatement } from "../helpers/postgres-proxy/statement-interceptor.ts";
import { listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

/** A job whose write the test holds back. `statement` matches the first statement of that write. */
interface HeldWrite {
  what: string;
  job: JobName;
  statement: RegExp;
  /** The events that the write would cause. */
  eventPattern?: RegExp;
  fault?: z.input<typeof Fault>;
  /**
   * Whether the statement runs, but its response is held back for longer than a heartbeat interval.
   */
  isUnanswered?: true;
  /** Whether the job moderates a topic, not a turn. */
  isOfTopic?: true;
  /** Whether the mail server answers with a temporary error, so that the email is retried. */
  failsTemporarily?: true;
}

/** A pattern that matches nothing, for jobs without events. */
const NEVER = /(?!)/;
const LOCK = /FROM debates WHERE id = \$1 ORDER BY id FOR UPDATE/;

const WRITES: HeldWrite[] = [
  {
    what: "complete a turn",
    job: "generate-turn",
    statement: /UPDATE debates SET current_turn/,
    eventPattern: /"turn:completed"/,
  },
  {
    what: "fail a turn for good and refund its credit",
    job: "generate-turn",
    statement: LOCK,
    eventPattern: /"(turn:failed|credits:updated)"/,
    fault: { kind: "turn", effect: "refuse" },
  },
  {
    what: "save the speech so far",
    job: "generate-turn",
    statement: /SET content = said.text, heartbeat_at/,
    fault: { kind: "turn", tokensPerSecond: 40 },
  },
  {
    what: "start a turn",
    job: "generate-turn",
    statement: /SET job = 'generate-turn'/,
    isUnanswered: true,
    eventPattern: /"turn:started"/,
  },
  {
    what: "release a turn",
    job: "generate-turn",
    statement: /SET status = 'pending', run_at/,
    fault: { kind: "turn", effect: "status", status: 503 },
  },
  { what: "score a turn", job: "judge-turn", statement: LOCK, eventPattern: /"turn:judged"/ },
  {
    what: "leave a turn without a score",
    job: "judge-turn",
    statement: LOCK,
    eventPattern: /"turn:judged"/,
    fault: { kind: "judge", effect: "refuse" },
  },
  {
    what: "write a verdict",
    job: "judge-debate",
    statement: /SET verdict_status = 'complete'/,
    eventPattern: /"reasoning":"/,
  },
  {
    what: "fail a verdict",
    job: "judge-debate",
    statement: /SET verdict_status = 'failed'/,
    eventPattern: /"reasoning":"/,
    fault: { kind: "judge", effect: "refuse", contains: "final verdict" },
  },
  {
    what: "refuse a topic and refund its credit",
    job: "moderate",
    statement: /UPDATE debates SET refusal/,
    eventPattern: /"(debate:updated|credits:updated)"/,
    fault: { kind: "moderation", effect: "flag" },
    isOfTopic: true,
  },
  {
    what: "hide a turn",
    job: "moderate",
    statement: /UPDATE turns SET is_hidden/,
    eventPattern: /"turn:moderated"/,
    fault: { kind: "moderation", effect: "flag" },
  },
  {
    what: "clear a turn",
    job: "moderate",
    statement: /UPDATE moderations SET status = 'complete'/,
  },
  {
    what: "postpone the moderation of a turn",
    job: "moderate",
    statement: /UPDATE moderations SET status = 'pending'/,
    fault: { kind: "moderation", effect: "status", status: 401 },
  },
  { what: "create an email's link", job: "send-mail", statement: /INSERT INTO email_tokens/ },
  {
    what: "complete an email",
    job: "send-mail",
    statement: /UPDATE emails SET status = 'complete'/,
  },
  {
    what: "postpone an email",
    job: "send-mail",
    statement: /UPDATE emails SET status = 'pending'/,
    failsTemporarily: true,
  },
  {
    what: "complete an export and enqueue its email",
    job: "export-data",
    statement: /UPDATE exports SET status = 'complete'/,
  },
  {
    what: "schedule the next cleanup",
    job: "cleanup",
    statement: /UPDATE cleanups SET status = 'pending'/,
  },
  {
    what: "store a leaderboard",
    job: "rank-models",
    statement: /UPDATE leaderboards SET status = 'pending'/,
  },
  {
    what: "store the report of a model check",
    job: "check-model",
    statement: /UPDATE model_checks SET status = 'complete'/,
  },
  {
    what: "store the decision of a repeated verdict",
    job: "repeat-verdict",
    statement: /UPDATE verdict_repeats SET status = 'complete'/,
  },
  {
    what: "fail a repeated verdict",
    job: "repeat-verdict",
    statement: /UPDATE verdict_repeats SET status = 'failed'/,
    fault: { kind: "judge", effect: "refuse" },
  },
  {
    what: "store the vote of a panel's judge",
    job: "judge-in-panel",
    statement: /UPDATE panel_votes SET status = 'complete'/,
  },
  {
    what: "fail the vote of a panel's judge",
    job: "judge-in-panel",
    statement: /UPDATE panel_votes SET status = 'failed'/,
    fault: { kind: "judge", effect: "refuse" },
  },
  {
    what: "store the report of a test with baits",
    job: "audit-judge",
    statement: /UPDATE judge_audit_runs SET status = 'complete'/,
  },
  {
    what: "request the next turn",
    job: "auto-play",
    statement: /FROM debates WHERE id = \$1 ORDER BY id FOR NO KEY UPDATE/,
    eventPattern: /"turn:started"/,
  },
  {
    what: "store a recording",
    job: "synthesize-speech",
    statement: /UPDATE audio_cache SET status = 'complete'/,
    eventPattern: /"audio:ready"/,
  },
  {
    what: "fail a recording for good",
    job: "synthesize-speech",
    statement: /UPDATE audio_cache SET status = 'failed'/,
    eventPattern: /"audio:failed"/,
    fault: { kind: "speech", effect: "status", status: 401 },
  },
];

const TURNS = `SELECT * FROM turns WHERE debate_id = $1 ORDER BY id`;
const DEBATE = `SELECT * FROM debates WHERE id = $1`;
const RECORDINGS = `SELECT a.* FROM audio_cache a JOIN turns t ON t.id = a.turn_id WHERE t.debate_id = $1`;
const MODERATIONS = `SELECT * FROM moderations WHERE debate_id = $1 ORDER BY id`;
const MAILS = `SELECT m.* FROM emails m JOIN debates d USING (user_id) WHERE d.id = $1`;
const MAIL_LINKS = `SELECT l.* FROM email_tokens l JOIN debates d USING (user_id) WHERE d.id = $1`;
const EXPORTS = `SELECT e.* FROM exports e JOIN debates d USING (user_id) WHERE d.id = $1`;
const CLEANUPS = `SELECT * FROM cleanups WHERE $1::int IS NOT NULL`;
const LEADERBOARDS = `SELECT * FROM leaderboards WHERE $1::int IS NOT NULL`;
const MODEL_CHECKS = `SELECT * FROM model_checks WHERE $1::int IS NOT NULL`;
const VERDICT_REPEATS = `SELECT * FROM verdict_repeats WHERE debate_id = $1`;
const PANEL_VOTES = `SELECT * FROM panel_votes WHERE debate_id = $1`;
const JUDGE_AUDITS = `SELECT * FROM judge_audit_runs WHERE $1::int IS NOT NULL`;
const REVIEWS = `SELECT * FROM reviews WHERE debate_id = $1`;
const LEDGER = `
  SELECT l.* FROM credit_ledger l JOIN debates d ON d.user_id = l.user_id
   WHERE d.id = $1 ORDER BY l.id`;
/** SQL for all jobs that were ever enqueued for a debate. */
const ADDED = `
  WITH work AS (SELECT 'generate-turn-' || id || '-' AS job FROM turns WHERE debate_id = $1
                 UNION ALL SELECT 'judge-turn-' || id || '-' FROM turns WHERE debate_id = $1
                 UNION ALL SELECT 'judge-debate-' || $1 || '-'
                 UNION ALL SELECT 'moderate-' || id || '-' FROM moderations WHERE debate_id = $1)
  SELECT data ->> 'jobId' AS job FROM bullmq.event, work
   WHERE event = 'added' AND starts_with(data ->> 'jobId', job) ORDER BY id`;

interface FencedJob {
  /**
   * SQL for all rows that a late write of the job could change. Other jobs may change other rows.
   */
  changed: readonly string[];
  /** SQL for the row that the job works on; null if this is a turn. */
  row: string | null;
  /** Enqueues the job for a debate. Null if a requested turn enqueues it. */
  request: ((harness: WorkerHarness, debate: DebateEntity) => Promise<unknown>) | null;
}

const JOBS: Record<JobName, FencedJob> = {
  "generate-turn": {
    changed: [TURNS, DEBATE, RECORDINGS, LEDGER, ADDED],
    row: null,
    request: null,
  },
  "judge-turn": {
    changed: [TURNS, DEBATE, ADDED],
    row: null,
    request: null,
  },
  "judge-debate": {
    changed: [TURNS, DEBATE, ADDED, MAILS],
    row: DEBATE,
    request: async (harness, debate) => {
      await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
      await harness.requestTurn(debate);
    },
  },
  moderate: {
    changed: [DEBATE, LEDGER, MODERATIONS, REVIEWS],
    row: MODERATIONS,
    request: null,
  },
  "synthesize-speech": {
    changed: [RECORDINGS],
    row: RECORDINGS,
    request: null,
  },
  "send-mail": {
    changed: [MAILS, MAIL_LINKS],
    row: MAILS,
    request: (harness, debate) => harness.sendMail(debate),
  },
  "export-data": {
    changed: [EXPORTS, MAILS],
    row: EXPORTS,
    request: (harness, debate) => harness.exportData(debate),
  },
  "auto-play": {
    changed: [TURNS, DEBATE, LEDGER, ADDED],
    row: DEBATE,
    request: (harness, debate) => harness.enableAutoPlay(debate),
  },
  cleanup: {
    changed: [CLEANUPS],
    row: CLEANUPS,
    request: (harness) => harness.makeCleanupDue(),
  },
  "rank-models": {
    changed: [LEADERBOARDS],
    row: LEADERBOARDS,
    request: (harness) => harness.makeRankingDue(),
  },
  "check-model": {
    changed: [MODEL_CHECKS],
    row: MODEL_CHECKS,
    request: (harness) => harness.checkModel("openai"),
  },
  "repeat-verdict": {
    changed: [VERDICT_REPEATS, DEBATE],
    row: VERDICT_REPEATS,
    request: (harness, debate) => harness.repeatVerdict(debate),
  },
  "judge-in-panel": {
    changed: [PANEL_VOTES, DEBATE],
    row: PANEL_VOTES,
    request: (harness, debate) => harness.askPanel(debate, ["claude"]),
  },
  "audit-judge": {
    changed: [JUDGE_AUDITS],
    row: JUDGE_AUDITS,
    request: (harness) => harness.auditJudge("openai"),
  },
};

const AT_ONCE = { turns: 5, judging: 5, speech: 5, mail: 5 };

describeBackends(
  "an attempt that lost its lease",
  (backend) => {
    let harness: WorkerHarness;
    let wire: DatabaseProxy;
    const lost: { job: JobName; attempt: number }[] = [];
    const logger = pino(
      { level: "info" },
      {
        write(line: string) {
          const { msg, job, attempt } = JSON.parse(line) as JobLease & { msg: string };
          if (msg === "job.lease_lost") lost.push({ job, attempt });
        },
      },
    );
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend());
      wire = await startDatabaseProxy(backend().database.url);
      const { ttsBaseUrl, moderationBaseUrl } = harness.fakes;
      await harness.startWorker({
        env: backend().env({
          ...harness.variables,
          DATABASE_URL: wire.url,
          TTS_BASE_URL: ttsBaseUrl,
          TTS_API_KEY: "stand-in",
          MODERATION_BASE_URL: moderationBaseUrl,
          SMTP_URL: harness.fakes.smtpUrl,
        }),
        logger,
        concurrency: new Map(Object.entries(AT_ONCE) as [keyof typeof AT_ONCE, number][]),
      });
    });
    afterAll(async () => {
      await harness.close();
      await wire.cut();
    });

    const readRows = (job: JobName, { id }: DebateEntity) =>
      Promise.all(JOBS[job].changed.map((rows) => harness.db.query(rows, [id])));

    /** Claims the row as another worker does after the lease expired, and holds its lease for a day. */
    const takeOver = (job: JobName, id: number): Promise<JobLease | Deferred | null> =>
      harness.db.transaction(async (tx) => {
        const { table, prefix } = JOB_TABLES[job];
        const beatAt = (at: string) =>
          tx.query(`UPDATE ${table} SET ${prefix}heartbeat_at = ${at} WHERE id = $1`, [id]);
        await beatAt("'epoch'");
        const lease = await claimJob(tx, job, id);
        await beatAt("now() + interval '1 day'");
        return lease;
      });

    /**
     * Creates a debate and enqueues the job whose write the test holds back. The `turnId` it
     * returns is 0 if the job works on no turn.
     */
    const enqueueWrite = async ({ job, isOfTopic, failsTemporarily }: HeldWrite) => {
      const { request } = JOBS[job];
      const debate = await harness.makeDebate();
      if (failsTemporarily) harness.fakes.mail.faults.add({ at: "recipient", status: 451 });
      let turnId = 0;
      if (isOfTopic) await harness.moderateTopic(debate);
      else if (request) await request(harness, debate);
      else turnId = await harness.requestTurn(debate);
      return { debate, turnId };
    };

    /** Returns the id of the row that a job works on. */
    const rowOf = async (job: JobName, debate: DebateEntity, turnId: number): Promise<number> => {
      const { row } = JOBS[job];
      if (row === null) return turnId;
      const [found] = await harness.db.query<{ id: number }[]>(row, [debate.id]);
      return found?.id ?? 0;
    };

    /**
     * Waits until all earlier events of the worker have arrived. Requests a turn of a new debate
     * and waits for that turn's events, because events arrive in order. Leaves no job behind.
     */
    const waitForWorkerEvents = async (): Promise<void> => {
      const debate = await harness.makeDebate();
      const events = await harness.watch(debate);
      await harness.requestTurn(debate);
      const end = ["turn:judged", "audio:ready"];
      await waitUntil(() => end.every((name) => listEventNames(events).includes(name)));
      await harness.idle();
    };

    let held: HeldStatement | undefined;
    afterEach(() => held?.release());

    it.each(WRITES)(
      "writes nothing and emits no event when it was about to $what",
      async (about) => {
        const { job, statement, eventPattern, fault, isUnanswered } = about;
        if (fault) harness.fakes.faults.add(fault);
        held = wire.hold(statement, { at: isUnanswered ? "answer" : "request" });
        const { debate, turnId } = await enqueueWrite(about);
        const events = await harness.watch(debate);
        await held.reached;
        const doneAt = performance.now();
        expect(await takeOver(job, await rowOf(job, debate, turnId))).toMatchObject({ attempt: 2 });
        const before = await readRows(job, debate);
        lost.length = 0;
        if (isUnanswered) await waitUntil(() => performance.now() - doneAt > HEARTBEAT_INTERVAL_MS);
        held.release();
        await waitUntil(() => lost.find((each) => each.job === job && each.attempt === 1));
        expect(await readRows(job, debate)).toEqual(before);
        await waitForWorkerEvents();
        expect(JSON.stringify(events)).not.toMatch(eventPattern ?? NEVER);
      },
    );
  },
  ["postgres"],
);
