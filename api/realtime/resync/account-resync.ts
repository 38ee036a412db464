import type { SessionEnded } from "#shared/contract/events.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { userRoom } from "#infra/realtime/rooms.ts";
import type { Context } from "#api/context.ts";
import { findSessionRoles } from "#api/http/session/session-store.ts";
import {
  listSignedInUsers,
  type SignedInUserColumns,
} from "#api/queries/accounts/list-signed-in-users.ts";
import type { ApiSocket, ApiSocketServer } from "../sockets/create-socket-server.ts";

/** Emits the reason and disconnects a socket whose user lost rights. */
const endSocketSession = (socket: ApiSocket, reason: SessionEnded): void => {
  socket.emit("session:ended", reason);
  socket.disconnect(true);
};

/** Returns why the viewer is signed out. Null if the user's row gives no reason. */
const findEndReason = (
  row: SignedInUserColumns | undefined,
  { viewer, mustAddFactor }: { viewer: SignedInViewer; mustAddFactor: boolean },
): SessionEnded | null => {
  if (!row) return { reason: "account_deleted" };
  if (row.isSuspended) return { reason: "account_suspended" };
  if (row.role === viewer.role || mustAddFactor) return null;
  return { reason: "role_changed", role: row.role };
};

/**
 * Resyncs account state to this process's clients. Sends credits only after two equal reads, so
 * that the regular event of a change arrives first. Disconnects sockets whose session ended or
 * whose role changed; the page reconnects with its current session.
 */
export const createAccountResync = (
  io: ApiSocketServer,
  context: Pick<Context, "sql" | "env">,
): ((userIds: readonly number[]) => Promise<void>) => {
  let previousCredits = new Map<number, number>();
  let sentCredits = new Map<number, number>();

  return async (userIds) => {
    if (userIds.length === 0) return;
    // The sockets are listed before the sessions are read, because a socket that connects during
    // the read may have a newer session.
    const sockets = [...io.of("/").sockets.values()].filter(({ data }) => data.viewer);
    // Sessions are read before users. If the first read finds that a session has ended, the second
    // read finds the reason in the user's row.
    const sessionIds = new Set(sockets.map(({ data }) => data.sessionId));
    const roles = await findSessionRoles(context, [...sessionIds]);
    const signedIn = await listSignedInUsers(context.sql, userIds);
    const rows = new Map(signedIn.map((row) => [row.id, row]));
    const now = new Map(Array.from(rows, ([id, { credits }]) => [id, credits]));
    sentCredits = new Map([...sentCredits].filter(([id]) => now.has(id)));
    for (const [id, credits] of now) {
      if (previousCredits.get(id) !== credits || sentCredits.get(id) === credits) continue;
      io.local.to(userRoom(id)).emit("credits:updated", { credits });
      sentCredits.set(id, credits);
    }
    previousCredits = now;
    const requestedIds = new Set(userIds);
    for (const socket of sockets) {
      const { viewer, sessionId, mustAddFactor } = socket.data;
      if (!viewer || !requestedIds.has(viewer.id)) continue;
      const reason = findEndReason(rows.get(viewer.id), { viewer, mustAddFactor });
      if (reason) endSocketSession(socket, reason);
      else if (roles.get(sessionId) !== viewer.role) socket.disconnect(true);
    }
  };
};
