import { Client } from "pg";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import {
  type ClientRequest,
  splitClientRequests,
  splitServerMessages,
} from "../helpers/postgres-proxy/postgres-protocol.ts";

/** Sends the same statement in each form of PostgreSQL's protocol. */
const PROTOCOLS = {
  "a simple query": (client: Client, id: number) =>
    client.query(`INSERT INTO notes VALUES (${id})`),
  "a statement with parameters": (client: Client, id: number) =>
    client.query("INSERT INTO notes VALUES ($1)", [id]),
  "a statement prepared by name": (client: Client, id: number) =>
    client.query({ name: "note", text: "INSERT INTO notes VALUES ($1)", values: [id] }),
} as const;
const INSERT = /^INSERT INTO notes/;
const COMMIT = /^COMMIT$/;

describe("a database proxy", () => {
  let database: TestDatabase;
  let wire: DatabaseProxy;
  let otherConnection: Client;
  const clients: Client[] = [];
  const open = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url }).on("error", () => "it has been cut");
    clients.push(client);
    await client.connect();
    return client;
  };
  const readNotes = async () =>
    (await otherConnection.query<{ id: number }>("SELECT id FROM notes ORDER BY id")).rows.map(
      ({ id }) => id,
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await startDatabaseProxy(database.url);
    otherConnection = await open(database.url);
    await otherConnection.query("CREATE TABLE notes (id int)");
  });
  beforeEach(() => otherConnection.query("TRUNCATE notes"));
  afterAll(async () => {
    await Promise.allSettled(clients.map((client) => client.end()));
    await wire.cut();
    await database.drop();
  });

  describe.each(Object.entries(PROTOCOLS))("that holds %s", (_, insert) => {
    it("keeps it from the server until it is released, each time", async () => {
      const client = await open(wire.url);
      await insert(client, 1);
      for (const id of [2, 3]) {
        const before = await readNotes();
        const hold = wire.hold(INSERT, { at: "request" });
        const inserting = insert(client, id);
        await hold.reached;
        expect(await readNotes()).toEqual(before);
        hold.release();
        await inserting;
        expect(await readNotes()).toEqual([...before, id]);
      }
    });

    it("delays the answer after the statement has run", async () => {
      const client = await open(wire.url);
      await insert(client, 1);
      const hold = wire.hold(INSERT, { at: "answer" });
      let isAnswered = false;
      const inserting = insert(client, 2).then(() => (isAnswered = true));
      await hold.reached;
      expect(await readNotes()).toEqual([1, 2]);
      expect(isAnswered).toBe(false);
      hold.release();
      await inserting;
    });

    it.each([
      ["request", []],
      ["answer", [1]],
    ] as const)("cuts its connection at the %s", async (at, left) => {
      const client = await open(wire.url);
      wire.hold(INSERT, { at }).drop();
      await expect(insert(client, 1)).rejects.toThrow("Connection terminated");
      expect(await readNotes()).toEqual(left);
    });
  });

  it("holds an answer until the whole statement is done", async () => {
    const client = await open(wire.url);
    await otherConnection.query("SELECT pg_advisory_lock(1)");
    const hold = wire.hold(/repeat/, { at: "answer" });
    let isReached = false;
    void hold.reached.then(() => (isReached = true));
    const asking = client.query("SELECT repeat('x', 300000); SELECT pg_advisory_lock(1)");
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await waitUntil(async () => (await otherConnection.query(waiting)).rowCount === 1);
    expect(isReached).toBe(false);
    await otherConnection.query("SELECT pg_advisory_unlock(1)");
    await hold.reached;
    hold.release();
    await asking;
  });

  it("does not hold other statements, and holds as many as requested", async () => {
    const [one, two, third] = await Promise.all([open(wire.url), open(wire.url), open(wire.url)]);
    const holds = [wire.hold(INSERT, { at: "request" }), wire.hold(INSERT, { at: "request" })];
    const held = [one, two].map((client) => client.query("INSERT INTO notes VALUES (1)"));
    await Promise.all(holds.map(({ reached }) => reached));
    await third.query("INSERT INTO notes VALUES (3)");
    expect(await readNotes()).toEqual([3]);
    for (const { release } of holds) release();
    await Promise.all(held);
    expect(await readNotes()).toEqual([1, 1, 3]);
  });

  it("holds the commit of the matching transaction only", async () => {
    const [one, other] = await Promise.all([open(wire.url), open(wire.url)]);
    const hold = wire.hold(COMMIT, { at: "request", of: /VALUES \(7\)/ });
    // This INSERT commits by itself. So the commit of the next, empty transaction must not match.
    await one.query("INSERT INTO notes VALUES (7)");
    await one.query("BEGIN");
    await one.query("COMMIT");
    await other.query("BEGIN");
    await other.query("INSERT INTO notes VALUES (7)");
    const committing = other.query("COMMIT");
    await hold.reached;
    expect(await readNotes()).toEqual([7]);
    hold.release();
    await committing;
    expect(await readNotes()).toEqual([7, 7]);
  });

  it("does not hold a statement whose hold was released before", async () => {
    const client = await open(wire.url);
    wire.hold(INSERT, { at: "request" }).release();
    await client.query("INSERT INTO notes VALUES (1)");
    expect(await readNotes()).toEqual([1]);
    wire.hold(INSERT, { at: "request" }).release();
    const hold = wire.hold(INSERT, { at: "request" });
    const inserting = client.query("INSERT INTO notes VALUES (2)");
    await hold.reached;
    hold.release();
    await inserting;
  });

  it("passes on answers of any size and the server's last message", async () => {
    const client = await open(wire.url);
    const { rows } = await client.query<{ long: string }>("SELECT repeat('x', 3000000) AS long");
    expect(rows[0]?.long).toHaveLength(3_000_000);
    const ended = client.query("SELECT pg_terminate_backend(pg_backend_pid())");
    await expect(ended).rejects.toThrow("terminating connection");
  });
});

describe("messages through the proxy", () => {
  const int = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const message = (type: string, body: string) =>
    Buffer.concat([Buffer.from(type), int(4 + Buffer.byteLength(body)), Buffer.from(body)]);
  const startup = message("", "\0\u0003\0\0user\0ada\0\0");
  const said = Buffer.concat([
    startup,
    message("p", "secret\0"),
    message("Q", "SELECT 'ä'\0"),
    message("P", "named\0SELECT $1\0\0\0"),
    message("B", "\0named\0\0\0"),
    message("E", "\0\0\0\0\0"),
    message("S", ""),
    message("B", "\0named\0\0\0"),
    message("S", ""),
    message("X", ""),
  ]);

  const cuts = {
    "byte by byte": (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.from([byte])),
    "all at once": (bytes: Buffer) => [bytes],
    "in pieces of 7": (bytes: Buffer) =>
      Array.from({ length: Math.ceil(bytes.length / 7) }, (_none, n) =>
        bytes.subarray(n * 7, n * 7 + 7),
      ),
  };
  const pieces = async function* (buffers: Buffer[]) {
    yield* buffers;
  };
  const all = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
    const gathered: T[] = [];
    for await (const value of values) gathered.push(value);
    return gathered;
  };

  it.each(Object.entries(cuts))(
    "are split into client requests when they arrive %s",
    async (_how, cut) => {
      const requests = await all(splitClientRequests(pieces(cut(said))));
      expect(Buffer.concat(requests.map(({ bytes }) => bytes)).equals(said)).toBe(true);
      const seen = ({ statements, isAnswered }: ClientRequest) => [statements, isAnswered];
      expect(requests.map(seen)).toEqual([
        [[], true],
        [[], false],
        [["SELECT 'ä'"], true],
        [["SELECT $1"], true],
        [["SELECT $1"], true],
        [[], false],
      ]);
    },
  );

  it.each(Object.entries(cuts))(
    "are split into server messages when they arrive %s",
    async (_how, cut) => {
      const answers = Buffer.concat([
        message("R", "\0\0\0\0"),
        message("Z", "I"),
        message("D", "a row"),
        message("Z", "T"),
      ]);
      const messages = await all(splitServerMessages(pieces(cut(answers))));
      expect(Buffer.concat(messages.map(({ bytes }) => bytes)).equals(answers)).toBe(true);
      expect(messages.map(({ isEnd, isIdle }) => [isEnd, isIdle])).toEqual([
        [false, false],
        [true, true],
        [false, false],
        [true, false],
      ]);
    },
  );
});
