/** Sizes in ID3v2 tags have seven bits per byte. */
const sizeIn = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
const says = (bytes: Buffer, at: number, words: string): boolean =>
  at >= 0 && bytes.toString("latin1", at, at + words.length) === words;

const ID3_BYTES = 10;
const ID3_HAS_FOOTER = 0x10;
const ID3V1_BYTES = 128;
const APE = "APETAGEX";
const APE_BYTES = 32;
const APE_HAS_HEADER = 0x80_00_00_00;

/** Length of the tag that begins at `at`; 0 if there is none. */
const tagAt = (bytes: Buffer, at: number): number => {
  if (says(bytes, at, "ID3")) {
    const footer = (bytes[at + 5] ?? 0) & ID3_HAS_FOOTER ? ID3_BYTES : 0;
    return ID3_BYTES + sizeIn(bytes, at + 6) + footer;
  }
  const isApe = says(bytes, at, APE) && at + APE_BYTES <= bytes.length;
  return isApe ? APE_BYTES + bytes.readUInt32LE(at + 12) : 0;
};

const tagBefore = (bytes: Buffer, end: number): number => {
  if (says(bytes, end - ID3V1_BYTES, "TAG")) return ID3V1_BYTES;
  if (says(bytes, end - ID3_BYTES, "3DI")) return 2 * ID3_BYTES + sizeIn(bytes, end - 4);
  const ape = end - APE_BYTES;
  if (!says(bytes, ape, APE)) return 0;
  const header = (bytes.readUInt32LE(ape + 20) & APE_HAS_HEADER) === 0 ? 0 : APE_BYTES;
  return bytes.readUInt32LE(ape + 12) + header;
};

/** Offset of the first byte after all leading tags and zero padding. */
export const startOfSound = (bytes: Buffer): number => {
  let at = 0;
  for (;;) {
    const skipped = tagAt(bytes, at) || Number(bytes[at] === 0);
    if (skipped === 0) return at;
    at += skipped;
  }
};

export const endOfSound = (bytes: Buffer): number => {
  let end = bytes.length;
  for (;;) {
    const tag = tagBefore(bytes, end);
    if (tag === 0) return end;
    end -= tag;
  }
};
