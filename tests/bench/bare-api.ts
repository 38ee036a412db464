import express from "express";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import {
  type AdminDebateColumns,
  adminDebateView,
  debatePageStatements,
} from "#api/commands/admin/list-all-debates.ts";
import { userPageStatements } from "#api/commands/admin/list-users.ts";
import { DEBATES } from "#api/commands/find-debates.ts";
import type { UserColumns } from "#api/commands/find-user.ts";
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
const listPage = async <Row>(
  rows: Statement,
  total: Statement,
): Promise<{ page: Row[]; total: string }> => {
  const [page, [counted]] = await Promise.all([
    select<Row>(sql, rows.text, rows.values),
    select<{ total: number }>(sql, total.text, total.values),
  ]);
  return { page, total: String(counted?.total) };
};

app.get("/as/:userId/api/admin/users", async ({ query }, res) => {
  const { rows, total } = userPageStatements(AdminUsersQuery.parse(query));
  const found = await listPage<UserColumns>(rows, total);
  res.set("X-Total-Count", found.total).json(found.page.map(userView));
});

app.get("/as/:userId/api/admin/debates", async ({ params, query }, res) => {
  const viewer = { id: Number(params.userId), role: "admin" } as const;
  const { rows, total } = debatePageStatements(viewer, AdminDebatesQuery.parse(query));
  const found = await listPage<AdminDebateColumns>(rows, total);
  const view = adminDebateView(viewer, PROVIDERS);
  res.set("X-Total-Count", found.total).json(found.page.map(view));
});

/** The same rows, the same constraints: a debate, its price, and the debate read back. */
const CREATE = `
  INSERT INTO debates (topic, max_turns, user_id) VALUES ($1, $2, $3) RETURNING id`;
const CHARGE = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -1, 'debate', $2)`;

app.post("/as/:userId/api/debates", express.json(), async ({ params, body }, res) => {
  const viewer = viewerOf(params.userId);
  const { topic, maxTurns }: { topic: string; maxTurns: number } = body;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const created = await client.query<{ id: number }>(CREATE, [topic, maxTurns, viewer?.id]);
    const id = created.rows[0]?.id;
    await client.query(CHARGE, [viewer?.id, `${id}:1`]);
    await client.query("SELECT credits FROM users WHERE id = $1", [viewer?.id]);
    const text = `${DEBATES} WHERE d.id = $2`;
    const { rows } = await client.query<DebateColumns>(text, [viewer?.id, id]);
    await client.query("COMMIT");
    const [row] = rows;
    res.status(201).json(row && debateView(row, viewer, PROVIDERS));
  } finally {
    client.release();
  }
});

const server = app.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
stopWithParent(() => process.exit(0));
