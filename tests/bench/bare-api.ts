import express, { type Response } from "express";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { adminDebateView, debatePageStatements } from "#api/commands/admin/list-all-debates.ts";
import { userPageStatements } from "#api/commands/admin/list-users.ts";
import { DEBATES } from "#api/commands/find-debates.ts";
import { TURNS } from "#api/commands/list-turns.ts";
import { prepared } from "#infra/db/prepared.ts";
import { select } from "#infra/db/sql.ts";
import { type DebateColumns, debateView } from "#infra/views/debate-view.ts";
import { type TurnColumns, turnView } from "#infra/views/turn-view.ts";
import { userView } from "#infra/views/user-view.ts";
import { AdminDebatesQuery, AdminUsersQuery } from "#shared/contract/admin.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";

/**
 * The least that answers as the product does: Express, a pool, the same statements, the same JSON.
 * No sessions (who asks stands in the address), no rights, no headers, no parsing, no logs.
 */
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const sql = prepared(pool);
const viewerOf = (userId: string): Viewer =>
  userId === "visitor" ? null : { id: Number(userId), role: "user" };

interface Statement {
  text: string;
  values: unknown[];
}

const app = express().disable("etag").disable("x-powered-by");

app.get("/as/:userId/api/debates/:id", async ({ params }, res) => {
  const viewer = viewerOf(params.userId);
  const { rows } = await pool.query<DebateColumns>({
    name: "debate",
    text: `${DEBATES} WHERE d.id = $2`,
    values: [viewer?.id ?? null, params.id],
  });
  const [row] = rows;
  res.json(row && debateView(row, viewer, PROVIDERS));
});

app.get("/as/:userId/api/debates/:id/turns", async ({ params }, res) => {
  const viewer = viewerOf(params.userId);
  const last = viewer ? MAX_TURNS : VISITOR_TURNS;
  const { rows } = await pool.query<TurnColumns>({
    name: "turns",
    text: TURNS,
    values: [params.id, last],
  });
  res.json(rows.map((row) => turnView(row, viewer)));
});

/** A page of a list, and how many rows there are, as the product asks for both. */
const listPage = async (
  res: Response,
  rows: Statement,
  total: Statement,
  view: (row: never) => object,
) => {
  const [page, [counted]] = await Promise.all([
    select<never>(sql, rows.text, rows.values),
    select<{ total: number }>(sql, total.text, total.values),
  ]);
  res.set("X-Total-Count", String(counted?.total)).json(page.map(view));
};

app.get("/as/:userId/api/admin/users", async ({ query }, res) => {
  const { rows, total } = userPageStatements(AdminUsersQuery.parse(query));
  await listPage(res, rows, total, userView);
});

app.get("/as/:userId/api/admin/debates", async ({ params, query }, res) => {
  const viewer = { id: Number(params.userId), role: "admin" } as const;
  const { rows, total } = debatePageStatements(viewer, AdminDebatesQuery.parse(query));
  await listPage(res, rows, total, adminDebateView(viewer, PROVIDERS));
});

const server = app.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
stopWithParent(() => process.exit(0));
