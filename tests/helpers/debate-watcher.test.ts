import { createServer } from "node:http";
import { Server } from "socket.io";
import { waitUntil } from "../harness.ts";
import { type DebateWatcher, watchDebate } from "./debate-watcher.ts";
import { listenLocally } from "./listen-locally.ts";

const FULL_TEXT = "Thank you, chair.";

describe("a watcher's text of a turn", () => {
  const http = createServer();
  const server = new Server(http);
  let origin: string;
  let watcher: DebateWatcher;
  beforeAll(async () => {
    server.on("connection", (socket) =>
      socket.on("debate:join", (_debate, answer) => answer({ ok: true, watchers: 1 })),
    );
    origin = `http://127.0.0.1:${await listenLocally(http)}`;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    watcher = await watchDebate(origin, 1);
  });
  afterEach(() => watcher.close());

  it.each([
    ["complete", { 0: "Thank", 5: " you, ", 11: "chair." }, FULL_TEXT],
    ["complete if pieces overlap", { 0: "Thank you, ", 5: " you, chair." }, FULL_TEXT],
    ["undefined if a piece is missing", { 0: "Thank", 11: "chair." }, undefined],
    ["what the deltas contain, whatever the final event contains", { 0: "Thanks" }, "Thanks"],
  ])("is %s", async (_what, deltas, text) => {
    for (const [offset, piece] of Object.entries(deltas))
      server.emit("turn:delta", { turnId: 7, attempt: 1, offset: Number(offset), text: piece });
    server.emit("turn:completed", { turn: { id: 7, attempt: 1, content: FULL_TEXT } });
    await waitUntil(() => watcher.named("turn:completed").length === 1);
    expect(watcher.textOf(7)).toBe(text);
  });
});
