import { getDurationMs, type Mp3 } from "#infra/audio/mp3.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { hasWords } from "#shared/domain/text/plain-text.ts";
import type { ProviderError } from "../llm/provider-error.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import {
  isSentenceError,
  MAX_FAILURES_IN_A_ROW,
  maySkipSentence,
  shortenRuns,
  simplifySentence,
} from "./sentence-errors.ts";
import { SentenceParts, type StoredPart } from "./sentence-parts.ts";
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
  /** A list, or a function that returns a stream, which ends when its signal aborts. */
  sentences: readonly string[] | ((signal: AbortSignal) => AsyncIterable<string>);
  meter?: AttemptMeter;
  /** Failed attempts before this one. */
  failures?: number;
  logger?: Pick<Logger, "warn">;
  /** Called for each sentence that this attempt has stored. */
  onStored?: () => void;
  /** Called for each sentence in order, one call at a time. */
  onPart?: (part: SynthesizedSentence) => Promise<void>;
}

interface Sentence {
  index: number;
  text: string;
}

/** A sentence that failed, although the speech service may still speak other sentences. */
interface SkippedSentence extends Sentence {
  err: ProviderError;
  /** Number of requests that had started when it failed. */
  failedAt: number;
}

/** Adds the index to each sentence. Concurrent `next()` calls are queued by the generator. */
const withIndex = async function* (
  sentences: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Sentence, void> {
  let index = 0;
  for await (const text of sentences) yield { index: index++, text };
};

/** Returns a function that takes parts in any order and calls `deliver` for them in order. */
const deliverInOrder = (deliver: (part: SynthesizedSentence) => Promise<void>) => {
  const waiting = new Map<number, SynthesizedSentence>();
  let delivery = Promise.resolve();
  let next = 0;
  return (part: SynthesizedSentence): Promise<void> => {
    waiting.set(part.index, part);
    for (let due = waiting.get(next); due; due = waiting.get(++next)) {
      const current = due;
      waiting.delete(next);
      delivery = delivery.then(() => deliver(current));
    }
    return delivery;
  };
};

/**
 * One attempt at the sentences of a recording. A failed sentence becomes a short silence under two
 * conditions: the speech service speaks another sentence after the failure, and the failed sentence
 * fails again while no other request runs. Otherwise the service as a whole is down, and the
 * attempt fails.
 */
class SentenceSynthesis {
  readonly parts: Mp3[] = [];
  readonly #running = new Set<Promise<Mp3>>();
  readonly #deliver: (part: SynthesizedSentence) => Promise<void>;
  #startedRequests = 0;
  #failuresInARow = 0;
  #skipped: SkippedSentence[] = [];
  /** The shortest sentence that was spoken, to test whether the speech service still works. */
  #shortestSpoken: string | undefined;
  #spokenCount = 0;
  #silentCount = 0;
  /**
   * Settles when the latest retry of failed sentences has ended. New requests wait for it, so that
   * each failed sentence is tried alone.
   */
  #runningRetry = Promise.resolve();

  constructor(
    private readonly stored: SentenceParts,
    private readonly service: VoiceService,
    private readonly request: SynthesisRequest,
    private readonly signal: AbortSignal,
  ) {
    this.#deliver = deliverInOrder(request.onPart ?? (async () => undefined));
  }

  /** Synthesizes or skips one sentence. Throws if the speech service as a whole fails. */
  async say(sentence: Sentence): Promise<void> {
    const { text } = sentence;
    const sound = this.stored.getSound(text);
    if (sound) return this.#finish(sentence, sound);
    const silence = this.stored.getSilence(text);
    if (silence) {
      if (hasWords(text)) this.#silentCount++;
      return this.#finish(sentence, silence);
    }
    if (!hasWords(text)) return this.#finish(sentence, await this.stored.storeSilence(text));
    await this.#runningRetry;
    this.signal.throwIfAborted();
    const startedAt = ++this.#startedRequests;
    let mp3: Mp3;
    try {
      mp3 = await this.#speak(shortenRuns(text));
    } catch (err) {
      return this.#skip(sentence, err);
    }
    this.#failuresInARow = 0;
    await this.#finish(sentence, await this.#storeSound(text, mp3));
    await this.#checkSkipped(startedAt);
  }

  /**
   * Tries the skipped sentences once more at the end. Throws if the speech service as a whole
   * fails.
   */
  async end(): Promise<void> {
    const [first] = this.#skipped;
    if (!first) return;
    // If nothing has been spoken yet, only a simpler text can show whether the speech service
    // works.
    const knownGoodSentence = this.#shortestSpoken;
    if (knownGoodSentence === undefined) {
      const isSimple = simplifySentence(first.text) === first.text;
      if (isSimple || !(await this.#saySimplified(first))) throw first.err;
    }
    await this.#checkSkipped(Infinity, knownGoodSentence);
    const [left] = this.#skipped;
    if (left) throw left.err;
  }

  async #skip(sentence: Sentence, err: unknown): Promise<void> {
    if (!maySkipSentence(err, this.request.failures ?? 0)) throw err;
    if (++this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) throw err;
    this.#skipped.push({ ...sentence, err, failedAt: this.#startedRequests });
    // If a sentence was spoken before, the skipped sentences are tried again at once. Otherwise
    // `say` tries them again after the first spoken sentence.
    if (this.#shortestSpoken !== undefined)
      await this.#checkSkipped(Infinity, this.#shortestSpoken);
  }

  /**
   * Retries the sentences that failed before request number `startedAt` began. First sends
   * `knownGoodSentence`, if given, because the speech service has already spoken it. If it fails
   * now, throws its error.
   */
  async #checkSkipped(startedAt: number, knownGoodSentence?: string): Promise<void> {
    const due = this.#skipped.filter(({ failedAt }) => failedAt < startedAt);
    if (due.length === 0) return;
    this.#skipped = this.#skipped.filter((skipped) => !due.includes(skipped));
    this.#runningRetry = this.#retryAlone(due, this.#runningRetry, knownGoodSentence);
    await this.#runningRetry;
  }

  async #retryAlone(
    due: readonly SkippedSentence[],
    previousCheck: Promise<void>,
    knownGoodSentence: string | undefined,
  ): Promise<void> {
    await previousCheck;
    await Promise.allSettled(this.#running);
    if (knownGoodSentence !== undefined) await this.#speak(knownGoodSentence);
    this.#failuresInARow = 0;
    for (const skipped of due) await this.#sayAgain(skipped);
  }

  async #sayAgain(skipped: SkippedSentence): Promise<void> {
    const { index, text, err } = skipped;
    // A sentence that cannot be spoken becomes silence as long as more sentences are spoken than
    // silent. Otherwise it stays in `#skipped`. If it is still there at the end, the recording
    // fails.
    if (this.#silentCount >= this.#spokenCount) return void this.#skipped.push(skipped);
    if (await this.#saySimplified(skipped)) return;
    this.#silentCount++;
    this.request.logger?.warn({ err, sentence: index }, "speech.sentence_skipped");
    await this.#finish(skipped, await this.stored.storeSilence(text));
  }

  /**
   * Tries the sentence in a simpler form and returns whether it was spoken. A text that the speech
   * service refused is not sent again unchanged.
   */
  async #saySimplified(skipped: SkippedSentence): Promise<boolean> {
    const { text, err } = skipped;
    const simple = simplifySentence(text);
    if (!err.isRetryable && simple === text) return false;
    try {
      const mp3 = await this.#speak(simple);
      this.#skipped = this.#skipped.filter((other) => other !== skipped);
      await this.#finish(skipped, await this.#storeSound(text, mp3));
      return true;
    } catch (again) {
      if (!isSentenceError(again)) throw again;
      return false;
    }
  }

  async #storeSound(text: string, mp3: Mp3): Promise<StoredPart> {
    const part = await this.stored.storeSound(text, mp3);
    this.request.onStored?.();
    return part;
  }

  async #speak(text: string): Promise<Mp3> {
    const { voice, meter } = this.request;
    // One signal per request, because the SDK does not remove its listeners from a signal.
    const own = AbortSignal.any([this.signal]);
    const speaking = this.service.speak(text, voice, own, meter);
    this.#running.add(speaking);
    try {
      return await speaking;
    } finally {
      this.#running.delete(speaking);
    }
  }

  async #finish({ index, text }: Sentence, { hash, mp3 }: StoredPart): Promise<void> {
    this.parts[index] = mp3;
    if (this.stored.getSound(text)) {
      this.#spokenCount++;
      if (text.length < (this.#shortestSpoken?.length ?? Infinity)) this.#shortestSpoken = text;
    }
    await this.#deliver({ index, hash, ms: getDurationMs(mp3) });
  }
}

/**
 * Synthesizes a speech sentence by sentence as the sentences arrive; returns the parts in order.
 * Stores each part at once. Throws what the service or the sentences throw.
 */
export const synthesizeSentences = async (
  sql: Sql,
  service: VoiceService,
  request: SynthesisRequest,
  signal: AbortSignal,
): Promise<Mp3[]> => {
  const { recordingId, voice, sentences } = request;
  const { model } = service.access;
  const stored = new SentenceParts(sql, recordingId, { voice, model });
  await stored.load();
  const synthesis = new SentenceSynthesis(stored, service, request, signal);
  const failing = new AbortController();
  const wanted = AbortSignal.any([signal, failing.signal]);
  const waiting = withIndex(typeof sentences === "function" ? sentences(wanted) : sentences);
  let failure: { err: unknown } | undefined;
  const runLane = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await waiting.next();
      // After a failure no new requests start, but running ones are awaited, because they are paid.
      if (done || failure) return;
      signal.throwIfAborted();
      await synthesis.say(value);
    }
  };
  const stopAtFailure = (work: Promise<void>): Promise<void> =>
    work.catch((err: unknown) => {
      failure ??= { err };
      failing.abort();
    });
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_REQUESTS }, () => stopAtFailure(runLane())),
  );
  if (!failure) await stopAtFailure(synthesis.end());
  signal.throwIfAborted();
  if (failure) throw failure.err;
  return synthesis.parts;
};
