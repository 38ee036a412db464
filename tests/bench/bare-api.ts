import express from "express";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { DEBATES } from "#api/commands/find-debates.ts";
import { TURNS } from "#api/commands/list-turns.ts";
import { type DebateColumns, debateView } from "#infra/views/debate-view.ts";
import { type TurnColumns, turnView } from "#infra/views/turn-view.ts";
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
const viewerOf = (userId: string): Viewer =>
  userId === "visitor" ? null : { id: Number(userId), role: "user" };

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

const server = app.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
stopWithParent(() => process.exit(0));
