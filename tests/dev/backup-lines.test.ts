import { splitLines } from "#infra/dev/backup/split-lines.ts";

/** Splits a text whose bytes arrive in pieces of `pieceBytes` bytes. */
const splitIntoLines = async (text: string, pieceBytes: number): Promise<string[]> => {
  const bytes = Buffer.from(text);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const lines: string[] = [];
  for await (const line of splitLines(pieces())) lines.push(line);
  return lines;
};

describe("the lines of a backup", () => {
  it.each([
    [
      "line separators that other parsers recognize",
      "a\u2028b\u2029c\rd\u0085e\n{}\n",
      ["a\u2028b\u2029c\rd\u0085e", "{}"],
    ],
    ["characters of two to four bytes", "é\u2028€\n😀\n", ["é\u2028€", "😀"]],
    ["an empty line", "a\n\nb\n", ["a", "", "b"]],
    ["an incomplete last line", "a\nb", ["a", "b"]],
    ["no content", "", []],
  ])("with %s do not depend on the size of its pieces", async (_what, text, lines) => {
    for (let pieceBytes = 1; pieceBytes <= Buffer.byteLength(text) + 1; pieceBytes++)
      expect(await splitIntoLines(text, pieceBytes)).toEqual(lines);
  });
});
