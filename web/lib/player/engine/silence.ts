const HEADER_BYTES = 44;
const SAMPLE_RATE = 8000;
/** Zero level of unsigned 8-bit samples. */
const SILENT_SAMPLE = 0x80;

/** Returns a WAV file of silence. */
export const createSilence = (ms: number): Blob => {
  const samples = Math.ceil((ms * SAMPLE_RATE) / 1000);
  const bytes = new Uint8Array(HEADER_BYTES + samples).fill(SILENT_SAMPLE);
  const view = new DataView(bytes.buffer);
  const writeText = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  writeText(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  writeText(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // length of the format section
  view.setUint16(20, 1, true); // format: uncompressed
  view.setUint16(22, 1, true); // number of channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE, true); // bytes per second
  view.setUint16(32, 1, true); // bytes per sample
  view.setUint16(34, 8, true); // bits per sample
  writeText(36, "data");
  view.setUint32(40, samples, true);
  return new Blob([bytes], { type: "audio/wav" });
};
