import { containing } from "#infra/db/containing.ts";
import { selectPage } from "#infra/db/select-page.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { AuditEntry, AuditQuery } from "#shared/contract/admin.ts";
import { type ListPage, NOTHING_FOUND } from "#shared/contract/page.ts";
import { findsNothing } from "#shared/domain/search.ts";

const ENTRIES = `
  SELECT id, created_at AS "createdAt", actor_id AS "actorId", actor_name AS "actorName", act,
         json_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name) AS subject,
         before, after
    FROM audit_log`;

type EntryColumns = Omit<AuditEntry, "createdAt"> & { createdAt: Date };

const entryView = ({ createdAt, ...entry }: EntryColumns): AuditEntry => ({
  ...entry,
  createdAt: createdAt.toISOString(),
});

/** Returns a WHERE clause for the filters. Parameters start at $1. */
const conditions = ({ who, what, whom }: AuditQuery): { where: string; values: string[] } => {
  const asked = [
    who === "" ? null : { column: "actor_name ILIKE", value: containing(who) },
    what === undefined ? null : { column: "act =", value: what },
    whom === "" ? null : { column: "subject_name ILIKE", value: containing(whom) },
  ].filter((condition) => condition !== null);
  const clauses = asked.map(({ column }, i) => `${column} $${i + 1}`);
  return {
    where: clauses.length === 0 ? "" : `WHERE ${clauses.join(" AND ")}`,
    values: asked.map(({ value }) => value),
  };
};

/** Returns a page of the audit log, newest first. */
export const listActs = async (reads: Sql, query: AuditQuery): Promise<ListPage<AuditEntry>> => {
  if (findsNothing(query.who, query.whom)) return NOTHING_FOUND;
  const { where, values } = conditions(query);
  const { page, perPage } = query;
  const rest = `ORDER BY id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const { rows, total } = await selectPage<EntryColumns>(reads, {
    rows: {
      text: `${ENTRIES} ${where} ${rest}`,
      values: [...values, perPage, (page - 1) * perPage],
    },
    total: { text: `SELECT count(*)::int AS total FROM audit_log ${where}`, values },
  });
  return { rows: rows.map(entryView), total };
};
