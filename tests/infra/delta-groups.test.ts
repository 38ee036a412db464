import { splitDeltaBatch, createDeltaBatcher } from "#infra/realtime/delta-batcher.ts";

interface Broadcast {
  rooms: string[];
  data: [name: string, ...unknown[]];
}

/** Returns a server without clients, and the list of the events that it would broadcast. */
const openServer = () => {
  const emitted: Broadcast[] = [];
  const pass = (packet: { data: Broadcast["data"] }, { rooms }: { rooms: Set<string> }) =>
    void emitted.push({ rooms: [...rooms], data: packet.data });
  const to = (rooms: string[]) => ({
    emit: (...data: Broadcast["data"]) => void emitted.push({ rooms, data }),
  });
  const io = { to, of: () => ({ adapter: { broadcast: pass } }) };
  return { emitted, groups: createDeltaBatcher(io) };
};

const pieceOf = (debateId: number, text: string, isForVisitors = true) => ({
  delta: { debateId, turnId: debateId * 10, attempt: 1, offset: 7, text },
  isForVisitors,
});

/** Decodes a broadcast as the receiving process does. */
const readMessages = ({ rooms, data }: Broadcast) => {
  const message = {
    uid: "a",
    nsp: "/",
    type: 3,
    data: { packet: { type: 2, data }, opts: { rooms } },
  };
  return splitDeltaBatch(JSON.parse(JSON.stringify(message))) as (typeof message)[];
};

describe("deltas", () => {
  it("are passed on unchanged when emitted one after the other", async () => {
    const { emitted, groups } = openServer();
    for (const debateId of [1, 2]) {
      groups.add(pieceOf(debateId, "Cars", debateId === 1));
      await Promise.resolve();
    }
    const delta = { attempt: 1, offset: 7, text: "Cars" };
    expect(emitted).toEqual([
      {
        rooms: ["debate:1:full", "debate:1:visitor"],
        data: ["turn:delta", { debateId: 1, turnId: 10, ...delta }],
      },
      { rooms: ["debate:2:full"], data: ["turn:delta", { debateId: 2, turnId: 20, ...delta }] },
    ]);
  });

  it("are batched when emitted at once, and arrive like single ones", async () => {
    const { emitted, groups } = openServer();
    const pieces = Array.from({ length: 45 }, (_, n) => pieceOf(n + 1, `word ${n}`, n % 2 === 0));
    for (const chunk of pieces) groups.add(chunk);
    await Promise.resolve();
    expect(emitted).toHaveLength(3);
    const messages = emitted.flatMap(readMessages);
    expect(messages.map(({ data }) => data.packet)).toEqual(
      pieces.map(({ delta }) => ({ type: 2, data: ["turn:delta", delta] })),
    );
    expect(messages.map(({ data }) => data.opts.rooms)).toEqual(
      pieces.map(({ delta: { debateId }, isForVisitors }) =>
        [`debate:${debateId}:full`, `debate:${debateId}:visitor`].slice(0, isForVisitors ? 2 : 1),
      ),
    );
    expect(new Set(messages.map(({ uid, nsp, type }) => [uid, nsp, type].join()))).toEqual(
      new Set(["a,/,3"]),
    );
  });

  it("are sent at once when flushed", () => {
    const { emitted, groups } = openServer();
    groups.add(pieceOf(1, "Cars"));
    groups.flush();
    expect(emitted).toHaveLength(1);
    groups.flush();
    expect(emitted).toHaveLength(1);
  });

  it.each(["字", "😀", '"'])("are batched below PostgreSQL's message limit: %s", async (sign) => {
    const { emitted, groups } = openServer();
    const text = sign.repeat(200 / sign.length);
    const pieces = Array.from({ length: 30 }, () => pieceOf(2_147_483_647, text));
    for (const chunk of pieces) groups.add(chunk);
    await Promise.resolve();
    for (const one of emitted) expect(Buffer.byteLength(JSON.stringify(one))).toBeLessThan(7800);
    expect(emitted.flatMap(readMessages)).toHaveLength(30);
  });

  it("are passed on singly when they are long", async () => {
    const { emitted, groups } = openServer();
    for (const text of ["One. ", "Long. ".repeat(2000), "Three."]) groups.add(pieceOf(1, text));
    await Promise.resolve();
    const texts = emitted.map(({ data: [name, delta] }) => [
      name,
      (delta as { text: string }).text,
    ]);
    expect(texts.map(([name, text]) => [name, text?.length])).toEqual([
      ["turn:delta", 5],
      ["turn:delta", 12_000],
      ["turn:delta", 6],
    ]);
  });

  it("are the only messages that are split", () => {
    const messages = [
      null,
      "turn:deltas",
      { type: 3, data: { packet: { data: ["turn:started", {}] }, opts: { rooms: [] } } },
      { type: 3, data: { packet: { data: ["turn:deltas", [{ debateId: 1 }]] }, opts: {} } },
      { type: 5, data: { rooms: ["debate:1:full"] } },
    ];
    for (const message of messages) expect(splitDeltaBatch(message)).toEqual([message]);
  });
});
