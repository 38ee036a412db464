import { getDurationMs, type Mp3, parseMp3 } from "#infra/audio/mp3.ts";
import { sha256 } from "#infra/audio/recording-spec.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import type { VoiceService } from "./voice-service.ts";

/** Maximum concurrent requests per turn. A request takes seconds, even for a short sentence. */
const MAX_CONCURRENT_REQUESTS = 3;

/** A synthesized sentence; all sentences before it are done too. */
export interface SynthesizedSentence {
  index: number;
  hash: string;
  ms: number;
}

interface SynthesisRequest {
  recordingId: number;
  voice: string;
  /** A list, or a stream that ends when the signal aborts. */
  sentences: readonly string[] | ((signal: AbortSignal) => AsyncIterable<string>);
  meter?: AttemptMeter;
  /** Called for each sentence in order, one call at a time. */
  onPart?: (part: SynthesizedSentence) => Promise<void>;
}

const loadStoredParts = async (sql: Sql, recordingId: number): Promise<Map<string, Mp3>> => {
  const rows = await selectRows<{ hash: string; bytes: Buffer }>(
    sql,
    `SELECT content_hash AS hash, audio_data AS bytes FROM audio_parts WHERE recording_id = $1`,
    [recordingId],
  );
  return new Map(rows.map(({ hash, bytes }) => [hash, parseMp3(bytes)]));
};

/** Skips recordings that another attempt has completed: their parts would never be deleted. */
const INSERT_PART_SQL = `
  INSERT INTO audio_parts (recording_id, content_hash, audio_data)
  SELECT id, $2::text, $3::bytea FROM audio_cache WHERE id = $1 AND status <> 'complete' FOR SHARE
  ON CONFLICT DO NOTHING RETURNING recording_id`;

const storePart = (sql: Sql, recordingId: number, hash: string, { frames }: Mp3) =>
  mutateRows(sql, INSERT_PART_SQL, [recordingId, hash, frames]);

/** Adds the index. The generator queues concurrent `next()` calls. */
const withIndex = async function* (sentences: Iterable<string> | AsyncIterable<string>) {
  let index = 0;
  for await (const sentence of sentences) yield { index: index++, sentence };
};

/** Returns a function that takes parts in any order and calls `tell` for them in order. */
const deliverInOrder = (tell: (part: SynthesizedSentence) => Promise<void>) => {
  const waiting = new Map<number, SynthesizedSentence>();
  let telling = Promise.resolve();
  let next = 0;
  return (part: SynthesizedSentence): Promise<void> => {
    waiting.set(part.index, part);
    for (let due = waiting.get(next); due; due = waiting.get(++next)) {
      const now = due;
      waiting.delete(next);
      telling = telling.then(() => tell(now));
    }
    return telling;
  };
};

/**
 * Synthesizes a speech sentence by sentence as the sentences arrive; returns the parts in order.
 * Stores each part at once, so that a later attempt only pays for missing ones. Throws what the
 * service or the sentences throw.
 */
export const synthesizeSentences = async (
  sql: Sql,
  service: VoiceService,
  { recordingId, voice, sentences, meter, onPart = async () => undefined }: SynthesisRequest,
  signal: AbortSignal,
): Promise<Mp3[]> => {
  const kept = await loadStoredParts(sql, recordingId);
  const spoken: Mp3[] = [];
  const failing = new AbortController();
  const wanted = AbortSignal.any([signal, failing.signal]);
  const waiting = withIndex(typeof sentences === "function" ? sentences(wanted) : sentences);
  const tell = deliverInOrder(onPart);
  let failure: { err: unknown } | undefined;
  const speakOn = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await waiting.next();
      // Running requests are paid, so they are awaited; no new ones are started.
      if (done || failure) return;
      const { index, sentence } = value;
      signal.throwIfAborted();
      const hash = sha256(JSON.stringify([voice, service.access.model, sentence]));
      // One signal per request, because the SDK leaves its listeners on it.
      const own = AbortSignal.any([signal]);
      const part = kept.get(hash) ?? (await service.speak(sentence, voice, own, meter));
      if (!kept.has(hash)) await storePart(sql, recordingId, hash, part);
      kept.set(hash, part);
      spoken[index] = part;
      await tell({ index, hash, ms: getDurationMs(part) });
    }
  };
  const lanes = Array.from({ length: MAX_CONCURRENT_REQUESTS }, () =>
    speakOn().catch((err: unknown) => {
      failure ??= { err };
      failing.abort();
    }),
  );
  await Promise.all(lanes);
  signal.throwIfAborted();
  if (failure) throw failure.err;
  return spoken;
};
