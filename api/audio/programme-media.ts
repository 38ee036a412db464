import NodeID3 from "node-id3";
import { durationMs, frameAt, silence } from "#infra/audio/mp3.ts";
import { lengthFrame, lengthFrameBytes } from "#infra/audio/mp3-length.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import { chapterTitle, TURN_GAP_MS } from "#shared/domain/programme.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { Context } from "../context.ts";
import type { Media } from "./send-media.ts";
import type { RecordedSound, RecordedTurn } from "./find-programme.ts";
import { MP3 } from "./recording-media.ts";

/** Turns one after the other, with what players show of them. */
export interface Programme {
  title: string;
  /** The speakers. */
  artist: string;
  turns: readonly RecordedTurn[];
  /** Whether a turn may be heard at this moment: each is sent only if so. */
  isStillHeard(turnId: number): Promise<boolean>;
  /** What is said after the last of them; left out where it is in another format. */
  closing?: RecordedSound | null;
}

/** A stretch of the file: how long it is without reading it, and how to read it. */
interface Stretch {
  size: number;
  read(): Promise<Buffer> | Buffer;
}

interface Laid {
  stretches: Stretch[];
  chapters: { title: string; startTimeMs: number; endTimeMs: number }[];
  durationMs: number;
}

const isAlike = (a: Buffer, b: Buffer): boolean => {
  const [one, other] = [frameAt(a, 0), frameAt(b, 0)];
  return one?.sampleRate === other?.sampleRate && one?.channels === other?.channels;
};

const held = (bytes: Buffer): Stretch => ({ size: bytes.length, read: () => bytes });

/** Turns and what is said after them, with the silence in between, and when each begins. */
const layOut = (
  { recordings, env }: Context,
  { turns, closing, isStillHeard }: Programme,
): Laid => {
  const stretches: Stretch[] = [];
  const chapters: Laid["chapters"] = [];
  let atMs = 0;
  const add = (sound: RecordedSound, mayHear: () => Promise<boolean>) => {
    const { recordingId, version, size, header } = sound;
    // How long one of many is would mislead players.
    const skipped = lengthFrameBytes(header);
    if (stretches.length > 0) {
      const gap = silence(header, TURN_GAP_MS);
      stretches.push(held(gap.frames));
      atMs += durationMs(gap);
    }
    const startTimeMs = Math.round(atMs);
    atMs += sound.durationMs;
    const read = async () => {
      if (!(await mayHear())) throw notFound("Turn");
      const bytes = await recordings.read(recordingId, version);
      // The length is promised already: better an end in the middle than another debate's noise.
      if (!bytes) throw new DomainError("unavailable", "A turn was made anew meanwhile.");
      return bytes.subarray(skipped);
    };
    stretches.push({ size: size - skipped, read });
    return { startTimeMs, endTimeMs: Math.round(atMs) };
  };
  for (const turn of turns) {
    const title = chapterTitle(turn, env.labels[providerOf(turn.role, turn)]);
    chapters.push({ title, ...add(turn, () => isStillHeard(turn.turnId)) });
  }
  if (closing) add(closing, async () => true);
  return { stretches, chapters, durationMs: Math.round(atMs) };
};

const sizeOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { size }) => sum + size, 0);

/** What tells players how long the whole is; nothing where the turns differ in their format. */
const lengthOf = ({ stretches, durationMs: ms }: Laid, turns: readonly RecordedTurn[]): Buffer => {
  const [turn, ...others] = turns;
  const format = turn && frameAt(turn.header, 0);
  if (!format || !others.every(({ header }) => isAlike(header, turn.header)))
    return Buffer.alloc(0);
  const seconds = ms / 1000;
  const sound = { bytes: sizeOf(stretches), samples: seconds * format.sampleRate };
  return lengthFrame(turn.header, sound);
};

const tagOf = ({ title, artist }: Programme, album: string, chapters: Laid["chapters"]): Buffer =>
  NodeID3.create({
    title,
    artist,
    album,
    genre: "Speech",
    chapter: chapters.map(({ title: name, ...times }, n) => ({
      elementID: `turn-${n + 1}`,
      ...times,
      tags: { title: name },
    })),
    tableOfContents: [
      { elementID: "turns", isOrdered: true, elements: chapters.map((_, n) => `turn-${n + 1}`) },
    ],
  });

/** The bytes of some stretches from `from` to `to`, read one at a time as they are wanted. */
const slices = async function* (stretches: readonly Stretch[], from: number, to: number) {
  let at = 0;
  for (const { size, read } of stretches) {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, size)];
    if (start < end) yield (await read()).subarray(start, end);
    at += size;
  }
};

/** One MP3 of a whole programme: gaps in, a title, and a chapter for each turn. */
export const programmeMedia = (
  context: Context,
  programme: Programme,
): Omit<Media, "cacheControl"> & { durationMs: number } => {
  const { turns, closing } = programme;
  const last = turns.at(-1);
  const isHeard = closing && last && isAlike(closing.header, last.header);
  const laid = layOut(context, isHeard ? programme : { ...programme, closing: null });
  const tag = tagOf(programme, context.env.productName, laid.chapters);
  const head = Buffer.concat([tag, lengthOf(laid, turns)]);
  const stretches = [held(head), ...laid.stretches];
  return {
    kind: "media",
    type: MP3,
    durationMs: laid.durationMs,
    size: sizeOf(stretches),
    etag: sha256(head, ...turns.map(({ etag }) => etag), isHeard ? closing.etag : ""),
    read: (from, to) => slices(stretches, from, to),
  };
};
