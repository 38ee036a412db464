import type { VoiceConfig } from "#infra/service-config.ts";
import { type CbrAudio, detectCbrFormat } from "#infra/audio/cbr-audio.ts";
import type { StreamedTurn } from "#infra/audio/find-streamed-debate.ts";
import type { LiveScheduleItem } from "#infra/audio/live-schedule.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import { MP3_FRAME } from "../audio/recording-fixtures.ts";

const found = detectCbrFormat(MP3_FRAME);
if (!found) throw new Error("a frame has a format");
export const format = found;
const { frameMs, silentFrame } = format;
const LENGTH = silentFrame.length;

/**
 * Returns a sentence with this number of frames. Each frame contains the sentence's name and the
 * frame's index.
 */
export const createSentenceAudio = (name: number, frames: number): CbrAudio => ({
  bytes: Buffer.concat(
    Array.from({ length: frames }, (_, n) => {
      const frame = Buffer.from(silentFrame);
      frame.writeUInt8(name, LENGTH - 2);
      frame.writeUInt8(n, LENGTH - 1);
      return frame;
    }),
  ),
  starts: Array.from({ length: frames + 1 }, (_, n) => n * LENGTH),
});

export const VOICE_CONFIG: VoiceConfig = {
  model: "tts",
  apiKey: "key",
  baseUrl: undefined,
  voices: mapProviders(() => ["a", "b"] as const),
  blindVoices: ["a", "b"],
  languages: new Map([["en", null]]),
  isFake: false,
};

export const BROADCAST_TURN: StreamedTurn = {
  turnId: 1,
  turnNumber: 1,
  status: "complete",
  attempt: 1,
  isHidden: false,
  recordingId: 1,
  version: 0,
  recordingStatus: "running",
  isOnAir: true,
  spoken: [],
  spokenAttempt: 1,
};
/** Returns a sentence with this name and number of frames that is scheduled at `startsAt`. */
export const createScheduledSentence = (
  name: number,
  startsAt: number,
  frames: number,
): LiveScheduleItem => ({
  turnNumber: 1,
  index: name,
  turn: BROADCAST_TURN,
  hash: "",
  order: name,
  startsAt,
  endsAt: startsAt + frames * frameMs,
});

export const getSentDurationMs = (sent: readonly Buffer[]): number =>
  (Buffer.concat(sent).length / LENGTH) * frameMs;

/**
 * Decodes sent frames into names of sentences with their frame ranges, and milliseconds of silence.
 */
export const describeSentFrames = (sent: readonly Buffer[]): (string | number)[] => {
  const received: (string | number)[] = [];
  const all = Buffer.concat(sent);
  expect(all.length % LENGTH).toBe(0);
  for (let at = 0; at < all.length; at += LENGTH) {
    const frame = all.subarray(at, at + LENGTH);
    const name = frame.at(-2) ?? 0;
    const n = frame.at(-1) ?? 0;
    const last = received.at(-1);
    if (frame.equals(silentFrame)) {
      if (typeof last === "number") received[received.length - 1] = last + frameMs;
      else received.push(frameMs);
      continue;
    }
    const [begun = "", to = ""] = typeof last === "string" ? last.split("-") : [];
    if (begun.startsWith(`${name}:`) && Number(to) === n - 1)
      received[received.length - 1] = `${begun}-${n}`;
    else received.push(`${name}:${n}-${n}`);
  }
  return received;
};
