import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Writes raw bytes to a connection and returns everything received until it closes. */
export const sendRawHttp = ({ origin }: { origin: string }, words: string): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), "localhost");
  socket.write(words);
  return text(socket);
};
