/** One direction of a PostgreSQL connection, in chunks of any size. */
type ByteChunks = AsyncIterable<Buffer>;

/** A message. Its type is a letter, or empty for the startup message. */
interface PostgresMessage {
  type: string;
  bytes: Buffer;
}

const LENGTH_BYTES = 4;

const splitMessages = async function* (
  pieces: ByteChunks,
  { hasStartup }: { hasStartup: boolean },
): AsyncGenerator<PostgresMessage> {
  let typeBytes = hasStartup ? 0 : 1;
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const size = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < size) break;
      const bytes = rest.subarray(0, size);
      rest = rest.subarray(size);
      yield { type: bytes.toString("latin1", 0, typeBytes), bytes };
      typeBytes = 1;
    }
  }
};

/** Returns the first two zero-terminated strings of a message. */
const readFirstTwoStrings = ({ bytes }: PostgresMessage): [string, string] => {
  const [first = "", second = ""] = bytes.toString("utf8", 1 + LENGTH_BYTES).split("\0", 2);
  return [first, second];
};

/** Messages that a client sends together. */
export interface ClientRequest {
  bytes: Buffer;
  /** The executed statements, in the simple or the extended protocol. */
  statements: string[];
  /** Whether the server answers with ReadyForQuery. */
  isAnswered: boolean;
}

/**
 * Messages of the types Parse, Bind, Describe, Execute and Close. The server answers them only
 * after a Sync or Flush.
 */
const EXTENDED_PROTOCOL_TYPES = new Set(["P", "B", "D", "E", "C"]);
/**
 * Messages that the server answers with ReadyForQuery: Startup, Query, FunctionCall, and the Sync
 * after extended messages.
 */
const ANSWERED_TYPES = new Set(["", "Q", "F", "S"]);

/** Groups a client's messages into requests: one query, or everything up to a Sync. */
export const splitClientRequests = async function* (
  pieces: ByteChunks,
): AsyncGenerator<ClientRequest> {
  const prepared = new Map<string, string>();
  let parts: Buffer[] = [];
  let statements: string[] = [];
  for await (const message of splitMessages(pieces, { hasStartup: true })) {
    const { type, bytes } = message;
    parts.push(bytes);
    const [first, second] = readFirstTwoStrings(message);
    if (type === "Q") statements.push(first);
    if (type === "P") prepared.set(first, second);
    // The message Bind names a portal and a statement, which may have been prepared much earlier.
    if (type === "B") statements.push(prepared.get(second) ?? "");
    if (EXTENDED_PROTOCOL_TYPES.has(type)) continue;
    yield { bytes: Buffer.concat(parts), statements, isAnswered: ANSWERED_TYPES.has(type) };
    parts = [];
    statements = [];
  }
};

export interface ServerMessage {
  bytes: Buffer;
  /** Whether the server is ready for the next query. */
  isEnd: boolean;
  /** Whether the server is ready and no transaction is open. */
  isIdle: boolean;
}

export const splitServerMessages = async function* (
  pieces: ByteChunks,
): AsyncGenerator<ServerMessage> {
  for await (const { type, bytes } of splitMessages(pieces, { hasStartup: false })) {
    const isEnd = type === "Z";
    yield { bytes, isEnd, isIdle: isEnd && bytes.toString("latin1", 1 + LENGTH_BYTES) === "I" };
  }
};
