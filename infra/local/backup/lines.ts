import { StringDecoder } from "node:string_decoder";

/**
 * The lines of a text in UTF-8 that comes piece by piece, without their ends. Only "\n" ends one:
 * node:readline, from Node 24 on, ends them at U+2028 and U+2029, too, which a row of JSON holds as they are.
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let line = "";
  for await (const piece of pieces) {
    const [end = "", ...next] = decoder.write(piece).split("\n");
    line += end;
    for (const begun of next) {
      yield line;
      line = begun;
    }
  }
  line += decoder.end();
  if (line !== "") yield line;
}
