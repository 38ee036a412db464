import NodeID3 from "node-id3";
import { durationMs, frameAt, silence } from "#infra/audio/mp3.ts";
import { lengthFrame, lengthFrameBytes } from "#infra/audio/mp3-length.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { DomainError, hidden } from "#shared/contract/errors.ts";
import { chapterTitle, TURN_GAP_MS } from "#shared/domain/programme.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { Context } from "../context.ts";
import type { Media } from "./send-media.ts";
import type { RecordedSound, RecordedTurn } from "./find-programme.ts";
import { MP3 } from "./recording-media.ts";

export interface Programme {
  title: string;
  artist: string;
  turns: readonly RecordedTurn[];
  /** Whether a turn may still be sent. Checked before each turn. */
  isStillHeard(turnId: number): Promise<boolean>;
  /** The closing announcement. Left out if its format differs. */
  closing?: RecordedSound | null;
}

/** A part of the file. Its size is known before it is read. */
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

/** Returns the parts of the file with silence in between, and the chapters. */
const layOut = (
  { recordings, env }: Context,
  { turns, closing, isStillHeard }: Programme,
): Laid => {
  const stretches: Stretch[] = [];
  const chapters: Laid["chapters"] = [];
  let atMs = 0;
  const add = (sound: RecordedSound, mayHear: () => Promise<boolean>) => {
    const { recordingId, version, size, header } = sound;
    // The length frame of a single recording would mislead players.
    const skipped = lengthFrameBytes(header);
    if (stretches.length > 0) {
      const gap = silence(header, TURN_GAP_MS);
      stretches.push(held(gap.frames));
      atMs += durationMs(gap);
    }
    const startTimeMs = Math.round(atMs);
    atMs += sound.durationMs;
    const read = async () => {
      if (!(await mayHear())) throw hidden("Turn");
      const bytes = await recordings.read(recordingId, version);
      // Content-Length is already sent, so the download is aborted instead of sending other bytes.
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

/** Returns a frame with the length of the whole file. Empty if the turns have different formats. */
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

/** Yields the bytes from `from` to `to`. Reads one part at a time, on demand. */
const slices = async function* (stretches: readonly Stretch[], from: number, to: number) {
  let at = 0;
  for (const { size, read } of stretches) {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, size)];
    if (start < end) yield (await read()).subarray(start, end);
    at += size;
  }
};

/** Returns an episode as one MP3, with a title and one chapter per turn. */
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
