import { getDurationMs, parseFrameAt, HEADER_BYTES, createSilence } from "#infra/audio/mp3.ts";
import { buildFrameHeader, buildXingFrame } from "#infra/audio/xing-header.ts";
import { convertToCbr, detectCbrFormat, sliceCbr } from "#infra/audio/cbr-audio.ts";
import { buildSelfContainedFrames } from "#infra/audio/self-contained-frames.ts";

/** Index of the highest bit rate in a frame header. */
const HIGHEST = 14;

const parsed = (bytes: Buffer) => {
  const frame = parseFrameAt(bytes, 0);
  if (!frame) throw new Error("no frame");
  return frame;
};

/** Bit positions in a frame's side information (ISO 11172-3, 13818-3). */
const LAYOUTS = [
  ["MPEG-1, stereo", "fffb9000", { borrowed: 9, sizes: [20, 79, 138, 197] }],
  ["MPEG-1, mono", "fffb90c0", { borrowed: 9, sizes: [18, 77] }],
  ["MPEG-1, stereo, with a checksum", "fffa9000", { borrowed: 9, sizes: [20, 79, 138, 197] }],
  ["MPEG-1, mono, small frames", "fffb18c0", { borrowed: 9, sizes: [18, 77] }],
  ["MPEG-2, stereo", "fff38400", { borrowed: 8, sizes: [10, 73] }],
  ["MPEG-2, mono", "fff384c0", { borrowed: 8, sizes: [9] }],
] as const;
type Layout = (typeof LAYOUTS)[number][2];

const write = (bytes: Buffer, from: number, bit: number, count: number, value: number): void => {
  for (let n = 0; n < count; n++) {
    const at = from + ((bit + n) >> 3);
    const mask = 0x80 >> ((bit + n) & 7);
    const isSet = (value >> (count - 1 - n)) & 1;
    bytes[at] = ((bytes[at] ?? 0) & ~mask) | (isSet ? mask : 0);
  }
};

/** Returns bytes that all differ from those near them. */
const buildDistinctBytes = (count: number, first: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_none, n) => 1 + ((first + 7 * n) % 251)));

interface FrameSpec {
  /** Number of bytes of the frame's data that are in earlier frames. */
  reservoirBytes: number;
  /** Length of the frame's data in bits. */
  bits: number;
}

/** Returns frames that use a bit reservoir, as encoders write them, and the parts of each frame. */
const buildReservoirFrames = (
  header: string,
  { borrowed, sizes }: Layout,
  said: readonly FrameSpec[],
) => {
  const head = Buffer.from(header, "hex");
  const { length, xingOffset } = parsed(head);
  // In a frame with a checksum, the checksum precedes the side information.
  const sideAt = HEADER_BYTES + (xingOffset - parsed(buildFrameHeader(head, HIGHEST)).xingOffset);
  const made = said.map(({ reservoirBytes, bits }, n) => {
    const frame = Buffer.alloc(length, 0xff);
    head.copy(frame);
    buildDistinctBytes(length - xingOffset, 31 * n).copy(frame, xingOffset);
    write(frame, sideAt, 0, borrowed, reservoirBytes);
    const [first = 0, ...others] = sizes;
    const bitsPerFrame = Math.floor(bits / sizes.length);
    for (const at of others) write(frame, sideAt, at, 12, bitsPerFrame);
    write(frame, sideAt, first, 12, bits - bitsPerFrame * others.length);
    return frame;
  });
  const own = made.map((frame) => frame.subarray(xingOffset));
  return { bytes: Buffer.concat(made), frames: made, own, sideAt, notesAt: xingOffset };
};

describe.each(LAYOUTS)("frames with a bit reservoir, %s,", (_what, header, layout) => {
  const SPECS: FrameSpec[] = [
    { reservoirBytes: 0, bits: 8 * 90 - 3 },
    { reservoirBytes: 17, bits: 8 * 60 },
    { reservoirBytes: 0, bits: 0 },
    { reservoirBytes: 120, bits: 8 * 130 - 7 },
    { reservoirBytes: 255, bits: 8 * 255 + 1 },
    ...(layout.borrowed === 9 ? [{ reservoirBytes: 400, bits: 8 * 300 }] : []),
  ];

  it("become self-contained frames with the same data", () => {
    const { bytes, frames, own, sideAt, notesAt } = buildReservoirFrames(header, layout, SPECS);
    const highestHeader = parsed(buildFrameHeader(bytes, HIGHEST));
    const whole = buildSelfContainedFrames(bytes, HIGHEST) ?? Buffer.alloc(0);
    expect(whole.length).toBe(SPECS.length * highestHeader.length);
    const all = Buffer.concat(own);
    for (const [n, { reservoirBytes, bits }] of SPECS.entries()) {
      const made = whole.subarray(n * highestHeader.length, (n + 1) * highestHeader.length);
      const side = Buffer.from(frames[n]?.subarray(sideAt, notesAt) ?? "");
      write(side, 0, 0, layout.borrowed, 0);
      const from = n * (own[0]?.length ?? 0) - reservoirBytes;
      const data = all.subarray(from, from + Math.ceil(bits / 8));
      const rest = Buffer.alloc(highestHeader.length - highestHeader.xingOffset - data.length);
      expect(made).toEqual(Buffer.concat([buildFrameHeader(bytes, HIGHEST), side, data, rest]));
    }
  });

  it("are silent when they refer to data before the beginning", () => {
    const { bytes } = buildReservoirFrames(header, layout, [
      { reservoirBytes: 1, bits: 8 },
      { reservoirBytes: 100, bits: 8 * 100 },
    ]);
    const whole = buildSelfContainedFrames(bytes, HIGHEST) ?? Buffer.alloc(0);
    const { length } = parsed(buildFrameHeader(bytes, HIGHEST));
    const [first, second] = [whole.subarray(HEADER_BYTES, length), whole.subarray(length)];
    expect(first.every((byte) => byte === 0)).toBe(true);
    expect(second.every((byte) => byte === 0)).toBe(false);
  });

  it("are rejected when one has more data than it can hold, or than exists", () => {
    const { length, xingOffset } = parsed(Buffer.from(header, "hex"));
    const most = length - xingOffset;
    const made = (said: FrameSpec, rate: number) =>
      buildSelfContainedFrames(buildReservoirFrames(header, layout, [said]).bytes, rate);
    expect(made({ reservoirBytes: 0, bits: 8 * most }, HIGHEST)).not.toBeNull();
    expect(made({ reservoirBytes: 0, bits: 8 * most + 1 }, HIGHEST)).toBeNull();
    const low = parsed(buildFrameHeader(Buffer.from(header, "hex"), 1));
    const fits = 8 * (low.length - low.xingOffset);
    expect(made({ reservoirBytes: 0, bits: fits }, 1)).not.toBeNull();
    expect(made({ reservoirBytes: 0, bits: fits + 1 }, 1)).toBeNull();
  });
});

it("bytes that are no frames yield no self-contained frames", () => {
  const { bytes } = buildReservoirFrames("fff384c0", LAYOUTS[5][2], [
    { reservoirBytes: 0, bits: 80 },
  ]);
  expect(buildSelfContainedFrames(Buffer.concat([bytes, Buffer.from("none")]), HIGHEST)).toBeNull();
  expect(buildSelfContainedFrames(bytes, 15)).toBeNull();
  // A remainder that is shorter than a frame header is ignored.
  expect(buildSelfContainedFrames(Buffer.concat([bytes, Buffer.from("no")]), HIGHEST)).toHaveLength(
    480,
  );
});

describe("a constant bitrate format", () => {
  const HEADER = Buffer.from("fff368c4", "hex");
  const format = detectCbrFormat(Buffer.concat([HEADER, Buffer.alloc(212)]));
  if (!format) throw new Error("no format");

  it("has the sample rate and channels of its source at the highest bitrate", () => {
    const { silentFrame, ...rest } = format;
    expect(rest).toEqual({ sampleRate: 16_000, channels: 1, kbit: 160, frameMs: 36 });
    expect(silentFrame).toHaveLength(720);
    expect(silentFrame.subarray(0, HEADER_BYTES).toString("hex")).toBe("fff3e8c0");
    expect(detectCbrFormat(Buffer.from("no sound"))).toBeNull();
  });

  it("converts audio frame by frame, without the Xing frame", async () => {
    const quiet = createSilence(HEADER, 360);
    expect(getDurationMs(quiet)).toBe(360);
    const length = buildXingFrame(HEADER, { bytes: quiet.frames.length, samples: quiet.samples });
    const { bytes, starts } = await convertToCbr(Buffer.concat([length, quiet.frames]), format);
    expect(starts).toEqual(Array.from({ length: 11 }, (_none, n) => n * 720));
    expect(bytes).toHaveLength(7200);
  });

  it.each([
    [0, 36, 0, 1],
    [0, 1e9, 0, 10],
    [17, 53, 0, 1],
    [19, 55, 1, 2],
    [72, 144, 2, 4],
    [72, 72, 2, 2],
    [360, 400, 10, 10],
    [1e9, 2e9, 10, 10],
  ])("slices %d to %d ms as frames %d to %d", async (fromMs, toMs, from, to) => {
    const steady = await convertToCbr(
      Buffer.concat(
        Array.from({ length: 10 }, (_none, n) => {
          const frame = Buffer.from(format.silentFrame);
          frame[719] = n + 1;
          return frame;
        }),
      ),
      format,
    );
    const { bytes, starts } = sliceCbr(steady, format, fromMs, toMs);
    expect(bytes).toEqual(steady.bytes.subarray(720 * from, 720 * to));
    expect(starts).toEqual(Array.from({ length: to - from + 1 }, (_none, n) => n * 720));
  });
});
