import { findSessionRoles } from "#api/http/session/session-store.ts";
import type { LiveStreams } from "#api/audio/live-stream/live-streams.ts";

/**
 * Ends live streams whose session is over or whose user's role has changed. The page reconnects
 * with its current session.
 */
export const disconnectExpiredListeners = async (
  context: Parameters<typeof findSessionRoles>[0] & {
    liveStreams: Pick<LiveStreams, "listSignedInListeners">;
  },
): Promise<void> => {
  // The streams are listed before the sessions are read, because a stream that starts during the
  // read may belong to a newer session.
  const members = context.liveStreams.listSignedInListeners();
  if (members.length === 0) return;
  const sessionIds = new Set(members.map(({ sessionId }) => sessionId));
  const roles = await findSessionRoles(context, [...sessionIds]);
  for (const { sessionId, role, end } of members) if (roles.get(sessionId) !== role) end();
};
