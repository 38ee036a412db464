import { crc32, deflateSync } from "node:zlib";
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { labelPng } from "#shared/domain/png-label.ts";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const createChunk = (type: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
};

/** A grey PNG of one pixel. */
const createPng = (): Buffer =>
  Buffer.concat([
    SIGNATURE,
    createChunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    createChunk("IDAT", deflateSync(Buffer.from([0, 128]))),
    createChunk("IEND", Buffer.alloc(0)),
  ]);

/** The chunks of a PNG. Throws if a length or checksum is wrong. */
const readChunks = (png: Buffer): { type: string; text: string }[] => {
  const chunks = [];
  let at = SIGNATURE.length;
  while (at < png.length) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.readUInt32BE(end) !== crc32(png.subarray(at + 4, end))) throw new Error("checksum");
    const [type, text] = [
      png.toString("latin1", at + 4, at + 8),
      png.toString("utf8", at + 8, end),
    ];
    chunks.push({ type, text });
    at = end + 4;
  }
  return chunks;
};

describe("a labelled PNG", () => {
  it("has valid text chunks with IPTC's source type after its header", () => {
    const chunks = readChunks(Buffer.from(labelPng(createPng(), "")));
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "iTXt", "iTXt", "IDAT", "IEND"]);
    const [, xmp, description] = chunks;
    expect(xmp?.text).toMatch(/^XML:com\.adobe\.xmp\0\0\0\0\0<\?xpacket/);
    expect(xmp?.text).toContain(`Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"`);
    expect(description?.text).toBe(`Description\0\0\0\0\0${AI_DISCLOSURE}`);
  });

  it("names the models that wrote the text that it shows", () => {
    const models = "gpt-5.4 (turn 1), grok-4.3 (turn 2)";
    const chunks = readChunks(Buffer.from(labelPng(createPng(), models)));
    const texts = chunks.filter(({ type }) => type === "iTXt");
    expect(texts.map(({ text }) => text.split("\0")[0])).toEqual([
      "XML:com.adobe.xmp",
      "Description",
      "Models",
    ]);
    expect(texts[2]?.text).toBe(`Models\0\0\0\0\0${models}`);
  });

  it("keeps all other bytes, also of a PNG inside a larger buffer", () => {
    const png = createPng();
    const inside = Buffer.concat([Buffer.from("before"), png]).subarray(6);
    const labelled = Buffer.from(labelPng(inside, ""));
    expect(labelled.subarray(0, 33).equals(png.subarray(0, 33))).toBe(true);
    expect(labelled.subarray(33 - png.length).equals(png.subarray(33))).toBe(true);
  });
});
