import { durationMs, type Mp3, readMp3 } from "#infra/audio/mp3.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { change, select, type Sql } from "#infra/db/sql.ts";
import type { Meter } from "../llm/meter.ts";
import type { VoiceService } from "./voice-service.ts";

/** Sentences of one turn on their way at once: services take a while each, whatever its length. */
const AT_ONCE = 3;

/** A sentence that has been spoken, and all before it. */
export interface NextPart {
  index: number;
  hash: string;
  ms: number;
}

interface Order {
  recordingId: number;
  voice: string;
  /** All of them, or as they come until the signal says that no more are wanted. */
  sentences: readonly string[] | ((signal: AbortSignal) => AsyncIterable<string>);
  meter?: Meter;
  /** Told of each in order, one after the other. */
  onPart?: (part: NextPart) => Promise<void>;
}

/** What earlier attempts had spoken, and paid, by hash. */
const keptParts = async (sql: Sql, recordingId: number): Promise<Map<string, Mp3>> => {
  const rows = await select<{ hash: string; bytes: Buffer }>(
    sql,
    `SELECT content_hash AS hash, audio_data AS bytes FROM audio_parts WHERE recording_id = $1`,
    [recordingId],
  );
  return new Map(rows.map(({ hash, bytes }) => [hash, readMp3(bytes)]));
};

/** Not of a recording that is whole, by another attempt: nobody would ever clear it away. */
const KEEP_PART = `
  INSERT INTO audio_parts (recording_id, content_hash, audio_data)
  SELECT id, $2::text, $3::bytea FROM audio_cache WHERE id = $1 AND status <> 'complete' FOR SHARE
  ON CONFLICT DO NOTHING RETURNING recording_id`;

const keepPart = (sql: Sql, recordingId: number, hash: string, { frames }: Mp3) =>
  change(sql, KEEP_PART, [recordingId, hash, frames]);

/** Each with its place; several may ask for the next one at the same time. */
const numbered = async function* (sentences: Iterable<string> | AsyncIterable<string>) {
  let index = 0;
  for await (const sentence of sentences) yield { index: index++, sentence };
};

/** Tells of parts in their order, however they come. */
const inOrder = (tell: (part: NextPart) => Promise<void>) => {
  const waiting = new Map<number, NextPart>();
  let telling = Promise.resolve();
  let next = 0;
  return (part: NextPart): Promise<void> => {
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
 * Has a speech spoken sentence by sentence, in order, as the sentences come. Each is kept as soon as it
 * is spoken, so that an attempt after a failure or a dead worker pays only for what is missing. Throws
 * what the service throws, and what the sentences do.
 */
export const speakSentences = async (
  sql: Sql,
  service: VoiceService,
  { recordingId, voice, sentences, meter, onPart = async () => undefined }: Order,
  signal: AbortSignal,
): Promise<Mp3[]> => {
  const kept = await keptParts(sql, recordingId);
  const spoken: Mp3[] = [];
  const failing = new AbortController();
  const wanted = AbortSignal.any([signal, failing.signal]);
  const waiting = numbered(typeof sentences === "function" ? sentences(wanted) : sentences);
  const tell = inOrder(onPart);
  let failure: { err: unknown } | undefined;
  const speakOn = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await waiting.next();
      // What is under way is paid, and worth waiting for; nothing more is begun.
      if (done || failure) return;
      const { index, sentence } = value;
      signal.throwIfAborted();
      const hash = sha256(JSON.stringify([voice, service.access.model, sentence]));
      // A signal for each: whoever gets one leaves listeners on it.
      const own = AbortSignal.any([signal]);
      const part = kept.get(hash) ?? (await service.speak(sentence, voice, own, meter));
      if (!kept.has(hash)) await keepPart(sql, recordingId, hash, part);
      kept.set(hash, part);
      spoken[index] = part;
      await tell({ index, hash, ms: durationMs(part) });
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
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
