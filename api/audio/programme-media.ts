import NodeID3 from "node-id3";
import { durationMs, frameAt, silence } from "#infra/audio/mp3.ts";
import { lengthFrame, lengthFrameBytes } from "#infra/audio/mp3-length.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { chapterTitle, TURN_GAP_MS } from "#shared/domain/programme.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { Context } from "../context.ts";
import type { Media } from "./send-media.ts";
import type { RecordedTurn } from "./find-programme.ts";
import { MP3 } from "./recording-media.ts";

/** Turns one after the other, with what players show of them. */
export interface Programme {
  title: string;
  /** The speakers. */
  artist: string;
  turns: readonly RecordedTurn[];
}

/** A stretch of the file: how long it is without reading it, and how to read it. */
interface Stretch {
  size: number;
  read(): Promise<Buffer> | Buffer;
}

interface Laid {
  stretches: Stretch[];
  chapters: { title: string; startTimeMs: number; endTimeMs: number }[];
}

const held = (bytes: Buffer): Stretch => ({ size: bytes.length, read: () => bytes });

/** Turns and the silence between them, and when each begins. */
const layOut = ({ recordings, env }: Context, turns: readonly RecordedTurn[]): Laid => {
  const stretches: Stretch[] = [];
  const chapters: Laid["chapters"] = [];
  let atMs = 0;
  for (const [position, turn] of turns.entries()) {
    const { recordingId, version, size, header } = turn;
    // How long one of many is would mislead players.
    const skipped = lengthFrameBytes(header);
    if (position > 0) {
      const gap = silence(header, TURN_GAP_MS);
      stretches.push(held(gap.frames));
      atMs += durationMs(gap);
    }
    const title = chapterTitle(turn, env.labels[providerOf(turn.role, turn)]);
    const startTimeMs = Math.round(atMs);
    atMs += turn.durationMs;
    chapters.push({ title, startTimeMs, endTimeMs: Math.round(atMs) });
    const read = async () => {
      const bytes = await recordings.read(recordingId, version);
      // The length is promised already: better an end in the middle than another debate's noise.
      if (!bytes) throw new DomainError("unavailable", "A turn was made anew meanwhile.");
      return bytes.subarray(skipped);
    };
    stretches.push({ size: size - skipped, read });
  }
  return { stretches, chapters };
};

const sizeOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { size }) => sum + size, 0);

/** What tells players how long the whole is; nothing where the turns differ in their format. */
const lengthOf = ({ stretches, chapters }: Laid, turns: readonly RecordedTurn[]): Buffer => {
  const [format, ...others] = turns.map(({ header }) => frameAt(header, 0));
  const [turn] = turns;
  const isSame = others.every(
    (other) => other?.sampleRate === format?.sampleRate && other?.channels === format?.channels,
  );
  if (!turn || !format || !isSame) return Buffer.alloc(0);
  const seconds = (chapters.at(-1)?.endTimeMs ?? 0) / 1000;
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
  const laid = layOut(context, programme.turns);
  const tag = tagOf(programme, context.env.productName, laid.chapters);
  const head = Buffer.concat([tag, lengthOf(laid, programme.turns)]);
  const stretches = [held(head), ...laid.stretches];
  return {
    kind: "media",
    type: MP3,
    durationMs: laid.chapters.at(-1)?.endTimeMs ?? 0,
    size: sizeOf(stretches),
    etag: sha256(head, ...programme.turns.map(({ etag }) => etag)),
    read: (from, to) => slices(stretches, from, to),
  };
};
