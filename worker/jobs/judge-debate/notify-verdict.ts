import { selectRows } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { isUserConnected } from "#infra/services/accounts/connected-users.ts";
import type { WorkerContext } from "#worker/context.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";

interface Owner {
  id: number;
  email: string;
  topic: string;
  language: string;
}

const OWNER_SQL = `
  SELECT u.id, u.email, d.topic, coalesce(d.language, '${DEFAULT_LANGUAGE}') AS language FROM debates d JOIN users u ON u.id = d.user_id WHERE d.id = $1`;

/**
 * Enqueues one email to the owner that the debate is finished, unless the owner has a page open.
 * Whether the owner has unsubscribed is checked when the email is sent.
 */
export const notifyVerdict = async (
  { enqueue, mailer }: Pick<WorkerContext, "enqueue" | "mailer">,
  tx: Tx,
  after: AfterCommit,
  debateId: number,
): Promise<void> => {
  if (!mailer) return;
  const [owner] = await selectRows<Owner>(tx, OWNER_SQL, [debateId]);
  if (!owner || (await isUserConnected(tx, owner.id))) return;
  const { id: userId, email, topic, language } = owner;
  await enqueueEmail(tx, after, enqueue, {
    kind: "debate_finished",
    key: `debate_finished:${debateId}`,
    userId,
    email,
    data: { debate: String(debateId), topic, language },
  });
};
