/**
 * First bytes of other audio formats and of HTML pages. If a file is not an MP3, the error message
 * names the format that it has instead.
 */
const FORMAT_SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["WAV", /^RIFF[^]{4}WAVE/],
  ["Opus", /^OggS[^]{24,60}OpusHead/],
  ["Ogg", /^OggS/],
  ["FLAC", /^fLaC/],
  ["AAC", /^\xFF[\xF0\xF1\xF8\xF9]|^[^]{4}ftyp/],
  ["WebM", /^[^]E\xDF\xA3/],
  ["HTML", /^(?:\xEF\xBB\xBF)?\s{0,100}<(?:!doctype|html|head|body)/i],
];

export const detectFormatName = (bytes: Buffer): string | null => {
  const header = bytes.toString("latin1", 0, 200);
  return FORMAT_SIGNATURES.find(([, pattern]) => pattern.test(header))?.[0] ?? null;
};
