import { ADMIN_ROOM } from "#infra/realtime/rooms.ts";
import type { Context } from "#api/context.ts";
import { getOperations } from "#api/queries/admin/get-operations.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

/**
 * Sends the operations page's data to this process's admins. Reads nothing if none is connected.
 */
export const createOperationsResync =
  (io: ApiSocketServer, context: Pick<Context, "sql" | "env">): (() => Promise<void>) =>
  async () => {
    if (!io.of("/").adapter.rooms.has(ADMIN_ROOM)) return;
    io.local.to(ADMIN_ROOM).emit("operations:updated", await getOperations(context));
  };
