import { createSilence } from "#web/lib/player/engine/silence.ts";

it("silence is a WAV file of the requested duration", async () => {
  const file = Buffer.from(await createSilence(3050).arrayBuffer());
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const bytesPerSecond = file.readUInt32LE(28);
  expect(file.readUInt32LE(40) / bytesPerSecond).toBeCloseTo(3.05);
  expect(new Set(file.subarray(44))).toEqual(new Set([0x80]));
});
