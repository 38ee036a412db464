import { mutateRows } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { digestSessionId } from "#infra/tokens.ts";
import { listSessions } from "#api/queries/accounts/get-account.ts";

const DELETE_SESSIONS_SQL = `DELETE FROM sessions WHERE sid = ANY($1) RETURNING sid`;

type EndSessionsDeps = Pick<Context, "sql" | "disconnectSession">;

/** The caller must check that the sessions belong to the viewer. */
const deleteSessions = async (
  { sql, disconnectSession }: EndSessionsDeps,
  sids: readonly string[],
): Promise<void> => {
  const ended = await mutateRows<{ sid: string }>(sql, DELETE_SESSIONS_SQL, [sids]);
  for (const { sid } of ended) disconnectSession(sid);
};

/** Ends the viewer's session whose id has this digest. Throws `not_found`. */
export const endSessionByDigest = async (
  context: EndSessionsDeps,
  viewer: SignedInViewer,
  digest: string,
): Promise<void> => {
  const sessions = await listSessions(context.sql, viewer.id);
  const found = sessions.find(({ sid }) => digestSessionId(sid) === digest);
  if (!found) throw notFound("Session");
  await deleteSessions(context, [found.sid]);
};

export const endOtherSessions = async (
  context: EndSessionsDeps,
  viewer: SignedInViewer,
  currentSessionId: string,
): Promise<void> => {
  const sessions = await listSessions(context.sql, viewer.id);
  await deleteSessions(
    context,
    sessions.map(({ sid }) => sid).filter((sid) => sid !== currentSessionId),
  );
};
