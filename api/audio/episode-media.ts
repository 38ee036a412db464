import NodeID3 from "node-id3";
import { getDurationMs, parseFrameAt, createSilence } from "#infra/audio/mp3.ts";
import { buildXingFrame, getXingFrameBytes } from "#infra/audio/xing-header.ts";
import { sha256 } from "#infra/audio/recording-spec.ts";
import { DomainError, hidden } from "#shared/contract/errors.ts";
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { buildChapterTitle, TURN_GAP_MS } from "#shared/domain/audio/audio-file-names.ts";
import { listModels, type TurnModel } from "#shared/domain/model-name.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import type { Context } from "../context.ts";
import type { MediaResponse } from "./send-media.ts";
import type { RecordingSegment, RecordedEpisodeTurn } from "./episode-turns.ts";
import { MP3_CONTENT_TYPE } from "./recording-media.ts";

export interface EpisodeContent {
  title: string;
  artist: string;
  turns: readonly RecordedEpisodeTurn[];
  /**
   * Whether a turn may still be sent. Checked before each turn, because turns and debates can be
   * hidden during a download.
   */
  isStillAudible(turnId: number): Promise<boolean>;
  /**
   * The announcements before and after the turns. They are left out if their MP3 format differs
   * from that of the turns.
   */
  opening: RecordingSegment | null;
  closing?: RecordingSegment | null;
}

/** A part of the episode's file. Its size is known before its bytes are read. */
interface ByteSegment {
  size: number;
  read(): Promise<Buffer> | Buffer;
}

interface EpisodeLayout {
  segments: ByteSegment[];
  chapters: { title: string; startTimeMs: number; endTimeMs: number }[];
  durationMs: number;
}

const hasSameFormat = (a: Buffer, b: Buffer): boolean => {
  const [first, second] = [parseFrameAt(a, 0), parseFrameAt(b, 0)];
  return first?.sampleRate === second?.sampleRate && first?.channels === second?.channels;
};

const createMemorySegment = (bytes: Buffer): ByteSegment => ({
  size: bytes.length,
  read: () => bytes,
});

type EpisodeMediaDeps = Pick<Context, "env" | "recordings">;

/** Returns the parts of the file with silence in between, and the chapters. */
const buildLayout = (
  { recordings, env }: EpisodeMediaDeps,
  { turns, opening, closing, isStillAudible }: EpisodeContent,
): EpisodeLayout => {
  const segments: ByteSegment[] = [];
  const chapters: EpisodeLayout["chapters"] = [];
  let atMs = 0;
  const add = (recording: RecordingSegment, canSend: () => Promise<boolean>) => {
    const { recordingId, version, size, header } = recording;
    // The Xing frame of a recording is left out, because it states the length of this recording,
    // not of the episode.
    const skipped = getXingFrameBytes(header);
    if (segments.length > 0) {
      const gap = createSilence(header, TURN_GAP_MS);
      segments.push(createMemorySegment(gap.frames));
      atMs += getDurationMs(gap);
    }
    const startTimeMs = Math.round(atMs);
    atMs += recording.durationMs;
    const read = async () => {
      if (!(await canSend())) throw hidden("Turn");
      const bytes = await recordings.read(recordingId, version);
      // The response has already announced the length of the old recording in Content-Length, so
      // the download is aborted.
      if (!bytes) throw new DomainError("unavailable", "A turn has changed in the meantime.");
      return bytes.subarray(skipped);
    };
    segments.push({ size: size - skipped, read });
    return { startTimeMs, endTimeMs: Math.round(atMs) };
  };
  if (opening) add(opening, async () => true);
  for (const turn of turns) {
    const title = buildChapterTitle(turn, env.labels[getProviderOfRole(turn.role, turn)]);
    chapters.push({ title, ...add(turn, () => isStillAudible(turn.turnId)) });
  }
  if (closing) add(closing, async () => true);
  return { segments, chapters, durationMs: Math.round(atMs) };
};

const sumSizeBytes = (segments: readonly ByteSegment[]): number =>
  segments.reduce((sum, { size }) => sum + size, 0);

/**
 * Returns the Xing frame, which tells players the length of the whole file. Empty if the turns have
 * different MP3 formats.
 */
const buildLengthFrame = (
  { segments, durationMs: ms }: EpisodeLayout,
  turns: readonly RecordedEpisodeTurn[],
): Buffer => {
  const [turn, ...others] = turns;
  const format = turn && parseFrameAt(turn.header, 0);
  if (!format || !others.every(({ header }) => hasSameFormat(header, turn.header)))
    return Buffer.alloc(0);
  const seconds = ms / 1000;
  const totals = { bytes: sumSizeBytes(segments), samples: seconds * format.sampleRate };
  return buildXingFrame(turn.header, totals);
};

/**
 * ID3 frames that label a recording as AI-generated, for people and for programs, with the models
 * that wrote the turns.
 */
const buildAiLabelFrames = (turns: readonly TurnModel[]) => {
  const models = listModels(turns);
  return {
    comment: { language: "eng", text: AI_DISCLOSURE },
    userDefinedText: [
      { description: "DigitalSourceType", value: DIGITAL_SOURCE_TYPE },
      ...(models === "" ? [] : [{ description: "Models", value: models }]),
    ],
  };
};

/** Returns an ID3 tag with the labels of AI-generated content, to put before an MP3's frames. */
export const buildAiLabelTag = (title: string, turns: readonly TurnModel[]): Buffer =>
  NodeID3.create({ title, ...buildAiLabelFrames(turns) });

const buildId3Tag = (
  { title, artist, turns }: EpisodeContent,
  album: string,
  chapters: EpisodeLayout["chapters"],
): Buffer =>
  NodeID3.create({
    title,
    artist,
    album,
    genre: "Speech",
    ...buildAiLabelFrames(turns),
    chapter: chapters.map(({ title: name, ...times }, n) => ({
      elementID: `turn-${n + 1}`,
      ...times,
      tags: { title: name },
    })),
    tableOfContents: [
      { elementID: "turns", isOrdered: true, elements: chapters.map((_, n) => `turn-${n + 1}`) },
    ],
  });

/** Yields the bytes from `from` up to, but not including, `to`. Reads one segment at a time. */
const readRange = async function* (segments: readonly ByteSegment[], from: number, to: number) {
  let offset = 0;
  for (const { size, read } of segments) {
    const [start, end] = [Math.max(from - offset, 0), Math.min(to - offset, size)];
    if (start < end) yield (await read()).subarray(start, end);
    offset += size;
  }
};

/** Returns an episode as one MP3, with a title and one chapter per turn. */
export const createEpisodeMedia = (
  context: EpisodeMediaDeps,
  content: EpisodeContent,
): Omit<MediaResponse, "cacheControl"> & { durationMs: number } => {
  const { turns } = content;
  const ifSameFormat = (
    announcement: RecordingSegment | null | undefined,
    turn: RecordedEpisodeTurn | undefined,
  ) =>
    announcement && turn && hasSameFormat(announcement.header, turn.header) ? announcement : null;
  const opening = ifSameFormat(content.opening, turns[0]);
  const closing = ifSameFormat(content.closing, turns.at(-1));
  const layout = buildLayout(context, { ...content, opening, closing });
  const tag = buildId3Tag(content, context.env.productName, layout.chapters);
  const head = Buffer.concat([tag, buildLengthFrame(layout, turns)]);
  const segments = [createMemorySegment(head), ...layout.segments];
  return {
    kind: "media",
    type: MP3_CONTENT_TYPE,
    durationMs: layout.durationMs,
    size: sumSizeBytes(segments),
    etag: sha256(head, opening?.etag ?? "", ...turns.map(({ etag }) => etag), closing?.etag ?? ""),
    read: (from, to) => readRange(segments, from, to),
  };
};
