import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from "./ai-label.ts";

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk's length, type and checksum, which surround its data. */
const CHUNK_FRAME_BYTES = 12;

/** The CRC-32 of PNG and ZIP. Labels are short, so a lookup table is not needed. */
const computeCrc32 = (bytes: Uint8Array): number => {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
};

/** An uncompressed iTXt chunk without language and translated keyword. */
const createTextChunk = (keyword: string, text: string): Uint8Array => {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(content.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length - 4);
  chunk.set(content, 4);
  view.setUint32(content.length + 4, computeCrc32(content));
  return chunk;
};

const XMP = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"/></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;

/**
 * Returns a copy of a PNG that is labelled as AI-generated: in XMP, as IPTC specifies, and in a
 * description that simple viewers show. `models` names the models that wrote the shown text; empty
 * if there is none. The labels follow the header chunk, where programs find them without reading
 * the whole file.
 */
export const labelPng = (png: Uint8Array, models: string): Uint8Array<ArrayBuffer> => {
  const headerBytes = new DataView(png.buffer, png.byteOffset).getUint32(SIGNATURE_BYTES);
  const headerEnd = SIGNATURE_BYTES + CHUNK_FRAME_BYTES + headerBytes;
  const parts = [
    png.subarray(0, headerEnd),
    createTextChunk("XML:com.adobe.xmp", XMP),
    createTextChunk("Description", AI_DISCLOSURE),
    ...(models === "" ? [] : [createTextChunk("Models", models)]),
    png.subarray(headerEnd),
  ];
  const labelled = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    labelled.set(part, at);
    at += part.length;
  }
  return labelled;
};
