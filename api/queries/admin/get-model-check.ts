import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { ModelCheck, ServiceCheck } from "#shared/contract/admin/model-check.ts";
import { PAID_SERVICES } from "#shared/domain/billing/spending.ts";

const MODEL_CHECK_SQL = `
  SELECT c.service, c.report, c.asked_at AS "askedAt", u.username AS "askedBy",
         CASE WHEN c.status = 'pending' AND c.deferred_for IS NOT NULL THEN 'waiting_for_budget'
              WHEN c.status = 'pending' THEN 'waiting' ELSE c.status END AS state
    FROM model_checks c LEFT JOIN users u ON u.id = c.asked_by
   WHERE c.service = ANY ($1) ORDER BY array_position($1, c.service)`;

interface ModelCheckRow extends ServiceCheck {
  askedAt: Date;
  askedBy: string | null;
}

/** Returns the last check of all services; null if there was none. */
export const getModelCheck = async (sql: Sql): Promise<ModelCheck> => {
  const rows = await selectRows<ModelCheckRow>(sql, MODEL_CHECK_SQL, [PAID_SERVICES]);
  const [first] = rows;
  if (!first) return null;
  return {
    startedAt: first.askedAt.toISOString(),
    startedBy: first.askedBy,
    services: rows.map(({ service, state, report }) => ({ service, state, report })),
  };
};
