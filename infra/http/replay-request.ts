import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Maximum length of `rawHeaders`, which holds names and values. Node silently drops further
 * headers, which may include Content-Length.
 */
const MAX_RAW_HEADERS = 2000;

/**
 * Returns the response that is being written to a connection, if any. Reads an internal property of
 * Node.
 */
export const getCurrentResponse = (connection: Duplex): ServerResponse | null =>
  (connection as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

const formatHeadWithoutUpgrade = ({
  method,
  url,
  httpVersion,
  rawHeaders,
}: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() !== "upgrade")
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
};

const ignoreSocketError = (): void => {};

const runAfterResponses = (connection: Duplex, run: () => void): void => {
  const current = getCurrentResponse(connection);
  if (current) current.once("close", () => runAfterResponses(connection, run));
  else run();
};

/**
 * Answers a request with an `Upgrade` header as plain HTTP/1.1. Node stops parsing a connection at
 * such a request. So this function puts the request's head back, without `Upgrade`, and lets Node
 * parse the connection again. The body and pipelined requests follow. Returns false if that is not
 * possible.
 */
export const replayWithoutUpgrade = (
  server: Server,
  req: IncomingMessage,
  connection: Duplex,
  remaining: Buffer,
): boolean => {
  if (req.rawHeaders.length >= MAX_RAW_HEADERS) return false;
  // Node has removed its own error listener, and an unhandled error would end the process.
  connection.off("error", ignoreSocketError).on("error", ignoreSocketError);
  // Waits until the responses to earlier requests on this connection are sent.
  runAfterResponses(connection, () => {
    if (connection.destroyed || !connection.writable) {
      connection.destroy();
      return;
    }
    // Removes the idle timeout that an earlier response has set.
    if (connection instanceof Socket) connection.setTimeout(0);
    connection.unshift(
      Buffer.concat([Buffer.from(formatHeadWithoutUpgrade(req), "latin1"), remaining]),
    );
    server.emit("connection", connection);
  });
  return true;
};
