import { findRoles } from "../http/session-store.ts";
import type { Radio } from "../radio/radio.ts";

/**
 * Ends live streams whose session is over or whose user's role has changed. The page reconnects
 * with its current session.
 */
export const endListening = async (
  context: Parameters<typeof findRoles>[0] & { radio: Pick<Radio, "members"> },
): Promise<void> => {
  // Copied before the read: a stream that starts during the read may belong to a newer session.
  const members = context.radio.members();
  if (members.length === 0) return;
  const sessionIds = new Set(members.map(({ sessionId }) => sessionId));
  const roles = await findRoles(context, [...sessionIds]);
  for (const { sessionId, role, end } of members) if (roles.get(sessionId) !== role) end();
};
