import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

type RawHeaders = Readonly<Record<string, string>>;

const formatHeaders = (headers: RawHeaders): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/**
 * Writes a response directly to a connection that has no response object, and closes the
 * connection.
 */
export const sendRawResponse = (
  connection: Duplex,
  status: number,
  headers: RawHeaders,
  body: string = "",
): void => {
  const allHeaders = {
    ...headers,
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${formatHeaders(allHeaders)}\r\n`;
  connection.on("error", () => {});
  connection.end(head + body, () => connection.destroy());
};

/**
 * Adds headers to the next response that a library writes to the connection as text. engine.io and
 * ws do that in handshakes.
 */
export const addHeadersToNextResponse = (connection: Duplex, headers: RawHeaders): void => {
  const { write, end } = connection;
  const lines = formatHeaders(headers);
  const restore = (): void => void Object.assign(connection, { write, end });
  const withHeaders = (chunk: unknown): unknown =>
    typeof chunk === "string"
      ? chunk.replace(/^HTTP\/1\.1 [^\r\n]*\r\n/, (statusLine) => statusLine + lines)
      : chunk;
  const patch =
    (original: (...args: never[]) => unknown) =>
    (chunk?: unknown, ...args: unknown[]): unknown => {
      restore();
      return Reflect.apply(original, connection, [withHeaders(chunk), ...args]);
    };
  Object.assign(connection, { write: patch(write), end: patch(end) });
};
