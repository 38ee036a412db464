import { z } from "zod";
import { Appeal, DebateAppeals } from "#shared/contract/debates/appeals.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { insertVerdict } from "../helpers/insert-verdict.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  type ProxiedApi,
  startProxiedApi,
  type TestUser,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let viewer: TestUser;
let other: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ LIMIT_REPORTS_PER_HOUR: "20" });
  [owner, viewer, other] = [await api.person(), await api.person(), await api.person()];
  admin = await api.person("admin");
});
afterAll(() => api.close());

const GROUND = "misquoted";
const REASON = "It quoted words that turn 3 does not have.";
const ADMIN_REASON = "The quoted words are not in turn 3.";

/**
 * Creates a completed debate with a verdict. Its results are visible to all members, unless it has
 * `justEnded`.
 */
const judged = async ({ ago = "1 hour", isPublic = true, justEnded = false, by = owner } = {}) => {
  const debate = await createPaidDebate(api, by, { maxTurns: 4, isPublic });
  await insertFinishedTurns(api, debate, 4);
  await insertVerdict(api.sql, debate.id, ago);
  if (justEnded) await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [debate.id]);
  return debate;
};
const appeal = ({ client }: Pick<TestUser, "client">, { id }: Pick<Debate, "id">, body = {}) =>
  client.post(`/api/debates/${id}/appeal`, { ground: GROUND, reason: REASON, ...body });
const appealsOf = async ({ client }: TestUser, { id }: Pick<Debate, "id">) =>
  (await client.get(`/api/debates/${id}/appeals`)).as(DebateAppeals);
const listed = async ({ id }: Pick<Debate, "id">, state = "open", by = admin) =>
  (await by.client.get(`/api/admin/appeals?perPage=50&state=${state}`))
    .as(z.array(Appeal))
    .filter(({ debate }) => debate.id === id);
const idOf = async ({ id }: Pick<Debate, "id">): Promise<number> => {
  const [row] = await api.sql<{ id: number }>(
    "SELECT id FROM verdict_appeals WHERE debate_id = $1",
    [id],
  );
  return row?.id ?? 0;
};
const decide = async (debate: Debate, decision = "upheld", by = admin) =>
  by.client.post(`/api/admin/appeals/${await idOf(debate)}`, {
    decision,
    reason: ADMIN_REASON,
  });
const hideIdentities = ({ id }: Debate) =>
  api.sql(
    `WITH blind AS (UPDATE debates SET mystery = true WHERE id = $1)
     INSERT INTO debate_identities (debate_id, bot_a_provider, bot_b_provider) VALUES ($1, 'openai', 'grok')`,
    [id],
  );

describe("an appeal against a verdict", () => {
  it("is sent once by a viewer, and shown to others only as an admin's decision", async () => {
    const debate = await judged();
    const before = await appealsOf(viewer, debate);
    expect(before).toEqual({ openUntil: expect.any(String), mine: null, decided: [] });
    const hours = (Date.parse(before.openUntil ?? "") - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(71);
    expect((await appeal(viewer, debate)).status).toBe(204);
    const mine = { ground: GROUND, decision: null };
    expect(await appealsOf(viewer, debate)).toEqual({ openUntil: null, mine, decided: [] });
    expect(await appealsOf(other, debate)).toMatchObject({ mine: null, decided: [] });
    const second = await appeal(viewer, debate, { ground: "ignored_argument" });
    expect([second.status, second.error.code]).toEqual([409, "conflict"]);
    expect(second.error.message).toBe("You have already appealed this verdict.");

    const [verdict] = await api.sql("SELECT scores FROM debates WHERE id = $1", [debate.id]);
    expect((await decide(debate)).status).toBe(204);
    const decided = { ground: GROUND, decision: "upheld", reason: ADMIN_REASON };
    const seen = await appealsOf(other, debate);
    expect(seen.decided).toMatchObject([decided]);
    expect(JSON.stringify(seen)).not.toContain(viewer.user.username);
    expect(JSON.stringify(seen)).not.toContain(REASON);
    expect((await appealsOf(viewer, debate)).mine).toEqual({ ground: GROUND, decision: "upheld" });
    expect(await api.sql("SELECT scores FROM debates WHERE id = $1", [debate.id])).toEqual([
      verdict,
    ]);
  });

  it("is stored once, if it is sent 50 times in parallel", async () => {
    const debate = await judged();
    const someone = await api.person();
    const sent = await Promise.all(Array.from({ length: 50 }, () => appeal(someone, debate)));
    const statuses = sent.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204, 409, 429]));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(
      await api.sql("SELECT FROM verdict_appeals WHERE debate_id = $1", [debate.id]),
    ).toHaveLength(1);
  });

  it("is refused more than 20 times an hour", async () => {
    const someone = await api.person();
    const debate = await judged();
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await appeal(someone, debate)).status);
    expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 409), 429]);
  });

  it("is refused to visitors, and to members who may not see the debate", async () => {
    const debate = await judged({ isPublic: false });
    expect((await appeal({ client: api.visitor() }, debate)).status).toBe(401);
    expect((await appeal(other, debate)).status).toBe(404);
    expect((await other.client.get(`/api/debates/${debate.id}/appeals`)).status).toBe(404);
    expect((await appeal(owner, debate)).status).toBe(204);
  });

  it("is possible for 72 hours after the verdict", async () => {
    const [open, closed] = [
      await judged({ ago: "71 hours 59 minutes" }),
      await judged({ ago: "72 hours 1 second" }),
    ];
    expect((await appealsOf(other, open)).openUntil).not.toBeNull();
    expect((await appealsOf(other, closed)).openUntil).toBeNull();
    expect((await appeal(other, open)).status).toBe(204);
    const late = await appeal(other, closed);
    expect([late.status, late.error.message]).toEqual([
      409,
      "The verdict is more than 72 hours old.",
    ]);
  });

  it("needs a verdict with a decision", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 4 });
    await insertFinishedTurns(api, debate, 4);
    expect((await appealsOf(other, debate)).openUntil).toBeNull();
    const refused = await appeal(other, debate);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      "This debate has no verdict to appeal.",
    ]);
  });

  it("waits until the viewer sees the verdict, and so do decisions", async () => {
    const debate = await judged({ justEnded: true });
    expect((await appeal(viewer, debate)).error.message).toBe(
      "Vote or skip the vote first, to see the verdict.",
    );
    expect((await appealsOf(viewer, debate)).openUntil).toBeNull();
    await viewer.client.post(`/api/debates/${debate.id}/skip-vote`);
    expect((await appealsOf(viewer, debate)).openUntil).not.toBeNull();
    expect((await appeal(viewer, debate)).status).toBe(204);
    expect(await listed(debate)).toEqual([]);
    expect((await decide(debate)).status).toBe(404);
    await api.sql("UPDATE debates SET spoken_at = now() - interval '11 minutes' WHERE id = $1", [
      debate.id,
    ]);
    expect(await listed(debate)).toHaveLength(1);
    expect((await decide(debate)).status).toBe(204);
    await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [debate.id]);
    expect(await appealsOf(other, debate)).toEqual({ openUntil: null, mine: null, decided: [] });
  });

  it("of a blind debate stays hidden until its identities are revealed", async () => {
    const debate = await judged();
    await hideIdentities(debate);
    expect(
      (await appeal(viewer, debate, { reason: "It favoured Grok over ChatGPT." })).status,
    ).toBe(204);
    expect(await listed(debate)).toEqual([]);
    expect((await decide(debate)).status).toBe(404);
    await api.sql("DELETE FROM debate_identities WHERE debate_id = $1", [debate.id]);
    expect(await listed(debate)).toHaveLength(1);
    expect((await decide(debate, "rejected")).status).toBe(204);
    expect((await appealsOf(other, debate)).decided).toHaveLength(1);
    await hideIdentities(debate);
    expect((await appealsOf(other, debate)).decided).toEqual([]);
    expect(await listed(debate, "decided")).toEqual([]);
  });

  it("is deleted with its debate", async () => {
    const debate = await judged();
    await appeal(viewer, debate);
    await owner.client.delete(`/api/debates/${debate.id}`);
    expect(await idOf(debate)).toBe(0);
  });
});

describe("an admin", () => {
  it("sees the viewer's reason and the verdict, and decides once", async () => {
    const debate = await judged();
    await appeal(viewer, debate);
    expect(await listed(debate)).toMatchObject([
      {
        ground: GROUND,
        reason: REASON,
        by: viewer.user.username,
        isMine: false,
        debate: { topic: debate.topic, language: "en", isPublic: true },
        verdict: { reasoning: "For had the better evidence.", decision: { winner: "bot_a" } },
        decision: null,
      },
    ]);
    expect((await decide(debate, "rejected")).status).toBe(204);
    const again = await decide(debate, "upheld");
    expect([again.status, again.error.message]).toEqual([409, "This appeal is already decided."]);
    expect(await listed(debate)).toEqual([]);
    expect(await listed(debate, "decided")).toMatchObject([
      { decision: { what: "rejected", reason: ADMIN_REASON, by: admin.user.username } },
    ]);
    const acts =
      "SELECT actor_id, act, subject_name FROM audit_log WHERE subject_id = $1 AND subject_kind = 'debate'";
    expect(await api.sql(acts, [debate.id])).toEqual([
      { actor_id: admin.user.id, act: "reject_appeal", subject_name: debate.topic },
    ]);
  });

  it("cannot decide their own appeal, also as the owner of the debate, but other admins can", async () => {
    const appellant = await api.person("superadmin");
    const debate = await judged({ by: appellant });
    await appeal(appellant, debate);
    expect(await listed(debate, "open", appellant)).toMatchObject([{ isMine: true }]);
    expect(await listed(debate)).toMatchObject([{ isMine: false }]);
    for (const decision of ["upheld", "rejected"]) {
      const refused = await decide(debate, decision, appellant);
      expect([refused.status, refused.error]).toEqual([
        403,
        expect.objectContaining({
          code: "forbidden",
          message: "You cannot decide your own appeal.",
        }),
      ]);
    }
    expect(await listed(debate)).toMatchObject([{ decision: null }]);
    const acts = "SELECT act FROM audit_log WHERE subject_id = $1 AND subject_kind = 'debate'";
    expect(await api.sql(acts, [debate.id])).toEqual([]);
    expect((await decide(debate)).status).toBe(204);
    expect((await decide(debate, "rejected", appellant)).status).toBe(403);
  });

  it("decides an appeal of another user against the verdict of the admin's own debate", async () => {
    const debateOwner = await api.person("admin");
    const debate = await judged({ by: debateOwner });
    await appeal(viewer, debate);
    expect((await decide(debate, "rejected", debateOwner)).status).toBe(204);
  });

  it("decides once, if two admins decide at the same time", async () => {
    const debate = await judged();
    await appeal(viewer, debate);
    const answers = await api.overlap(
      () => decide(debate, "upheld"),
      () => decide(debate, "rejected"),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 409]);
    expect((await appealsOf(other, debate)).decided).toMatchObject([{ decision: "upheld" }]);
  });
});
