import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** What comes back to this, to the letter, until the connection ends. */
export const say = ({ origin }: { origin: string }, words: string): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), "localhost");
  socket.write(words);
  return text(socket);
};
