import { splitLines } from "#infra/dev/backup/split-lines.ts";

/** Of a text whose bytes come so many at once. */
const linesIn = async (text: string, atOnce: number): Promise<string[]> => {
  const bytes = Buffer.from(text);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += atOnce) yield bytes.subarray(at, at + atOnce);
  };
  const lines: string[] = [];
  for await (const line of splitLines(pieces())) lines.push(line);
  return lines;
};

describe("the lines of a backup", () => {
  it.each([
    [
      "what other readers end a line at",
      "a\u2028b\u2029c\rd\u0085e\n{}\n",
      ["a\u2028b\u2029c\rd\u0085e", "{}"],
    ],
    ["characters of two to four bytes", "é\u2028€\n😀\n", ["é\u2028€", "😀"]],
    ["a line that is empty", "a\n\nb\n", ["a", "", "b"]],
    ["a last one that was broken off", "a\nb", ["a", "b"]],
    ["nothing", "", []],
  ])("with %s are the same, wherever its pieces are cut", async (_what, text, lines) => {
    for (let atOnce = 1; atOnce <= Buffer.byteLength(text) + 1; atOnce++)
      expect(await linesIn(text, atOnce)).toEqual(lines);
  });
});
