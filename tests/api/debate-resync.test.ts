import { createDebateResync } from "#api/realtime/resync/debate-resync.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";

it("the resync of debates sends no query while no debate is watched", async () => {
  const query = jest.fn(async () => []);
  await createDebateResync({} as ApiSocketServer, { sql: { query } })([]);
  expect(query).not.toHaveBeenCalled();
});
