import { Server } from "socket.io";
import type { Sql } from "#infra/db/sql.ts";
import { ADMIN_ROOM, audienceRoom, fullRoom, LISTS_VISITOR_ROOM } from "#infra/realtime/rooms.ts";
import { createAudience } from "#api/realtime/audience/audience.ts";
import { createLiveDebateResync } from "#api/realtime/resync/live-debate-resync.ts";
import { createOperationsResync } from "#api/realtime/resync/operations-resync.ts";
import { createPresenceRecorder } from "#api/realtime/resync/record-presence.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import { logSocketCounts } from "#api/realtime/sockets/log-socket-counts.ts";
import { createWatcherCounts } from "#api/realtime/watchers/watcher-counts.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { waitUntil } from "../harness.ts";
import { testEnv } from "./test-api.ts";

let io: ApiSocketServer;
let join: (room: string) => void;
let leave: (room: string) => void;
/** Statements that were sent to the database. */
let statements: string[];
let sql: Sql;
let broadcast: jest.SpyInstance;
beforeEach(() => {
  io = new Server();
  const { adapter } = io.of("/");
  join = (room) => void adapter.addAll("socket", new Set([room]));
  leave = (room) => void adapter.del("socket", room);
  statements = [];
  sql = {
    query: async (statement) => {
      statements.push(statement);
      return [];
    },
  };
  broadcast = jest.spyOn(adapter, "broadcast");
  // The adapter of one process cannot send events to other processes.
  jest.spyOn(adapter, "serverSideEmit").mockReturnValue();
});

test("live debates are read only while a client shows a list", async () => {
  const resync = createLiveDebateResync(io, { sql });
  await resync();
  expect([statements.length, broadcast.mock.calls.length]).toEqual([0, 0]);
  join(LISTS_VISITOR_ROOM);
  await resync();
  expect([statements.length > 0, broadcast.mock.calls.length]).toEqual([true, 2]);
});

test("the data of the operations page is read only while an admin is connected", async () => {
  const resync = createOperationsResync(io, { sql, env: testEnv("postgres://unused") });
  await resync();
  expect(statements).toEqual([]);
  join(ADMIN_ROOM);
  await resync();
  expect(statements.length).toBeGreaterThan(0);
});

test("a process reports its open pages once more after the last one is closed, and then no more", async () => {
  const record = createPresenceRecorder({ sql });
  const nobody = { userIds: [], debateIds: [], pages: 0, hasOpened: false };
  const counts: number[] = [];
  for (const pages of [0, 1, 0, 0, 0]) {
    await record({ ...nobody, pages });
    counts.push(statements.length);
  }
  expect(counts).toEqual([0, 1, 2, 3, 3]);
});

test("the log has no counts of sockets for a time without any", () => {
  const { logger, lines } = createMemoryLogger();
  logSocketCounts(io, logger).close();
  expect(lines).toEqual([]);
});

describe("the number of watchers", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const listSent = () => broadcast.mock.calls.map(([{ data }]: [{ data: unknown }]) => data);

  it("is sent only when it changes", () => {
    const counts = createWatcherCounts(io);
    join(fullRoom(7));
    jest.advanceTimersByTime(3000);
    expect(listSent()).toEqual([["watchers:updated", { debateId: 7, watchers: 1 }]]);
    counts.close();
  });

  it("is not reported for rooms that are not rooms of a debate", () => {
    const counts = createWatcherCounts(io);
    jest.advanceTimersByTime(1000);
    const report = jest.mocked(io.of("/").adapter.serverSideEmit);
    report.mockClear();
    join(LISTS_VISITOR_ROOM);
    leave(LISTS_VISITOR_ROOM);
    jest.advanceTimersByTime(1000);
    expect(report).not.toHaveBeenCalled();
    counts.close();
  });
});

test("an announcement without turns does not delay the reactions of the next one", async () => {
  const audience = createAudience(io, { sql, logger: createMemoryLogger().logger });
  join(audienceRoom(7));
  audience.announce({ debateId: 7, turnIds: [], userIds: [1] });
  audience.announce({ debateId: 7, turnIds: [1], userIds: [] });
  await waitUntil(() => broadcast.mock.calls.length > 0);
  audience.close();
});
