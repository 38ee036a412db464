import { BrokenMp3, durationMs, readMp3, silence } from "#infra/audio/mp3.ts";

/** 48 kbit/s, 16 kHz, mono: 216 bytes a frame. */
const HEADER = Buffer.from("fff368c4", "hex");
const frames = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => Buffer.concat([HEADER, Buffer.alloc(212, 0x55)])),
  );

describe("an MP3", () => {
  it("is read frame by frame, whatever tags stand around it", () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x05", "latin1"), Buffer.alloc(5, 1)]);
    const trailer = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const notes = frames(1);
    notes.write("Info", 13, "latin1");
    const mp3 = readMp3(Buffer.concat([tag, notes, frames(10), trailer]));
    expect(mp3).toMatchObject({ samples: 5760, sampleRate: 16_000, channels: 1 });
    expect(mp3.frames.equals(frames(10))).toBe(true);
    expect(durationMs(mp3)).toBe(360);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(1000)],
    ["text", Buffer.from('{"error": "quota"}')],
    ["an end in the middle of a frame", frames(3).subarray(0, 500)],
    ["noise after a good start", Buffer.concat([frames(2), Buffer.alloc(216, 7)])],
    [
      "an encoder's notes alone",
      Buffer.concat([HEADER, Buffer.alloc(9), Buffer.from("Xing"), Buffer.alloc(199)]),
    ],
    [
      "a change of format",
      Buffer.concat([frames(1), Buffer.from("fff36ac4", "hex"), Buffer.alloc(212)]),
    ],
  ])("is not %s", (_what, bytes) => {
    expect(() => readMp3(bytes)).toThrow(BrokenMp3);
  });

  it("can be silent for as long as needed, in whole frames", () => {
    const gap = silence(Buffer.from("fff36ac4", "hex"), 3000);
    const read = readMp3(gap.frames);
    expect(read).toMatchObject({ samples: gap.samples });
    expect(durationMs(gap)).toBeGreaterThanOrEqual(3000);
    expect(durationMs(gap)).toBeLessThan(3050);
    expect(silence(Buffer.from("fffb9064", "hex"), 100)).toMatchObject({
      sampleRate: 44_100,
      channels: 2,
    });
  });
});
