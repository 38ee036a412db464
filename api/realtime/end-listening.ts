import { findRoles } from "../http/session-store.ts";
import type { Radio } from "../radio/radio.ts";

/** Ends what is heard live with a session that is over, or gives other rights by now: pages come back, as sockets do. */
export const endListening = async (
  context: Parameters<typeof findRoles>[0] & { radio: Pick<Radio, "members"> },
): Promise<void> => {
  // Those of now: one that begins while the rows are read may have a new session.
  const members = context.radio.members();
  if (members.length === 0) return;
  const sessionIds = new Set(members.map(({ sessionId }) => sessionId));
  const roles = await findRoles(context, [...sessionIds]);
  for (const { sessionId, role, end } of members) if (roles.get(sessionId) !== role) end();
};
