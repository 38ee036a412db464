import { InvalidMp3Error, getDurationMs, parseMp3, createSilence } from "#infra/audio/mp3.ts";
import { buildGaplessFrame, buildXingFrame, getXingFrameBytes } from "#infra/audio/xing-header.ts";
import { detectFormatName } from "#infra/audio/detect-format.ts";

/** Header of frames with 48 kbit/s, 16 kHz, mono: 216 bytes each. */
const HEADER = Buffer.from("fff368c4", "hex");
const frames = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => Buffer.concat([HEADER, Buffer.alloc(212, 0x55)])),
  );

describe("an MP3", () => {
  it("is parsed frame by frame, without the tags around it", () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x05", "latin1"), Buffer.alloc(5, 1)]);
    const trailer = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const notes = frames(1);
    notes.write("Info", 13, "latin1");
    const mp3 = parseMp3(Buffer.concat([tag, notes, frames(10), trailer]));
    expect(mp3).toMatchObject({ samples: 5760, sampleRate: 16_000, channels: 1 });
    expect(mp3.frames.equals(frames(10))).toBe(true);
    expect(getDurationMs(mp3)).toBe(360);
  });

  /** Each format is identified by the four bytes of its frame header. */
  it.each([
    ["128 kbit/s, 44.1 kHz, stereo", "fffb9000", 417, { samples: 1152, sampleRate: 44_100 }],
    ["the same with padding", "fffb9200", 418, { samples: 1152, sampleRate: 44_100 }],
    ["the same with a checksum", "fffa9000", 417, { samples: 1152, sampleRate: 44_100 }],
    ["320 kbit/s, 48 kHz, joint stereo", "fffbe440", 960, { samples: 1152, sampleRate: 48_000 }],
    [
      "32 kbit/s, 32 kHz, mono",
      "fffb18c0",
      144,
      { samples: 1152, sampleRate: 32_000, channels: 1 },
    ],
    ["160 kbit/s, 22.05 kHz, two languages", "fff3e080", 522, { samples: 576, sampleRate: 22_050 }],
    ["64 kbit/s, 24 kHz, mono", "fff384c0", 192, { samples: 576, sampleRate: 24_000, channels: 1 }],
    ["48 kbit/s, 16 kHz, mono", "fff368c4", 216, { samples: 576, sampleRate: 16_000, channels: 1 }],
    ["8 kbit/s, 8 kHz, mono", "ffe318c0", 72, { samples: 576, sampleRate: 8000, channels: 1 }],
    ["16 kbit/s, 11.025 kHz", "ffe32000", 104, { samples: 576, sampleRate: 11_025 }],
    ["24 kbit/s, 12 kHz", "ffe33400", 144, { samples: 576, sampleRate: 12_000 }],
  ])("of %s is parsed by its frame length", (_what, header, length, { samples, ...format }) => {
    const frame = Buffer.alloc(length);
    frame.write(header, "hex");
    const bytes = Buffer.concat([frame, frame]);
    expect(parseMp3(bytes)).toEqual({
      channels: 2,
      ...format,
      samples: 2 * samples,
      frames: bytes,
    });
    // A truncated last frame is dropped, because it is inaudible.
    expect(parseMp3(bytes.subarray(0, -1))).toMatchObject({ samples, frames: frame });
  });

  it.each([
    ["stereo", "fffb9000", 417, 36],
    ["mono", "fffb90c0", 417, 21],
    ["stereo with a checksum", "fffa9000", 417, 38],
    ["half the samples, stereo", "fff38400", 192, 21],
    ["half the samples, mono", "fff384c0", 192, 13],
    ["half the samples, mono with a checksum", "fff284c0", 192, 15],
  ])("loses its Xing frame, whose position differs in %s", (_what, header, length, at) => {
    const sound = Buffer.alloc(length);
    sound.write(header, "hex");
    const notes = Buffer.from(sound);
    notes.write("Xing", at, "latin1");
    expect(parseMp3(Buffer.concat([notes, sound, sound])).frames).toEqual(
      Buffer.concat([sound, sound]),
    );
  });

  it("may follow a tag whose size uses seven bits per byte", () => {
    const tag = Buffer.alloc(10 + 3 * 128 + 5, 1);
    tag.write("ID3\x04\0\0", "latin1");
    tag.writeUInt32BE(0x00_00_83_85, 6);
    expect(parseMp3(Buffer.concat([tag, frames(2)]))).toMatchObject({ samples: 1152 });
  });

  const id3 = (size: number, flags = 0) =>
    Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, 4, 0, flags, 0, 0, 0, size]),
      Buffer.alloc(size, 1),
    ]);
  const footer = Buffer.from([0x33, 0x44, 0x49, 4, 0, 0x10, 0, 0, 0, 5]);
  const buildApeTag = (name: "header" | "footer", size: number, flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("APETAGEX", "latin1");
    bytes.writeUInt32LE(size, 12);
    bytes.writeUInt32LE(flags, 20);
    return name === "header"
      ? Buffer.concat([bytes, Buffer.alloc(size, 2)])
      : Buffer.concat([Buffer.alloc(size - 32, 2), bytes]);
  };
  const id3v1 = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);

  it.each([
    ["two tags", Buffer.concat([id3(5), id3(7), frames(2)])],
    ["a tag with a footer", Buffer.concat([id3(5, 0x10), footer, frames(2)])],
    ["a tag at its end", Buffer.concat([frames(2), id3(5), footer])],
    ["padding after its tag", Buffer.concat([id3(5), Buffer.alloc(99), frames(2)])],
    ["padding at its end", Buffer.concat([frames(2), Buffer.alloc(99)])],
    ["padding before its last tag", Buffer.concat([frames(2), Buffer.alloc(99), id3v1])],
    ["an APE tag at its end", Buffer.concat([frames(2), buildApeTag("footer", 72, 0)])],
    [
      "an APE tag with a header at its end",
      Buffer.concat([frames(2), Buffer.alloc(32, 2), buildApeTag("footer", 72, 0x80_00_00_00)]),
    ],
    ["two tags at its end", Buffer.concat([frames(2), buildApeTag("footer", 72, 0), id3v1])],
    [
      "an APE tag at its beginning",
      Buffer.concat([buildApeTag("header", 40, 0), id3(5), frames(2)]),
    ],
    ["a last frame that is cut off", frames(3).subarray(0, 500)],
    ["a last header that is cut off", frames(3).subarray(0, 434)],
    [
      "a last frame without its padding",
      Buffer.concat([frames(2), Buffer.from("fff36ac4", "hex"), Buffer.alloc(212)]),
    ],
  ])("may have %s", (_what, bytes) => {
    expect(parseMp3(bytes)).toMatchObject({ samples: 2 * 576, frames: frames(2) });
  });

  it("is parsed in linear time, even with many tags", () => {
    const repeatChunk = (chunk: Buffer) =>
      Buffer.concat(Array.from({ length: 100_000 }, () => chunk));
    for (const chunk of [id3(0), Buffer.concat([id3(0), Buffer.alloc(1)]), Buffer.alloc(20)])
      expect(parseMp3(Buffer.concat([repeatChunk(chunk), frames(2)]))).toMatchObject({
        samples: 1152,
      });
    expect(parseMp3(Buffer.concat([frames(2), repeatChunk(id3v1)]))).toMatchObject({
      samples: 1152,
    });
  });

  it.each([
    ["fff368c4", 216, 3],
    ["fffb9064", 417, 40],
    ["ffe318c0", 72, 1000],
    ["fff314c0", 24, 7],
  ])("has a Xing frame with its length: %s", (header, length, count) => {
    const frame = Buffer.alloc(length);
    frame.write(header, "hex");
    const sound = Buffer.concat(Array.from({ length: count }, () => frame));
    const { samples } = parseMp3(sound);
    const lengthFrame = buildXingFrame(sound, { bytes: sound.length, samples });
    const at = lengthFrame.indexOf("Xing");
    expect(lengthFrame.readUInt32BE(at + 4)).toBe(3);
    expect(lengthFrame.readUInt32BE(at + 8)).toBe(count);
    expect(lengthFrame.readUInt32BE(at + 12)).toBe(lengthFrame.length + sound.length);
    const whole = Buffer.concat([lengthFrame, sound]);
    expect(parseMp3(whole)).toMatchObject({ samples, frames: sound });
    expect([getXingFrameBytes(whole.subarray(0, 64)), getXingFrameBytes(sound)]).toEqual([
      lengthFrame.length,
      0,
    ]);
  });

  it.each([
    ["fffb9000", 36],
    ["fff368c4", 13],
  ])("has a gapless frame with the encoder's delay and padding: %s", (header, notesAt) => {
    const sound = { frames: Buffer.from(header, "hex"), sampleRate: 44_100, channels: 1 } as const;
    const buildGapless = (samples: number, encoded: number) =>
      buildGaplessFrame({ ...sound, samples }, encoded);
    const length = buildXingFrame(sound.frames, { bytes: 4, samples: 11_520 });
    const bytes = buildGapless(11_520, 10_000);
    const at = notesAt + 16;
    expect(bytes.subarray(0, at)).toEqual(length.subarray(0, at));
    expect(bytes.toString("latin1", at, at + 9)).toBe("LAME3.100");
    expect(bytes.readUIntBE(at + 21, 3)).toBe((576 << 12) | (11_520 - 576 - 10_000));
    // The field for the padding has twelve bits and no sign. A padding that does not fit is not
    // written.
    expect(buildGapless(11_520, 11_520 - 576).readUIntBE(at + 21, 3)).toBe(576 << 12);
    expect(buildGapless(11_520, 11_520 - 576 - 4095).readUIntBE(at + 21, 3)).toBe(
      (576 << 12) | 4095,
    );
    expect(buildGapless(11_520, 11_520 - 575)).toEqual(length);
    expect(buildGapless(11_520, 11_520 - 576 - 4096)).toEqual(length);
  });

  it("has no gapless information when the frame has no room for it", () => {
    const sound = {
      frames: Buffer.from("ffe314c0", "hex"),
      sampleRate: 12_000,
      channels: 1,
    } as const;
    const length = buildXingFrame(sound.frames, { bytes: 4, samples: 11_520 });
    expect(buildGaplessFrame({ ...sound, samples: 11_520 }, 10_000)).toEqual(length);
  });

  it.each([
    ["WAV", Buffer.from("RIFF\x24\x08\x00\x00WAVEfmt ", "latin1")],
    ["Opus", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("OpusHead")])],
    ["Ogg", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("\x01vorbis")])],
    ["FLAC", Buffer.from("fLaC\0\0\0\x22")],
    ["AAC", Buffer.from("fff15080", "hex")],
    ["AAC", Buffer.from("\0\0\0\x20ftypM4A ", "latin1")],
    ["WebM", Buffer.from("1a45dfa3", "hex")],
    ["HTML", Buffer.from("\n<!DOCTYPE html><html>")],
    [null, Buffer.from("fff368c4", "hex")],
    [null, Buffer.from("{}")],
    [null, Buffer.from("a RIFF\x24\x08\x00\x00WAVEfmt ", "latin1")],
    [null, Buffer.from("an OggS and a fLaC")],
    [null, Buffer.from("00fff15080", "hex")],
    [null, Buffer.from("\0\0\0\0\x20ftypM4A ", "latin1")],
    [null, Buffer.from("001a45dfa3", "hex")],
    ["HTML", Buffer.from("<html>")],
    ["HTML", Buffer.from("\xEF\xBB\xBF  <body>", "latin1")],
    [null, Buffer.from("a page: <html>")],
    [null, Buffer.alloc(0)],
  ])("is distinguished from %s", (name, bytes) => {
    expect(detectFormatName(bytes)).toBe(name);
  });

  const NO_START = "it does not begin as an MP3 does";
  it.each([
    ["no bytes", Buffer.alloc(0), NO_START],
    ["zeros", Buffer.alloc(1000), NO_START],
    ["text", Buffer.from('{"error": "quota"}'), NO_START],
    ["a tag alone", Buffer.from("ID3\x04\0\0\0\0\0\0"), NO_START],
    ["the beginning of a tag", Buffer.from("ID3\x04"), NO_START],
    ["the end of a tag", Buffer.from("TAG"), NO_START],
    ["another layer", Buffer.from(`fffd9000${"00".repeat(1000)}`, "hex"), NO_START],
    ["half a sync word", Buffer.from(`ffdb9000${"00".repeat(1000)}`, "hex"), NO_START],
    ["an invalid version", Buffer.from(`ffeb9000${"00".repeat(1000)}`, "hex"), NO_START],
    ["an invalid sample rate", Buffer.from(`fffb9c00${"00".repeat(1000)}`, "hex"), NO_START],
    ["a free bit rate", Buffer.from(`fffb0000${"00".repeat(1000)}`, "hex"), NO_START],
    ["an invalid bit rate", Buffer.from(`fffbf000${"00".repeat(1000)}`, "hex"), NO_START],
    ["an end in the middle of its only frame", frames(1).subarray(0, 200), "it has no sound"],
    [
      "noise after a good start",
      Buffer.concat([frames(2), Buffer.alloc(216, 7)]),
      "it breaks off at byte 432",
    ],
    [
      "a Xing frame alone",
      Buffer.concat([HEADER, Buffer.alloc(9), Buffer.from("Xing"), Buffer.alloc(199)]),
      "it has no sound",
    ],
    [
      "a change of the sample rate",
      Buffer.concat([frames(1), Buffer.from("fff364c4", "hex"), Buffer.alloc(212)]),
      "it changes its format at byte 216",
    ],
    [
      "a change from mono to stereo",
      Buffer.concat([frames(1), Buffer.from("fff36804", "hex"), Buffer.alloc(212)]),
      "it changes its format at byte 216",
    ],
  ])("is rejected for %s", (_what, bytes, why) => {
    const read = () => parseMp3(bytes);
    expect(read).toThrow(InvalidMp3Error);
    expect(read).toThrow(expect.objectContaining({ name: "InvalidMp3Error", message: why }));
  });

  it("can be silence, without the checksum and padding of its model frame", () => {
    const one = Buffer.alloc(216);
    one.write("fff368c0", "hex");
    for (const like of ["fff368c4", "fff268c4", "fff36ac4", "fff368ff"])
      expect(createSilence(Buffer.from(like, "hex"), 36).frames).toEqual(one);
    expect(createSilence(HEADER, 36.1).frames).toEqual(Buffer.concat([one, one]));
    expect(createSilence(HEADER, 36.1)).toMatchObject({
      samples: 1152,
      sampleRate: 16_000,
      channels: 1,
    });
    expect(() => createSilence(Buffer.from("none"), 36)).toThrow(
      "there is no format to be silent in",
    );
  });

  it("can be silence of any length, in whole frames", () => {
    const gap = createSilence(Buffer.from("fff36ac4", "hex"), 3000);
    const read = parseMp3(gap.frames);
    expect(read).toMatchObject({ samples: gap.samples });
    expect(getDurationMs(gap)).toBeGreaterThanOrEqual(3000);
    expect(getDurationMs(gap)).toBeLessThan(3050);
    expect(createSilence(Buffer.from("fffb9064", "hex"), 100)).toMatchObject({
      sampleRate: 44_100,
      channels: 2,
    });
  });
});
