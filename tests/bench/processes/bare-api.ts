import express, { type Response } from "express";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import {
  createAdminDebatePresenter,
  buildAdminDebatePageStatements,
  readTopicSearch,
} from "#api/queries/admin/list-all-debates.ts";
import { buildDebatePageStatements as publicPageStatements } from "#api/queries/debates/list-debate-page.ts";
import { searchDebates } from "#api/queries/debates/search-debates.ts";
import { getPublicListScope } from "#api/queries/debates/list-public-debates.ts";
import { buildUserPageStatements } from "#api/queries/admin/list-users.ts";
import { DEBATES_SQL } from "#api/queries/debates/find-debates.ts";
import { ONE_DEBATE_SQL } from "#api/queries/debates/get-debate.ts";
import { buildSessionStatements } from "#api/http/session/session-store.ts";
import { TURNS_SQL } from "#api/queries/debates/list-turns.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { selectRows } from "#infra/db/sql.ts";
import { type DebateColumns, presentDebate } from "#infra/presenters/debate-presenter.ts";
import {
  type ListedDebateColumns,
  presentListedDebate,
} from "#infra/presenters/listed-debate-presenter.ts";
import { type TurnColumns, presentTurn } from "#infra/presenters/turn-presenter.ts";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import { AdminDebatesQuery, AdminUsersQuery } from "#shared/contract/admin/admin.ts";
import { PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { onParentExit } from "#infra/process/shutdown.ts";
import { mapProviders, PROVIDER_DEFINITIONS, PROVIDERS } from "#shared/domain/provider.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import type { SignedInViewer, UserRole, Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";

/**
 * Baseline for the API: Express, a connection pool, the same statements and the same JSON. It has
 * no permissions, headers, parsing and logs. The path contains the viewer: "visitor" or a session
 * id, which is looked up as in the product.
 */
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const sql = createPreparedSql(pool);

const { one: SESSION } = buildSessionStatements(false);
const loadUser = async (sid: string): Promise<SignedInViewer> => {
  const [found] = await selectRows<{ sess: { userId: number }; role: UserRole }>(sql, SESSION, [
    sid,
  ]);
  if (!found) throw new Error("There is no such session.");
  return { id: found.sess.userId, role: found.role };
};
const loadViewer = async (viewerId: string): Promise<Viewer> =>
  viewerId === "visitor" ? null : loadUser(viewerId);

const app = express().disable("etag").disable("x-powered-by");

const listPage = async (
  res: Response,
  statements: PageStatements,
  view: (row: never) => object,
) => {
  const { rows, total } = await selectPage<never>(sql, statements);
  res.set("X-Total-Count", String(total)).json(rows.map(view));
};

const LABELS = mapProviders((id) => PROVIDER_DEFINITIONS[id].label);

app.get("/as/:who/api/debates/public", async ({ params, query }, res) => {
  const viewer = await loadViewer(params.who);
  const parsedQuery = PublicDebatesQuery.parse(query);
  const search = await searchDebates(sql, LABELS, viewer, parsedQuery);
  const statements = publicPageStatements(
    viewer,
    getPublicListScope(parsedQuery.sort),
    parsedQuery,
    search,
  );
  await listPage(res, statements, (row: ListedDebateColumns) =>
    presentListedDebate(row, viewer, PROVIDERS),
  );
});

app.get("/as/:who/api/debates/:id", async ({ params }, res) => {
  const viewer = await loadViewer(params.who);
  const { rows } = await pool.query<DebateColumns>({
    name: "debate",
    text: ONE_DEBATE_SQL,
    values: [viewer?.id ?? null, params.id],
  });
  const [row] = rows;
  res.json(row && presentDebate(row, viewer, PROVIDERS));
});

app.get("/as/:who/api/debates/:id/turns", async ({ params }, res) => {
  const viewer = await loadViewer(params.who);
  const last = viewer ? MAX_TURNS : VISITOR_MAX_TURNS;
  const { rows } = await pool.query<TurnColumns>({
    name: "turns",
    text: TURNS_SQL,
    values: [params.id, last],
  });
  res.json(rows.map((row) => presentTurn(row, viewer, false)));
});

app.get("/as/:who/api/admin/users", async ({ params, query }, res) => {
  await loadUser(params.who);
  await listPage(res, buildUserPageStatements(AdminUsersQuery.parse(query)), presentUser);
});

app.get("/as/:who/api/admin/debates", async ({ params, query }, res) => {
  const viewer = await loadUser(params.who);
  const parsedQuery = AdminDebatesQuery.parse(query);
  const search = await readTopicSearch(sql, parsedQuery.q);
  const statements = buildAdminDebatePageStatements(viewer, parsedQuery, search);
  await listPage(res, statements, createAdminDebatePresenter(viewer, PROVIDERS));
});

/** Statements that insert the same rows as the product: a debate and its charge. */
const CREATE = `
  INSERT INTO debates (topic, max_turns, user_id) VALUES ($1, $2, $3) RETURNING id`;
const CHARGE = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -1, 'debate', $2)`;

app.post("/by/:userId/api/debates", express.json(), async ({ params, body }, res) => {
  const viewer: SignedInViewer = { id: Number(params.userId), role: "user" };
  const { topic, maxTurns }: { topic: string; maxTurns: number } = body;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const created = await client.query<{ id: number }>(CREATE, [topic, maxTurns, viewer.id]);
    const id = created.rows[0]?.id;
    await client.query(CHARGE, [viewer.id, `${id}:1`]);
    await client.query("SELECT credits FROM users WHERE id = $1", [viewer.id]);
    const text = `${DEBATES_SQL} WHERE d.id = $2`;
    const { rows } = await client.query<DebateColumns>(text, [viewer.id, id]);
    await client.query("COMMIT");
    const [row] = rows;
    res.status(201).json(row && presentDebate(row, viewer, PROVIDERS));
  } finally {
    client.release();
  }
});

const server = app.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
onParentExit(() => process.exit(0));
