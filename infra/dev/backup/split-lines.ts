import { StringDecoder } from "node:string_decoder";

/**
 * Splits a UTF-8 stream into lines. Only "\n" ends a line: since Node 24, node:readline also splits
 * at U+2028 and U+2029, which JSON rows may contain.
 */
export async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let line = "";
  for await (const piece of pieces) {
    const [end = "", ...next] = decoder.write(piece).split("\n");
    line += end;
    for (const partial of next) {
      yield line;
      line = partial;
    }
  }
  line += decoder.end();
  if (line !== "") yield line;
}
