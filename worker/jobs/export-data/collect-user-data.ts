import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { visibleUsageSql } from "#infra/db/providers/usage.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";

const listSql = (columns: string, from: string): string =>
  `(SELECT coalesce(jsonb_agg(to_jsonb(rows)), '[]') FROM (SELECT ${columns} FROM ${from}) AS rows)`;

/**
 * All stored data of the export's user, except credentials and results that are hidden until the
 * user votes.
 */
const USER_DATA_SQL = `
  SELECT jsonb_build_object(
    'exportedAt', now(),
    'account', (SELECT to_jsonb(a) FROM (
        SELECT u.id, u.username, u.email, u.email_confirmed_at AS "emailConfirmedAt", u.role,
               u.unsubscribed_emails AS "unsubscribedEmails", u.credits, u.created_at AS "createdAt") AS a),
    'credits', ${listSql(`delta, reason, reference, created_at AS "createdAt"`, `credit_ledger WHERE user_id = u.id ORDER BY id`)},
    'purchases', ${listSql(
      `id, credits, amount, currency, status, payment_method AS "paymentMethod", order_id AS "orderId", created_at AS "createdAt"`,
      `transactions WHERE user_id = u.id ORDER BY id`,
    )},
    'debates', ${listSql(
      `id, topic, language, format, status, max_turns AS "maxTurns", is_public AS "isPublic", share_enabled AS "shareEnabled",
       only_owner_steps AS "onlyOwnerSteps", refusal,
       CASE WHEN NOT ${isSealedForSql("d.user_id")} THEN scores END AS scores, created_at AS "createdAt"`,
      `debates d WHERE user_id = u.id ORDER BY id`,
    )},
    'votes', ${listSql(`debate_id AS "debateId", winner, created_at AS "createdAt"`, `votes WHERE user_id = u.id ORDER BY id`)},
    'skippedVotes', ${listSql(`debate_id AS "debateId", is_undecided AS "isUndecided", created_at AS "createdAt"`, `skipped_votes WHERE user_id = u.id ORDER BY debate_id`)},
    'ballots', ${listSql(
      `debate_id AS "debateId", is_asked AS "isAsked", stance_before AS "stanceBefore", stance_after AS "stanceAfter",
       seen_turns AS "seenTurns", created_at AS "createdAt"`,
      `ballots WHERE user_id = u.id ORDER BY debate_id`,
    )},
    'reactions', ${listSql(`debate_id AS "debateId", type, created_at AS "createdAt"`, `debate_votes WHERE user_id = u.id ORDER BY id`)},
    'sentenceReactions', ${listSql(
      `turn_id AS "turnId", sentence, created_at AS "createdAt"`,
      `sentence_reactions WHERE user_id = u.id ORDER BY turn_id, sentence`,
    )},
    'reports', ${listSql(`debate_id AS "debateId", reason, details, created_at AS "createdAt"`, `reports WHERE user_id = u.id ORDER BY id`)},
    'appeals', ${listSql(
      `debate_id AS "debateId", ground, reason, decision, created_at AS "createdAt"`,
      `verdict_appeals WHERE user_id = u.id ORDER BY id`,
    )},
    'usage', ${listSql(
      `kind, ${visibleUsageSql("provider")} AS provider, ${visibleUsageSql("model")} AS model, debate_id AS "debateId", requests, input_tokens AS "inputTokens",
       output_tokens AS "outputTokens", characters, created_at AS "createdAt"`,
      `usage WHERE user_id = u.id ORDER BY id`,
    )},
    'whatAdminsDid', ${listSql(
      `act, before, after, created_at AS "createdAt"`,
      `audit_log WHERE subject_kind = 'user' AND subject_id = u.id ORDER BY id`,
    )},
    'passkeys', ${listSql(`name, created_at AS "createdAt", used_at AS "usedAt"`, `passkeys WHERE user_id = u.id ORDER BY id`)},
    'authenticatorApps', ${listSql(
      `confirmed_at AS "addedAt", (SELECT count(*) FROM recovery_codes WHERE user_id = u.id) AS "recoveryCodes"`,
      `authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL`,
    )},
    'securityEvents', ${listSql(`event, address, created_at AS "createdAt"`, `security_events WHERE user_id = u.id ORDER BY id`)},
    'sessions', ${listSql(
      `sess ->> 'device' AS device, sess ->> 'address' AS address,
       to_timestamp((sess ->> 'beganAt')::float8 / 1000) AS "signedInAt",
       to_timestamp((sess ->> 'renewedAt')::float8 / 1000) AS "lastSeenAt"`,
      `sessions WHERE sess ->> 'userId' = u.id::text ORDER BY expire`,
    )}
  ) AS facts, u.id AS "userId"
    FROM exports e JOIN users u ON u.id = e.user_id WHERE e.id = $1`;

interface CollectedUserData {
  userId: number;
  facts: object;
}

/**
 * Collects the data of the user who requested the export. Throws `LeaseLostError` if the export or
 * the user is gone.
 */
export const collectUserData = async (sql: Sql, exportId: number): Promise<CollectedUserData> => {
  const [found] = await selectRows<CollectedUserData>(sql, USER_DATA_SQL, [exportId]);
  if (!found) throw new LeaseLostError();
  return found;
};
