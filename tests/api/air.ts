import type { VoiceAccess } from "#infra/access.ts";
import { type SteadySound, steadyFormatOf } from "#infra/audio/steady-sound.ts";
import type { BroadcastTurn } from "#infra/radio/find-broadcast.ts";
import type { AirItem } from "#infra/radio/programme.ts";
import { FRAME } from "../audio/store-recordings.ts";

const found = steadyFormatOf(FRAME);
if (!found) throw new Error("a frame has a format");
export const format = found;
const { frameMs, silentFrame } = format;
const LENGTH = silentFrame.length;

/** A sentence with this number of frames. Each frame contains its name and index. */
export const sound = (name: number, frames: number): SteadySound => ({
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

export const voice: VoiceAccess = {
  model: "tts",
  apiKey: "key",
  baseUrl: undefined,
  voices: { openai: ["a", "b"], grok: ["a", "b"], claude: ["a", "b"] },
};

export const TURN: BroadcastTurn = {
  turnId: 1,
  turnNumber: 1,
  status: "complete",
  attempt: 1,
  isHidden: false,
  recordingId: 1,
  version: 0,
  making: "running",
  isOnAir: true,
  spoken: [],
  spokenAttempt: 1,
};
/** A sentence with this name and number of frames, on the schedule from `startsAt`. */
export const itemOf = (name: number, startsAt: number, frames: number): AirItem => ({
  turnNumber: 1,
  index: name,
  turn: TURN,
  hash: "",
  order: name,
  startsAt,
  endsAt: startsAt + frames * frameMs,
});

/** Total duration in ms. */
export const lengthOf = (sent: readonly Buffer[]): number =>
  (Buffer.concat(sent).length / LENGTH) * frameMs;

/**
 * Decodes sent frames into names of sentences with their frame ranges, and milliseconds of silence.
 */
export const heardIn = (sent: readonly Buffer[]): (string | number)[] => {
  const told: (string | number)[] = [];
  const all = Buffer.concat(sent);
  expect(all.length % LENGTH).toBe(0);
  for (let at = 0; at < all.length; at += LENGTH) {
    const frame = all.subarray(at, at + LENGTH);
    const name = frame.at(-2) ?? 0;
    const n = frame.at(-1) ?? 0;
    const last = told.at(-1);
    if (frame.equals(silentFrame)) {
      if (typeof last === "number") told[told.length - 1] = last + frameMs;
      else told.push(frameMs);
      continue;
    }
    const [begun = "", to = ""] = typeof last === "string" ? last.split("-") : [];
    if (begun.startsWith(`${name}:`) && Number(to) === n - 1)
      told[told.length - 1] = `${begun}-${n}`;
    else told.push(`${name}:${n}-${n}`);
  }
  return told;
};
