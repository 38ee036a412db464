import { toLikePattern } from "#infra/db/sql.ts";
import { selectPage } from "#infra/db/select-page.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { AuditEntry, AuditQuery } from "#shared/contract/admin/admin.ts";
import { type ListPage, EMPTY_PAGE } from "#shared/contract/page.ts";
import { hasUnsearchableText } from "#shared/domain/search.ts";

const AUDIT_ENTRIES_SQL = `
  SELECT id, created_at AS "createdAt", actor_id AS "actorId", actor_name AS "actorName", act,
         json_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name) AS subject,
         before, after
    FROM audit_log`;

type AuditEntryColumns = Omit<AuditEntry, "createdAt"> & { createdAt: Date };

const presentAuditEntry = ({ createdAt, ...entry }: AuditEntryColumns): AuditEntry => ({
  ...entry,
  createdAt: createdAt.toISOString(),
});

const buildNameCondition = (parameter: string): string =>
  `actor_name ILIKE fold_search_text(${parameter})`;

/** Case and accents are ignored as in the search of debates, because a subject may be a topic. */
const buildSubjectCondition = (parameter: string): string => `(
  subject_name ILIKE fold_search_text(${parameter})
  OR (octet_length(subject_name) > char_length(subject_name)
      AND fold_search_text(subject_name) LIKE fold_search_text(${parameter})))`;

/** Returns a WHERE clause for the filters. Parameters start at $1. */
const buildConditions = ({ who, what, whom }: AuditQuery): { where: string; values: string[] } => {
  const conditions = [
    who === "" ? null : { toSql: buildNameCondition, value: toLikePattern(who) },
    what === undefined ? null : { toSql: (act: string) => `act = ${act}`, value: what },
    whom === "" ? null : { toSql: buildSubjectCondition, value: toLikePattern(whom) },
  ].filter((condition) => condition !== null);
  const clauses = conditions.map(({ toSql }, i) => toSql(`$${i + 1}`));
  return {
    where: clauses.length === 0 ? "" : `WHERE ${clauses.join(" AND ")}`,
    values: conditions.map(({ value }) => value),
  };
};

/** Returns a page of the audit log, newest first. */
export const listAuditLog = async (sql: Sql, query: AuditQuery): Promise<ListPage<AuditEntry>> => {
  if (hasUnsearchableText(query.who, query.whom)) return EMPTY_PAGE;
  const { where, values } = buildConditions(query);
  const { page, perPage } = query;
  const orderAndLimit = `ORDER BY id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const { rows, total } = await selectPage<AuditEntryColumns>(sql, {
    rows: {
      text: `${AUDIT_ENTRIES_SQL} ${where} ${orderAndLimit}`,
      values: [...values, perPage, (page - 1) * perPage],
    },
    total: { text: `SELECT count(*)::int AS total FROM audit_log ${where}`, values },
  });
  return { rows: rows.map(presentAuditEntry), total };
};
