import type { DebateEntity } from "#infra/db/entities/debate.ts";
import {
  EXPORT_DATA_JOB,
  GENERATE_TURN_JOB,
  SEND_EMAIL_JOB,
  MODERATE_JOB,
  AUTO_PLAY_JOB,
  AUDIT_JUDGE_JOB,
  CHECK_MODEL_JOB,
  JUDGE_IN_PANEL_JOB,
  REPEAT_VERDICT_JOB,
  SYNTHESIZE_SPEECH_JOB,
} from "./effect-lines.ts";
import { NO_EFFECTS, type ContractCase, contractCase } from "./contract-case.ts";
import type { WorkerEffectsHarness } from "./worker-effects-harness.ts";

const JUDGE_TURN = "job judge-turn { turnId } → judging";
const JUDGE_DEBATE = "job judge-debate { debateId } → judging";
const SCORES = [
  "debate:updated (completed, scores) → members",
  "debate:updated (completed) → visitors",
];
const VERDICT = [
  "debate:updated (completed, scores and verdict) → members",
  "debate:updated (completed) → visitors",
];
/**
 * While results are sealed (hidden until the viewer votes), only members who have voted or skipped
 * the vote receive them.
 */
const SEALED_SCORES = [
  "debate:updated (completed) → members, not voters",
  "debate:updated (completed, scores) → voters",
  "debate:updated (completed) → visitors",
];
const SEALED_VERDICT = [
  "debate:updated (completed) → members, not voters",
  "debate:updated (completed, scores and verdict) → voters",
  "debate:updated (completed) → visitors",
];
/** Turns that visitors may read are sent to both rooms. */
const BOTH_ROOMS = "members, visitors";

const spoken = (turn: number, status: string, to = BOTH_ROOMS): string[] => [
  `turn:started (turn ${turn}) → ${to}`,
  `turn:delta → ${to}`,
  `turn:completed (turn ${turn}) → ${to}`,
  `debate:updated (${status}) → ${BOTH_ROOMS}`,
  JUDGE_TURN,
  SYNTHESIZE_SPEECH_JOB,
];
/**
 * Generates the next turn of a debate with this many finished turns. With a fault, generating the
 * turn fails.
 */
const speak = (finished: number, fault?: object) => async (harness: WorkerEffectsHarness) => {
  const { worker } = harness;
  if (fault) worker.fakes.faults.add({ kind: "turn", ...fault });
  await worker.requestTurn(await harness.debate(finished));
  return () => harness.work("turns");
};

const judge =
  (turnNumber: number, finished: number, fault?: object) =>
  async (harness: WorkerEffectsHarness) => {
    const { worker, sql } = harness;
    if (fault) worker.fakes.faults.add({ kind: "judge", ...fault });
    const { id } = await harness.debate(finished);
    const [turn] = await sql<{ id: number }>(
      `SELECT id FROM turns WHERE debate_id = $1 AND turn_number = $2`,
      [id, turnNumber],
    );
    const turnId = turn?.id ?? 0;
    await sql(
      `UPDATE turns SET judging_status = 'pending', judging_run_at = now(), score = NULL, judge = NULL
        WHERE id = $1`,
      [turnId],
    );
    await worker.enqueue("judge-turn", { turnId }, { attempt: 0 });
    return () => harness.work("judging");
  };
/** Judges a turn while the judging of another turn is still running. */
const judgeBesides = async (harness: WorkerEffectsHarness) => {
  const act = await judge(6, 6)(harness);
  await harness.sql(
    `UPDATE turns SET judging_status = 'running', judging_heartbeat_at = now() + interval '1 hour'
      WHERE turn_number = 5 AND debate_id = (SELECT max(id) FROM debates)`,
  );
  return act;
};

const verdict = (fault?: object, hasMail?: true) => async (harness: WorkerEffectsHarness) => {
  const { worker, sql } = harness;
  if (fault) worker.fakes.faults.add({ kind: "judge", ...fault });
  const { id: debateId } = await harness.debate(6);
  await sql(
    `UPDATE debates SET verdict_status = 'pending', verdict_run_at = now(),
            scores = '{"botA": 7, "botB": 7, "reasoning": null}' WHERE id = $1`,
    [debateId],
  );
  await worker.enqueue("judge-debate", { debateId }, { attempt: 0 });
  const variables = hasMail && { SMTP_URL: worker.fakes.smtpUrl };
  return () => harness.work("judging", undefined, variables);
};

interface RecordingCase {
  /** Whether the turn already has a recording, which the job replaces. */
  isAgain?: boolean;
  /**
   * Whether an admin has requested the recording. It then counts in the progress of an audio job.
   */
  isCounted?: boolean;
  fault?: object;
}
/** Synthesizes the audio of the last turn of a debate with `finished` turns. */
const record =
  (finished: number, { isAgain = false, isCounted = false, fault }: RecordingCase = {}) =>
  async (harness: WorkerEffectsHarness) => {
    const { worker, sql } = harness;
    if (fault) worker.fakes.faults.add({ kind: "speech", ...fault });
    const { id } = await harness.debate(finished);
    const recordingId = await addRecording(harness, id, finished);
    if (isAgain)
      await sql(
        `UPDATE audio_cache SET version = 1, audio_data = '\\x00', etag = 'old', duration_ms = 1
          WHERE id = $1`,
        [recordingId],
      );
    if (isCounted)
      await sql(
        `WITH job AS (INSERT INTO audio_jobs (debate_id, turns, total) VALUES ($2, 'all', 1)
                      RETURNING id)
         UPDATE audio_cache SET job_id = job.id FROM job WHERE audio_cache.id = $1`,
        [recordingId, id],
      );
    await worker.enqueue("synthesize-speech", { recordingId }, { attempt: 0 });
    return () => harness.work("speech");
  };
const addRecording = async (
  { sql }: WorkerEffectsHarness,
  debateId: number,
  turnNumber: number,
) => {
  const [recording] = await sql<{ id: number }>(
    `INSERT INTO audio_cache (turn_id, provider, content_hash)
     SELECT id, 'openai', id::text FROM turns WHERE debate_id = $1 AND turn_number = $2
     RETURNING id`,
    [debateId, turnNumber],
  );
  return recording?.id ?? 0;
};
/** Synthesizes the audio of the ruling (the judge's sentence) about the first turn. */
const recordRuling = (fault?: object) => async (harness: WorkerEffectsHarness) => {
  const { worker, sql } = harness;
  if (fault) worker.fakes.faults.add({ kind: "speech", ...fault });
  const { id } = await harness.debate(1);
  const [recording] = await sql<{ id: number }>(
    `WITH judged AS (UPDATE turns SET ruling = 'Well argued.' WHERE debate_id = $1 RETURNING id)
     INSERT INTO audio_cache (ruling_turn_id, provider, content_hash)
     SELECT id, 'claude', 'ruling' FROM judged RETURNING id`,
    [id],
  );
  await worker.enqueue("synthesize-speech", { recordingId: recording?.id ?? 0 }, { attempt: 0 });
  return () => harness.work("speech");
};
/** The effects of live audio of one sentence. */
const SPOKEN = [`speech:part (sentence 1) → ${BOTH_ROOMS}`, "speech:spoken → processes"];
/** A fault that makes a job fail at once, without a retry. */
const UNAUTHORIZED = { effect: "status", status: 401 };

const releaseOnShutdown = async (harness: WorkerEffectsHarness) => {
  const { worker } = harness;
  worker.fakes.faults.add({ kind: "turn", tokensPerSecond: 5 });
  const turnId = await worker.requestTurn(await harness.debate(0));
  return () => harness.work("turns", async () => (await worker.turn(turnId)).content !== "");
};

/** Moderates the last turn of a debate with `finished` turns. If that is 0, moderates the topic. */
const moderate = (finished: number, fault?: object) => async (harness: WorkerEffectsHarness) => {
  const { worker, sql } = harness;
  if (fault) worker.fakes.faults.add({ kind: "moderation", ...fault });
  const debate = await harness.debate(finished);
  if (finished === 0) await worker.moderateTopic(debate);
  else {
    const [asked] = await sql<{ id: number }>(
      `INSERT INTO moderations (debate_id, turn_id)
       SELECT debate_id, id FROM turns WHERE debate_id = $1 AND turn_number = $2 RETURNING id`,
      [debate.id, finished],
    );
    await worker.enqueue("moderate", { moderationId: asked?.id ?? 0 }, { attempt: 0 });
  }
  return () => harness.work("judging", undefined, harness.moderation);
};
const FLAGGED = { effect: "flag" };

/**
 * Makes one job of each kind due, but leaves it out of the queues, as if the queues had lost it.
 */
const loseJobs = async (harness: WorkerEffectsHarness) => {
  const { worker, sql } = harness;
  const debate: DebateEntity = await harness.debate(1);
  await worker.requestTurn(debate, { isLost: true });
  await addRecording(harness, debate.id, 1);
  await worker.moderateTopic(debate);
  const { id, userId } = debate;
  await sql(
    `INSERT INTO emails (kind, user_id, run_at) VALUES ('confirm_email', $1, '-infinity')`,
    [userId],
  );
  await sql("INSERT INTO exports (user_id, run_at) VALUES ($1, '-infinity')", [userId]);
  await sql("INSERT INTO model_checks (service, run_at) VALUES ('grok', '-infinity')");
  await sql(
    `INSERT INTO judge_audit_runs (judge, run_at) VALUES ('grok', '-infinity')
     ON CONFLICT (judge) DO UPDATE SET status = 'pending', run_at = '-infinity'`,
  );
  await sql(
    "INSERT INTO verdict_repeats (debate_id, judge, run_at) VALUES ($1, 'claude', '-infinity')",
    [id],
  );
  await sql(
    "INSERT INTO panel_votes (debate_id, judge, seat, run_at) VALUES ($1, 'claude', 1, '-infinity')",
    [id],
  );
  await sql("DELETE FROM bullmq.job");
  await sql("UPDATE moderations SET run_at = '-infinity' WHERE debate_id = $1", [id]);
  await sql(
    `UPDATE debates SET verdict_status = 'pending', verdict_run_at = '-infinity',
            auto_play_status = 'pending', auto_play_run_at = '-infinity' WHERE id = $1`,
    [id],
  );
  await sql(
    `UPDATE turns SET run_at = '-infinity', judging_run_at = '-infinity',
            judging_status = CASE turn_number WHEN 1 THEN 'pending' ELSE judging_status END
      WHERE debate_id = $1`,
    [id],
  );
  await sql("UPDATE audio_cache SET run_at = '-infinity' WHERE isfinite(run_at)");
  return () => harness.work(null, async () => (await sql("SELECT FROM bullmq.job")).length === 12);
};

export const WORKER_ACTS_TABLE: readonly ContractCase<WorkerEffectsHarness>[] = [
  contractCase("generate the first turn", spoken(1, "active"), speak(0)),
  contractCase("generate the fourth turn", spoken(4, "active"), speak(3)),
  contractCase("generate the fifth turn", spoken(5, "active", "members"), speak(4)),
  contractCase("generate the last turn", spoken(6, "completed", "members"), speak(5)),
  contractCase(
    "generate a turn without a voice provider",
    spoken(1, "active").slice(0, -1),
    async (harness) => {
      await speak(0)(harness);
      return () => harness.work("turns", undefined, { TTS_BASE_URL: "" });
    },
  ),

  contractCase(
    "generate a turn with moderation",
    [...spoken(1, "active").slice(0, -1), MODERATE_JOB, SYNTHESIZE_SPEECH_JOB],
    async (harness) => {
      await speak(0)(harness);
      return () => harness.work("turns", undefined, harness.moderation);
    },
  ),

  contractCase(
    "generate a turn of a debate with Auto-Play",
    [
      ...spoken(2, "active, by itself").slice(0, -2),
      JUDGE_TURN,
      SYNTHESIZE_SPEECH_JOB,
      `${AUTO_PLAY_JOB}, later`,
    ],
    async (harness) => {
      const { id } = await harness.debate(1);
      await harness.sql("UPDATE debates SET auto_play_by = user_id WHERE id = $1", [id]);
      await harness.worker.requestTurn({ id });
      return () => harness.work("turns");
    },
  ),
  contractCase(
    "request the next turn of a debate with Auto-Play",
    [
      ...spoken(1, "active, by itself").slice(0, -2),
      GENERATE_TURN_JOB,
      JUDGE_TURN,
      SYNTHESIZE_SPEECH_JOB,
      `${AUTO_PLAY_JOB}, later`,
    ],
    async (harness) => {
      const debate = await harness.debate(0);
      await harness.worker.enableAutoPlay(debate);
      return () => harness.work("turns");
    },
  ),
  contractCase(
    "fail a turn of a debate with Auto-Play for good",
    [
      `turn:started (turn 2) → ${BOTH_ROOMS}`,
      `turn:failed (turn 2 failed) → ${BOTH_ROOMS}`,
      `debate:updated (active) → ${BOTH_ROOMS}`,
    ],
    async (harness) => {
      const act = await speak(1, { effect: "refuse" })(harness);
      await harness.sql(
        "UPDATE debates SET auto_play_by = user_id WHERE id = (SELECT max(id) FROM debates)",
      );
      return act;
    },
  ),

  contractCase(
    "fail the first turn for good",
    [
      `turn:started (turn 1) → ${BOTH_ROOMS}`,
      `turn:failed (turn 1 failed) → ${BOTH_ROOMS}`,
      `debate:updated (pending, refunded) → ${BOTH_ROOMS}`,
      "credits:updated (1) → owner",
    ],
    speak(0, { effect: "refuse" }),
  ),
  contractCase(
    "fail a later turn for good",
    [`turn:started (turn 2) → ${BOTH_ROOMS}`, `turn:failed (turn 2 failed) → ${BOTH_ROOMS}`],
    speak(1, { effect: "refuse" }),
  ),
  contractCase(
    "fail the fifth turn for good",
    ["turn:started (turn 5) → members", "turn:failed (turn 5 failed) → members"],
    speak(4, { effect: "refuse" }),
  ),
  contractCase(
    "fail a turn that will be retried",
    [
      `turn:started (turn 1) → ${BOTH_ROOMS}`,
      `turn:waiting (rate_limited) → ${BOTH_ROOMS}`,
      `${GENERATE_TURN_JOB}, later`,
    ],
    speak(0, { effect: "status", status: 429, retryAfter: 50 }),
  ),
  contractCase(
    "release a turn on shutdown",
    [`turn:started (turn 1) → ${BOTH_ROOMS}`, `turn:delta → ${BOTH_ROOMS}`, GENERATE_TURN_JOB],
    releaseOnShutdown,
  ),

  contractCase("judge a turn", ["turn:judged (scored) → members"], judge(1, 2)),
  contractCase(
    "judge a turn of a debate at the pace of the voice",
    ["turn:judged (scored) → members", SYNTHESIZE_SPEECH_JOB],
    async (harness) => {
      const act = await judge(1, 2)(harness);
      await harness.sql(
        "UPDATE debates SET pace = 'voice' WHERE id = (SELECT max(id) FROM debates)",
      );
      return act;
    },
  ),
  contractCase(
    "judge a turn with sealed results of a debate at the pace of the voice",
    ["turn:judged (scored) → voters", SYNTHESIZE_SPEECH_JOB],
    async (harness) => {
      const act = await judge(5, 5)(harness);
      await harness.sql(
        "UPDATE debates SET pace = 'voice' WHERE id = (SELECT max(id) FROM debates)",
      );
      return act;
    },
  ),
  contractCase(
    "judge a hidden turn of a debate at the pace of the voice",
    ["turn:judged (scored) → members"],
    async (harness) => {
      const act = await judge(1, 2)(harness);
      await harness.sql(
        `UPDATE turns SET is_hidden = true WHERE debate_id = (SELECT max(id) FROM debates);
         UPDATE debates SET pace = 'voice' WHERE id = (SELECT max(id) FROM debates)`,
      );
      return act;
    },
  ),
  contractCase(
    "judge a turn whose score is unreadable",
    ["turn:judged (not scored) → members"],
    judge(1, 2, { effect: "not-json", times: 2 }),
  ),
  contractCase(
    "judge a turn and give up",
    ["turn:judged (not scored) → members"],
    judge(1, 2, { effect: "refuse" }),
  ),
  contractCase(
    "fail to judge a turn, with a retry later",
    [`${JUDGE_TURN}, later`],
    judge(1, 2, { effect: "status", status: 429, retryAfter: 50 }),
  ),
  contractCase(
    "judge the last turn, and write the verdict",
    ["turn:judged (scored) → members", ...SCORES, ...VERDICT, JUDGE_DEBATE],
    judge(6, 6),
  ),
  contractCase(
    "judge the last turn while results are sealed, and write the verdict",
    ["turn:judged (scored) → voters", ...SEALED_SCORES, ...SEALED_VERDICT, JUDGE_DEBATE],
    async (workshop) => {
      const act = await judge(6, 6)(workshop);
      await workshop.sql(
        "UPDATE debates SET spoken_at = now() WHERE id = (SELECT max(id) FROM debates)",
      );
      return act;
    },
  ),
  contractCase(
    "judge the turn before the last one while the debate runs",
    ["turn:judged (scored) → voters"],
    judge(5, 5),
  ),
  contractCase(
    "judge an earlier turn last, and write the verdict",
    ["turn:judged (scored) → members", ...SCORES, ...VERDICT, JUDGE_DEBATE],
    judge(3, 6),
  ),
  contractCase(
    "judge the last turn while another is being judged",
    ["turn:judged (scored) → members"],
    judgeBesides,
  ),

  contractCase("write the verdict", VERDICT, verdict()),
  contractCase(
    "write the verdict for an absent owner",
    [...VERDICT, SEND_EMAIL_JOB],
    verdict(undefined, true),
  ),
  contractCase(
    "write a verdict that is unreadable",
    SCORES,
    verdict({ effect: "not-json", times: 2 }),
  ),
  contractCase("judge a debate again", [], async (harness) => {
    const debate = await harness.debate(6);
    await harness.worker.repeatVerdict(debate);
    return () => harness.work("judging");
  }),
  contractCase("judge a debate again in vain", [], async (harness) => {
    const debate = await harness.debate(6);
    harness.worker.faultIn(debate, { kind: "judge", effect: "refuse" });
    await harness.worker.repeatVerdict(debate);
    return () => harness.work("judging");
  }),
  contractCase("let a panel's only judge vote without a verdict to decide", [], async (harness) => {
    const debate = await harness.debate(6);
    await harness.worker.askPanel(debate, ["claude"]);
    return () => harness.work("judging");
  }),
  contractCase(
    "let the last judge of a panel vote",
    [...VERDICT, JUDGE_DEBATE],
    async (harness) => {
      const debate = await harness.debate(6);
      await harness.sql(
        `UPDATE debates SET verdict_status = 'pending', verdict_run_at = 'infinity',
                scores = '{"botA": 7, "botB": 7, "reasoning": null}' WHERE id = $1`,
        [debate.id],
      );
      await harness.worker.askPanel(debate, ["openai", "claude"]);
      return () => harness.work("judging");
    },
  ),
  contractCase("write the verdict and give up", SCORES, verdict({ effect: "refuse" })),

  contractCase("moderate a turn without findings", NO_EFFECTS, moderate(1)),
  contractCase("hide a turn", [`turn:moderated → ${BOTH_ROOMS}`], moderate(1, FLAGGED)),
  contractCase(
    "hide a turn that is under review already",
    [`turn:moderated → ${BOTH_ROOMS}`],
    async (harness) => {
      const act = await moderate(1, FLAGGED)(harness);
      await harness.sql(
        `INSERT INTO reviews (debate_id, turn_id)
       SELECT debate_id, turn_id FROM moderations WHERE isfinite(run_at) AND turn_id IS NOT NULL`,
      );
      return act;
    },
  ),
  contractCase("hide the fifth turn", ["turn:moderated → members"], moderate(5, FLAGGED)),
  contractCase("moderate a topic without findings", NO_EFFECTS, moderate(0)),
  contractCase(
    "refuse a topic",
    [
      `debate:updated (pending, refused) → ${BOTH_ROOMS}`,
      `debate:updated (pending, refunded, refused) → ${BOTH_ROOMS}`,
      "credits:updated (1) → owner",
    ],
    moderate(0, FLAGGED),
  ),
  contractCase(
    "fail to moderate a turn, with a retry later",
    [`${MODERATE_JOB}, later`],
    moderate(1, { effect: "status", status: 401 }),
  ),

  contractCase(
    "record a turn",
    [...SPOKEN, `audio:ready (version 1) → ${BOTH_ROOMS}`, "audio:settled → processes"],
    record(1),
  ),
  contractCase(
    "record the fifth turn",
    [
      "speech:part (sentence 1) → members",
      "speech:spoken → processes",
      "audio:ready (version 1) → members",
      "audio:settled → processes",
    ],
    record(5),
  ),
  contractCase(
    "regenerate a recording",
    [`audio:ready (version 2) → ${BOTH_ROOMS}`, "audio:settled → processes"],
    record(1, { isAgain: true }),
  ),
  contractCase(
    "record a turn of an admin's audio job",
    [
      ...SPOKEN,
      `audio:ready (version 1) → ${BOTH_ROOMS}`,
      "audio:settled → processes",
      "audio-job:progress (1 done, 0 failed of 1) → admins",
    ],
    record(1, { isCounted: true }),
  ),
  contractCase("record a ruling", NO_EFFECTS, recordRuling()),
  contractCase("fail to record a ruling", NO_EFFECTS, recordRuling(UNAUTHORIZED)),
  contractCase(
    "fail to record a turn",
    [`audio:failed → ${BOTH_ROOMS}`, "audio:settled → processes"],
    record(1, { fault: UNAUTHORIZED }),
  ),
  contractCase(
    "fail to record the fifth turn",
    ["audio:failed → members", "audio:settled → processes"],
    record(5, { fault: UNAUTHORIZED }),
  ),
  contractCase(
    "fail to regenerate a recording",
    ["audio:settled → processes"],
    record(1, { isAgain: true, fault: UNAUTHORIZED }),
  ),
  contractCase(
    "fail to record a turn of an admin's audio job",
    [
      `audio:failed → ${BOTH_ROOMS}`,
      "audio:settled → processes",
      "audio-job:progress (0 done, 1 failed of 1) → admins",
    ],
    record(1, { isCounted: true, fault: UNAUTHORIZED }),
  ),

  contractCase("make a data export and queue its email", [SEND_EMAIL_JOB], async (harness) => {
    const { worker } = harness;
    await worker.exportData(await harness.debate(1));
    return () => harness.work("judging", undefined, { SMTP_URL: worker.fakes.smtpUrl });
  }),
  contractCase("check a model", NO_EFFECTS, async (harness) => {
    await harness.sql("DELETE FROM model_checks");
    await harness.worker.checkModel("openai");
    return () => harness.work("judging");
  }),
  contractCase("test a judge with baits", NO_EFFECTS, async (harness) => {
    await harness.sql("DELETE FROM judge_audit_runs");
    await harness.worker.auditJudge("openai");
    return () => harness.work("judging");
  }),
  contractCase("send an email", NO_EFFECTS, async (harness) => {
    const { worker, sql } = harness;
    const { userId } = await harness.debate(0);
    const [mail] = await sql<{ id: number }>(
      `INSERT INTO emails (kind, user_id, email) SELECT 'confirm_email', id, email FROM users WHERE id = $1
       RETURNING id`,
      [userId],
    );
    await worker.enqueue("send-mail", { mailId: mail?.id ?? 0 }, { attempt: 0 });
    return () => harness.work("mail", undefined, { SMTP_URL: worker.fakes.smtpUrl });
  }),
  contractCase(
    "fail to send an email, with a retry later",
    [`${SEND_EMAIL_JOB}, later`],
    async (harness) => {
      const { worker } = harness;
      await worker.sendMail(await harness.debate(0));
      worker.fakes.mail.faults.add({ at: "recipient", status: 451 });
      return () => harness.work("mail", undefined, { SMTP_URL: worker.fakes.smtpUrl });
    },
  ),
  contractCase(
    "reconcile work whose jobs were lost",
    [
      GENERATE_TURN_JOB,
      JUDGE_TURN,
      JUDGE_DEBATE,
      MODERATE_JOB,
      SYNTHESIZE_SPEECH_JOB,
      SEND_EMAIL_JOB,
      EXPORT_DATA_JOB,
      AUTO_PLAY_JOB,
      CHECK_MODEL_JOB,
      REPEAT_VERDICT_JOB,
      JUDGE_IN_PANEL_JOB,
      AUDIT_JUDGE_JOB,
    ],
    loseJobs,
  ),
];
