import { change } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { sessionDigest } from "#infra/session-digest.ts";
import { listSessions } from "../../queries/get-account.ts";

const END = `DELETE FROM sessions WHERE sid = ANY($1) RETURNING sid`;

/** The caller must check that the sessions belong to the viewer. */
const end = async (
  { reads, disconnectSession }: Context,
  sids: readonly string[],
): Promise<void> => {
  const ended = await change<{ sid: string }>(reads, END, [sids]);
  for (const { sid } of ended) disconnectSession(sid);
};

/** Ends the viewer's session with this digest. Throws not_found. */
export const endSessionNamed = async (
  context: Context,
  viewer: SignedIn,
  name: string,
): Promise<void> => {
  const sessions = await listSessions(context.reads, viewer.id);
  const found = sessions.find(({ sid }) => sessionDigest(sid) === name);
  if (!found) throw notFound("Session");
  await end(context, [found.sid]);
};

export const endOtherSessions = async (
  context: Context,
  viewer: SignedIn,
  here: string,
): Promise<void> => {
  const sessions = await listSessions(context.reads, viewer.id);
  await end(
    context,
    sessions.map(({ sid }) => sid).filter((sid) => sid !== here),
  );
};
