import express, { type Response } from "express";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { adminDebateView, debatePageStatements } from "#api/queries/list-all-debates.ts";
import { debatePageStatements as publicPageStatements } from "#api/queries/debate-pages.ts";
import { searchFor } from "#api/queries/search-debates.ts";
import { publicList } from "#api/queries/list-public-debates.ts";
import { userPageStatements } from "#api/queries/list-users.ts";
import { DEBATES } from "#api/queries/find-debates.ts";
import { sessionStatements } from "#api/http/session-store.ts";
import { TURNS } from "#api/queries/list-turns.ts";
import { prepared } from "#infra/db/prepared.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { select } from "#infra/db/sql.ts";
import { type DebateColumns, debateView } from "#infra/views/debate-view.ts";
import { type ListedColumns, listedDebateView } from "#infra/views/listed-debate.ts";
import { type TurnColumns, turnView } from "#infra/views/turn-view.ts";
import { userView } from "#infra/views/user-view.ts";
import { AdminDebatesQuery, AdminUsersQuery } from "#shared/contract/admin.ts";
import { PublicDebatesQuery } from "#shared/contract/debate.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { forEachProvider, PROVIDER_FACTS, PROVIDERS } from "#shared/domain/provider.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { SignedIn, UserRole, Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";

/**
 * The least that answers as the product does: Express, a pool, the same statements, the same JSON.
 * Who asks stands in the address, as "visitor", or as the id of a session that is looked up as the
 * product looks it up. No rights, no headers, no parsing, no logs.
 */
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const sql = prepared(pool);

const { one: SESSION } = sessionStatements(false);
const memberOf = async (sid: string): Promise<SignedIn> => {
  const [found] = await select<{ sess: { userId: number }; role: UserRole }>(sql, SESSION, [sid]);
  if (!found) throw new Error("There is no such session.");
  return { id: found.sess.userId, role: found.role };
};
const viewerOf = async (who: string): Promise<Viewer> => (who === "visitor" ? null : memberOf(who));

const app = express().disable("etag").disable("x-powered-by");

const listPage = async (
  res: Response,
  statements: PageStatements,
  view: (row: never) => object,
) => {
  const { rows, total } = await selectPage<never>(sql, statements);
  res.set("X-Total-Count", String(total)).json(rows.map(view));
};

const LABELS = forEachProvider((id) => PROVIDER_FACTS[id].label);

app.get("/as/:who/api/debates/public", async ({ params, query }, res) => {
  const viewer = await viewerOf(params.who);
  const asked = PublicDebatesQuery.parse(query);
  const search = await searchFor(sql, LABELS, viewer, asked.q);
  const statements = publicPageStatements(viewer, publicList(asked.sort), asked, search);
  await listPage(res, statements, (row: ListedColumns) => listedDebateView(row, viewer, PROVIDERS));
});

app.get("/as/:who/api/debates/:id", async ({ params }, res) => {
  const viewer = await viewerOf(params.who);
  const { rows } = await pool.query<DebateColumns>({
    name: "debate",
    text: `${DEBATES} WHERE d.id = $2`,
    values: [viewer?.id ?? null, params.id],
  });
  const [row] = rows;
  res.json(row && debateView(row, viewer, PROVIDERS));
});

app.get("/as/:who/api/debates/:id/turns", async ({ params }, res) => {
  const viewer = await viewerOf(params.who);
  const last = viewer ? MAX_TURNS : VISITOR_TURNS;
  const { rows } = await pool.query<TurnColumns>({
    name: "turns",
    text: TURNS,
    values: [params.id, last],
  });
  res.json(rows.map((row) => turnView(row, viewer)));
});

app.get("/as/:who/api/admin/users", async ({ params, query }, res) => {
  await memberOf(params.who);
  await listPage(res, userPageStatements(AdminUsersQuery.parse(query)), userView);
});

app.get("/as/:who/api/admin/debates", async ({ params, query }, res) => {
  const viewer = await memberOf(params.who);
  const statements = debatePageStatements(viewer, AdminDebatesQuery.parse(query));
  await listPage(res, statements, adminDebateView(viewer, PROVIDERS));
});

/** The same rows, the same constraints: a debate, its price, and the debate read back. */
const CREATE = `
  INSERT INTO debates (topic, max_turns, user_id) VALUES ($1, $2, $3) RETURNING id`;
const CHARGE = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -1, 'debate', $2)`;

app.post("/by/:userId/api/debates", express.json(), async ({ params, body }, res) => {
  const viewer: SignedIn = { id: Number(params.userId), role: "user" };
  const { topic, maxTurns }: { topic: string; maxTurns: number } = body;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const created = await client.query<{ id: number }>(CREATE, [topic, maxTurns, viewer.id]);
    const id = created.rows[0]?.id;
    await client.query(CHARGE, [viewer.id, `${id}:1`]);
    await client.query("SELECT credits FROM users WHERE id = $1", [viewer.id]);
    const text = `${DEBATES} WHERE d.id = $2`;
    const { rows } = await client.query<DebateColumns>(text, [viewer.id, id]);
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
