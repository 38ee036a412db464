/** Sizes in ID3v2 tags use seven bits of each byte. */
const readSyncSafeSize = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
const hasTextAt = (bytes: Buffer, at: number, tagName: string): boolean =>
  at >= 0 && bytes.toString("latin1", at, at + tagName.length) === tagName;

const ID3_BYTES = 10;
const ID3_HAS_FOOTER = 0x10;
const ID3V1_BYTES = 128;
const APE_TAG = "APETAGEX";
const APE_BYTES = 32;
const APE_HAS_HEADER = 0x80_00_00_00;

/** Length of the tag that begins at `at`; 0 if there is none. */
const getTagBytesAt = (bytes: Buffer, at: number): number => {
  if (hasTextAt(bytes, at, "ID3")) {
    const footer = (bytes[at + 5] ?? 0) & ID3_HAS_FOOTER ? ID3_BYTES : 0;
    return ID3_BYTES + readSyncSafeSize(bytes, at + 6) + footer;
  }
  const isApe = hasTextAt(bytes, at, APE_TAG) && at + APE_BYTES <= bytes.length;
  return isApe ? APE_BYTES + bytes.readUInt32LE(at + 12) : 0;
};

const getTagBytesBefore = (bytes: Buffer, end: number): number => {
  if (hasTextAt(bytes, end - ID3V1_BYTES, "TAG")) return ID3V1_BYTES;
  if (hasTextAt(bytes, end - ID3_BYTES, "3DI"))
    return 2 * ID3_BYTES + readSyncSafeSize(bytes, end - 4);
  const ape = end - APE_BYTES;
  if (!hasTextAt(bytes, ape, APE_TAG)) return 0;
  const header = (bytes.readUInt32LE(ape + 20) & APE_HAS_HEADER) === 0 ? 0 : APE_BYTES;
  return bytes.readUInt32LE(ape + 12) + header;
};

/** Offset of the first byte after all leading tags and zero padding. */
export const findAudioStart = (bytes: Buffer): number => {
  let at = 0;
  for (;;) {
    const skipped = getTagBytesAt(bytes, at) || Number(bytes[at] === 0);
    if (skipped === 0) return at;
    at += skipped;
  }
};

export const findAudioEnd = (bytes: Buffer): number => {
  let end = bytes.length;
  for (;;) {
    const tag = getTagBytesBefore(bytes, end);
    if (tag === 0) return end;
    end -= tag;
  }
};
