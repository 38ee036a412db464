import type { SessionEnded } from "#shared/contract/events.ts";
import type { UserRole } from "#shared/domain/viewer.ts";
import { userRoom } from "#infra/realtime/rooms.ts";
import type { Context } from "../context.ts";
import { listSignedIn, type SignedInRow } from "../queries/list-signed-in.ts";
import type { ApiSocket, ApiSocketServer } from "./socket-server.ts";

/** Ends what was opened with rights that its user no longer has. */
const cut = (socket: ApiSocket, why: SessionEnded): void => {
  socket.emit("session:ended", why);
  socket.disconnect(true);
};

/** Why somebody of this role is signed out, as their row has it; null: they are not. */
const whyEnded = (row: SignedInRow | undefined, role: UserRole): SessionEnded | null => {
  if (!row) return { reason: "account_deleted" };
  if (row.isSuspended) return { reason: "account_suspended" };
  return row.role === role ? null : { reason: "role_changed", role: row.role };
};

/**
 * Says to this process's browsers what the rows say of their users, whoever was to announce it: how
 * many credits they have, once that has been so for two looks, and that they are signed out.
 */
export const createAccountsTeller = (
  io: ApiSocketServer,
  { reads }: Pick<Context, "reads">,
): ((userIds: readonly number[]) => Promise<void>) => {
  let before = new Map<number, number>();
  let told = new Map<number, number>();

  return async (userIds) => {
    if (userIds.length === 0) return;
    // Those of now: one that is opened while the rows are read may know better.
    const sockets = [...io.of("/").sockets.values()];
    const rows = new Map((await listSignedIn(reads, userIds)).map((row) => [row.id, row]));
    const now = new Map(Array.from(rows, ([id, { credits }]) => [id, credits]));
    told = new Map([...told].filter(([id]) => now.has(id)));
    for (const [id, credits] of now) {
      if (before.get(id) !== credits || told.get(id) === credits) continue;
      io.local.to(userRoom(id)).emit("credits:updated", { credits });
      told.set(id, credits);
    }
    before = now;
    for (const socket of sockets) {
      const { viewer } = socket.data;
      if (!viewer || !userIds.includes(viewer.id)) continue;
      const why = whyEnded(rows.get(viewer.id), viewer.role);
      if (why) cut(socket, why);
    }
  };
};
