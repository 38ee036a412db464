/** A side of a PostgreSQL connection, in pieces as they come: whole messages or not. */
type Pieces = AsyncIterable<Buffer>;

/** A message; its type is a letter, and nothing in the one that begins a connection. */
interface Message {
  type: string;
  bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** The messages of a side, however they were cut up or joined on their way. */
const messages = async function* (
  pieces: Pieces,
  { hasStartup }: { hasStartup: boolean },
): AsyncGenerator<Message> {
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

/** The first two texts of a message; each has a zero at its end. */
const textsOf = ({ bytes }: Message): [string, string] => {
  const [first = "", second = ""] = bytes.toString("utf8", 1 + LENGTH_BYTES).split("\0", 2);
  return [first, second];
};

/** What a client sends at once. */
export interface ClientRequest {
  bytes: Buffer;
  /** The statements that it has done, in either protocol. */
  statements: string[];
  /** Whether the server says in the end that it is ready for the next one. */
  isAnswered: boolean;
}

/** Parse, Bind, Describe, Execute and Close: nothing is answered before what follows them. */
const EXTENDED = new Set(["P", "B", "D", "E", "C"]);
/** The beginning, a Query, a FunctionCall, and the Sync after extended messages. */
const ANSWERED = new Set(["", "Q", "F", "S"]);

/** A client's side, as what it asks for: a query, or all that is sent up to a Sync. */
export const clientRequests = async function* (pieces: Pieces): AsyncGenerator<ClientRequest> {
  const prepared = new Map<string, string>();
  let parts: Buffer[] = [];
  let statements: string[] = [];
  for await (const message of messages(pieces, { hasStartup: true })) {
    const { type, bytes } = message;
    parts.push(bytes);
    const [first, second] = textsOf(message);
    if (type === "Q") statements.push(first);
    if (type === "P") prepared.set(first, second);
    // The portal's name, and the statement's, which may have been prepared long ago.
    if (type === "B") statements.push(prepared.get(second) ?? "");
    if (EXTENDED.has(type)) continue;
    yield { bytes: Buffer.concat(parts), statements, isAnswered: ANSWERED.has(type) };
    parts = [];
    statements = [];
  }
};

export interface ServerMessage {
  bytes: Buffer;
  /** The server is ready for the next request. */
  isEnd: boolean;
  /** And no transaction is open. */
  isIdle: boolean;
}

export const serverMessages = async function* (pieces: Pieces): AsyncGenerator<ServerMessage> {
  for await (const { type, bytes } of messages(pieces, { hasStartup: false })) {
    const isEnd = type === "Z";
    yield { bytes, isEnd, isIdle: isEnd && bytes.toString("latin1", 1 + LENGTH_BYTES) === "I" };
  }
};
