import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Names and values together. Node keeps as many and drops the rest silently: one of those may be
 * Content-Length.
 */
const MAX_RAW_HEADERS = 2000;

/** The response that is being written to a connection, if any; Node's own name for it. */
export const responseInProgress = (connection: Duplex): ServerResponse | null =>
  (connection as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

/** A request's head as it came, without the wish to change protocols. */
const headWithoutUpgrade = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() !== "upgrade")
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
};

const ignoreError = (): void => {};

const afterResponses = (connection: Duplex, act: () => void): void => {
  const current = responseInProgress(connection);
  if (current) current.once("close", () => afterResponses(connection, act));
  else act();
};

/**
 * Has the server answer a request that asks for another protocol as plain HTTP/1.1. Node ends the
 * parsing of a connection with such a request. So the connection starts again with the request's
 * head without `Upgrade`, its body and all that was pipelined behind it. Returns false where that
 * is not possible.
 */
export const resendWithoutUpgrade = (
  server: Server,
  req: IncomingMessage,
  connection: Duplex,
  rest: Buffer,
): boolean => {
  if (req.rawHeaders.length >= MAX_RAW_HEADERS) return false;
  // Node has taken its listeners away, and an error without one would end the process.
  connection.off("error", ignoreError).on("error", ignoreError);
  // Responses to earlier requests of the connection go first.
  afterResponses(connection, () => {
    if (connection.destroyed || !connection.writable) {
      connection.destroy();
      return;
    }
    // The idle timeout after an earlier response.
    if (connection instanceof Socket) connection.setTimeout(0);
    connection.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(req), "latin1"), rest]));
    server.emit("connection", connection);
  });
  return true;
};
