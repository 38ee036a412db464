import { select, type Sql } from "#infra/db/sql.ts";
import { LostWork } from "#infra/db/work.ts";

const list = (columns: string, from: string): string =>
  `(SELECT coalesce(jsonb_agg(to_jsonb(rows)), '[]') FROM (SELECT ${columns} FROM ${from}) AS rows)`;

/** All stored data of the export's user, except credentials. */
const FACTS = `
  SELECT jsonb_build_object(
    'exportedAt', now(),
    'account', (SELECT to_jsonb(a) FROM (
        SELECT u.id, u.username, u.email, u.email_confirmed_at AS "emailConfirmedAt", u.role,
               u.stopped_mails AS "stoppedMails", u.credits, u.created_at AS "createdAt") AS a),
    'credits', ${list(`delta, reason, reference, created_at AS "createdAt"`, `credit_ledger WHERE user_id = u.id ORDER BY id`)},
    'purchases', ${list(
      `id, credits, amount, currency, status, payment_method AS "paymentMethod", order_id AS "orderId", created_at AS "createdAt"`,
      `transactions WHERE user_id = u.id ORDER BY id`,
    )},
    'debates', ${list(
      `id, topic, format, status, max_turns AS "maxTurns", is_public AS "isPublic", share_enabled AS "shareEnabled",
       only_owner_steps AS "onlyOwnerSteps", refusal, scores, created_at AS "createdAt"`,
      `debates WHERE user_id = u.id ORDER BY id`,
    )},
    'votes', ${list(`debate_id AS "debateId", winner, created_at AS "createdAt"`, `votes WHERE user_id = u.id ORDER BY id`)},
    'reactions', ${list(`debate_id AS "debateId", type, created_at AS "createdAt"`, `debate_votes WHERE user_id = u.id ORDER BY id`)},
    'reports', ${list(`debate_id AS "debateId", reason, details, created_at AS "createdAt"`, `reports WHERE user_id = u.id ORDER BY id`)},
    'usage', ${list(
      `kind, provider, model, debate_id AS "debateId", requests, input_tokens AS "inputTokens",
       output_tokens AS "outputTokens", characters, created_at AS "createdAt"`,
      `usage WHERE user_id = u.id ORDER BY id`,
    )},
    'whatAdminsDid', ${list(
      `act, before, after, created_at AS "createdAt"`,
      `audit_log WHERE subject_kind = 'user' AND subject_id = u.id ORDER BY id`,
    )},
    'passkeys', ${list(`name, created_at AS "createdAt", used_at AS "usedAt"`, `passkeys WHERE user_id = u.id ORDER BY id`)},
    'authenticatorApps', ${list(
      `confirmed_at AS "addedAt", (SELECT count(*) FROM recovery_codes WHERE user_id = u.id) AS "recoveryCodes"`,
      `authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL`,
    )},
    'securityEvents', ${list(`event, address, created_at AS "createdAt"`, `security_events WHERE user_id = u.id ORDER BY id`)},
    'sessions', ${list(
      `sess ->> 'device' AS device, sess ->> 'address' AS address,
       to_timestamp((sess ->> 'beganAt')::float8 / 1000) AS "signedInAt",
       to_timestamp((sess ->> 'renewedAt')::float8 / 1000) AS "lastSeenAt"`,
      `sessions WHERE sess ->> 'userId' = u.id::text ORDER BY expire`,
    )}
  ) AS facts, u.id AS "userId"
    FROM exports e JOIN users u ON u.id = e.user_id WHERE e.id = $1`;

interface Collected {
  userId: number;
  facts: object;
}

/**
 * Collects the data of the user who requested the export. Throws `LostWork` if the export or the
 * user is gone.
 */
export const collectFacts = async (sql: Sql, exportId: number): Promise<Collected> => {
  const [found] = await select<Collected>(sql, FACTS, [exportId]);
  if (!found) throw new LostWork();
  return found;
};
