import type { DataSource } from "typeorm";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { SpokenPart } from "#shared/domain/audio/sentence-schedule.ts";
import { loadRecording } from "#worker/jobs/synthesize-speech/load-recording.ts";
import {
  streamTurnSentences,
  TurnTextReplacedError,
  type TurnText,
} from "#worker/speech/stream-turn-sentences.ts";
import { publishLiveSentence } from "#worker/speech/publish-live-sentence.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
});

const PART = { index: 0, hash: "the first sentence", ms: 900 };
const ON_AIR = [{ hash: PART.hash, ms: PART.ms, at: 1000 }];

/**
 * Creates a recording for a turn in its second attempt, and claims its job. `state` sets further
 * columns.
 */
const recorded = async (state: string, status: "active" | "completed" = "active") => {
  const [row] = await db.query<{ id: number }[]>(
    `WITH debate AS (INSERT INTO debates (topic, user_id, status, spoken_at)
                     VALUES ('Cats or dogs', 1, $1, now() - interval '11 minutes') RETURNING id),
          turn AS (INSERT INTO turns (debate_id, turn_number, role, type, status, attempt)
                   SELECT id, 1, 'bot_a', 'opening', 'streaming', 2 FROM debate RETURNING id)
     INSERT INTO audio_cache (turn_id, provider, content_hash)
     SELECT id, 'openai', id::text FROM turn RETURNING id`,
    [status],
  );
  const id = row?.id ?? 0;
  await db.query(`UPDATE audio_cache SET ${state} WHERE id = $1`, [id]);
  const lease = await claimJob(db, "synthesize-speech", id);
  if (!lease || "deferredFor" in lease) throw new Error("somebody else has it");
  const onSpoken = jest.fn();
  const recording = await loadRecording(db, id);
  const publish = (by = lease) =>
    publishLiveSentence({ sql: db, announce: { speechPart: onSpoken } }, by, recording);
  const onAir = async () => {
    const { spoken, spokenAttempt } = await loadRecording(db, id);
    return [spokenAttempt, spoken.map(({ hash }: SpokenPart) => hash)];
  };
  return { lease, publish, onSpoken, onAir };
};
const spokenBy = (attempt: number) =>
  `turn_attempt = ${attempt}, spoken = '${JSON.stringify(ON_AIR)}'`;

describe("a live sentence", () => {
  it("is stored as on the air and announced", async () => {
    const { publish, onSpoken, onAir } = await recorded("spoken = '[]'");
    await publish()(PART);
    expect(await onAir()).toEqual([2, [PART.hash]]);
    expect(onSpoken).toHaveBeenCalledTimes(1);
  });

  it("is not announced again if the same attempt stored it before", async () => {
    const { publish, onSpoken } = await recorded(spokenBy(2));
    await publish()(PART);
    expect(onSpoken).not.toHaveBeenCalled();
  });

  it("replaces the sentences of an earlier attempt", async () => {
    const { publish, onSpoken, onAir } = await recorded(spokenBy(1));
    await publish()(PART);
    expect(await onAir()).toEqual([2, [PART.hash]]);
    expect(onSpoken).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      "the recording is already complete",
      String.raw`version = 1, audio_data = '\x00', etag = 'any', duration_ms = 1`,
    ],
    ["the recording failed once and listeners have moved on", "is_on_air = false"],
  ])("is not streamed live when %s", async (_where, state) => {
    const { publish, onSpoken, onAir } = await recorded(state);
    await publish()(PART);
    expect([await onAir(), onSpoken.mock.calls]).toEqual([[null, []], []]);
  });

  it("is not streamed live 11 minutes after the end of its debate", async () => {
    const { publish, onSpoken, onAir } = await recorded("spoken = '[]'", "completed");
    await publish()(PART);
    expect([await onAir(), onSpoken.mock.calls]).toEqual([[null, []], []]);
  });

  it("is not streamed live by a worker that lost its lease", async () => {
    const { lease, publish, onSpoken, onAir } = await recorded("spoken = '[]'");
    const before = { ...lease, attempt: lease.attempt - 1 };
    await expect(publish(before)(PART)).rejects.toThrow(LeaseLostError);
    expect([await onAir(), onSpoken.mock.calls]).toEqual([[null, []], []]);
  });
});

describe("sentences read from a turn that is being written", () => {
  const BEGUN: TurnText = { turnAttempt: 1, turnStatus: "streaming", content: "Cats" };

  it.each<[string, Partial<TurnText>]>([
    ["another attempt writes the turn, even with the same beginning", { turnAttempt: 2 }],
    ["the turn has failed", { turnStatus: "failed" }],
    ["the turn is pending again", { turnStatus: "pending" }],
    ["the text no longer begins with what was read", { content: "Dogs bark. Cats purr." }],
  ])("end with an error when %s", async (_where, change) => {
    const readRow = async () => ({ ...BEGUN, content: "Cats purr. Dogs bark. And", ...change });
    const texts: string[] = [];
    const follow = async () => {
      for await (const sentence of streamTurnSentences(BEGUN, readRow, AbortSignal.timeout(10_000)))
        texts.push(sentence);
    };
    await expect(follow()).rejects.toThrow(TurnTextReplacedError);
    expect(texts).toEqual([]);
  });
});
