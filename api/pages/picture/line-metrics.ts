import { inflateSync } from "node:zlib";

/** Values of the heading font, as fractions of the font size. */
const ASCENDER = 0.93;
const DESCENDER = 0.27;

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/**
 * Gives a WOFF font the same ascender and descender as the other fonts of a picture, so that all
 * lines have equal distances. Satori places the baseline of a line by the font in which the line
 * starts.
 */
export const unifyLineMetrics = (woff: Buffer): Buffer => {
  const readEntry = (tag: string) => {
    const tables = woff.readUInt16BE(12);
    for (let index = 0; index < tables; index++) {
      const entry = HEADER_BYTES + index * ENTRY_BYTES;
      if (woff.toString("latin1", entry, entry + 4) !== tag) continue;
      const offset = woff.readUInt32BE(entry + 4);
      const [stored, length] = [woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)];
      const bytes = woff.subarray(offset, offset + stored);
      return { entry, table: Buffer.from(stored < length ? inflateSync(bytes) : bytes) };
    }
    throw new Error(`The font has no table ${tag}`);
  };
  const unitsPerEm = readEntry("head").table.readUInt16BE(18);
  const { entry, table } = readEntry("hhea");
  table.writeInt16BE(Math.round(ASCENDER * unitsPerEm), 4);
  table.writeInt16BE(-Math.round(DESCENDER * unitsPerEm), 6);
  // Appends the changed font table to the file, because it may not fit at its old offset.
  const padding = Buffer.alloc(-woff.length & 3);
  const changed = Buffer.concat([woff, padding, table]);
  changed.writeUInt32BE(changed.length, 8);
  changed.writeUInt32BE(woff.length + padding.length, entry + 4);
  changed.writeUInt32BE(table.length, entry + 8);
  return changed;
};
