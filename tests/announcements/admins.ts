import { removeSecondFactor } from "#infra/local/commands/remove-second-factor.ts";
import { setRole } from "#infra/local/commands/set-role.ts";
import { DEBATE_GONE, EXPORT, MAIL, SYNTHESIZE } from "./lines.ts";
import { NOTHING, refused, type Row, row } from "./rows.ts";
import type { Site } from "./site.ts";

const giveRole = ({ root }: Site, id: number, role: string) =>
  root.client.request("PUT", `/api/superadmin/users/${id}/role`, { body: { role } });
const setCredits = ({ admin }: Site, id: number, body: object) =>
  admin.client.request("PATCH", `/api/admin/users/${id}/credits`, { body });
const deleteUser = ({ admin }: Site, id: number) => admin.client.delete(`/api/admin/users/${id}`);
const retryVerdict = ({ admin }: Site, id: number) =>
  admin.client.post(`/api/admin/debates/${id}/verdict`);
const regenerate = ({ admin }: Site, turnId: number | undefined) =>
  admin.client.get(`/api/admin-regen-audio/${turnId}`);
const voice = ({ admin }: Site, id: number, turns: "missing" | "all") =>
  admin.client.post(`/api/admin/debates/${id}/audio`, { turns });
const reactAs = ({ sql }: Site, userId: number, debateId: number) =>
  sql("INSERT INTO debate_votes (user_id, debate_id, type) VALUES ($1, $2, 'up')", [
    userId,
    debateId,
  ]);

const suspend = ({ admin }: Site, id: number, suspended: boolean) =>
  admin.client.request("PUT", `/api/admin/users/${id}/suspension`, { body: { suspended } });
const endSessions = ({ admin }: Site, id: number) =>
  admin.client.post(`/api/admin/users/${id}/end-sessions`);
const decide = ({ admin }: Site, reviewId: number, decision: string) =>
  admin.client.post(`/api/admin/reviews/${reviewId}`, { decision });
/** That the last of these turns was hidden, or, without any, the debate reported. */
const review = async (site: Site, finished: number): Promise<number> => {
  const { id, turnIds } = await site.debate(finished);
  const turnId = turnIds.at(-1) ?? null;
  if (turnId !== null) await site.sql("UPDATE turns SET is_hidden = true WHERE id = $1", [turnId]);
  const [made] = await site.sql<{ id: number }>(
    "INSERT INTO reviews (debate_id, turn_id) VALUES ($1, $2) RETURNING id",
    [id, turnId],
  );
  return made?.id ?? 0;
};

/** What admins do, and who hears of it. */
export const ADMINS: readonly Row<Site>[] = [
  row("keep a turn that was hidden", ["turn:moderated → members, visitors"], async (site) => {
    const id = await review(site, 1);
    return () => decide(site, id, "keep");
  }),
  row("keep the fifth turn, which was hidden", ["turn:moderated → members"], async (site) => {
    const id = await review(site, 5);
    return () => decide(site, id, "keep");
  }),
  row("decide the same about a turn again", NOTHING, async (site) => {
    const id = await review(site, 1);
    await decide(site, id, "keep");
    return () => decide(site, id, "keep");
  }),
  row("unlist a debate", NOTHING, async (site) => {
    const id = await review(site, 0);
    return () => decide(site, id, "unlist");
  }),
  row(
    "suspend a user",
    ["session:ended (account_suspended) → user", "sockets cut → user"],
    async (site) => {
      const id = await site.user();
      return () => suspend(site, id, true);
    },
  ),
  row(
    "suspend a user who has another's debate play by itself",
    [
      "debate:updated (pending) → members, visitors",
      "session:ended (account_suspended) → user",
      "sockets cut → user",
    ],
    async (site) => {
      const userId = await site.user();
      const { id } = await site.debate();
      await site.sql("UPDATE debates SET auto_play_by = $1 WHERE id = $2", [userId, id]);
      return () => suspend(site, userId, true);
    },
  ),
  row("suspend a user who is suspended, and let them in again", NOTHING, async (site) => {
    const id = await site.user();
    await suspend(site, id, true);
    return async () => {
      await suspend(site, id, true);
      await suspend(site, id, false);
    };
  }),

  row(
    "sign a user out everywhere",
    ["session:ended (ended_by_admin) → user", "sockets cut → user"],
    async (site) => {
      const id = await site.user();
      return () => endSessions(site, id);
    },
  ),
  row("try to sign a superadmin out everywhere, as an admin", refused(403), async (site) => {
    return () => endSessions(site, site.root.user.id);
  }),

  row("delete somebody's debate", DEBATE_GONE, async (site) => {
    const { id } = await site.debate(1);
    return () => site.admin.client.delete(`/api/debates/${id}`);
  }),

  row(
    "delete a user, with their debates and their votes on others",
    [
      "session:ended (account_deleted) → user",
      "sockets cut → user",
      ...DEBATE_GONE,
      "votes:updated → another's members, another's visitors",
    ],
    async (site) => {
      const userId = await site.user();
      await site.debate(1, { userId });
      await reactAs(site, userId, (await site.debate(1)).id);
      // Nothing is told of what only others have said something about.
      const { id } = await site.debate(6);
      await site.owner.client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      await reactAs(site, site.owner.user.id, id);
      return () => deleteUser(site, userId);
    },
  ),
  row("try to delete an admin", refused(403), async (site) => {
    return () => deleteUser(site, site.root.user.id);
  }),

  row(
    "give a user another role",
    ["session:ended (role_changed: admin) → user", "sockets cut → user"],
    async (site) => {
      const userId = await site.user();
      return () => giveRole(site, userId, "admin");
    },
  ),
  row("give a user the role they have", NOTHING, async (site) => {
    const userId = await site.user();
    return () => giveRole(site, userId, "user");
  }),
  row(
    "give a user another role at the terminal",
    ["session:ended (role_changed: superadmin) → user", "sockets cut → user"],
    async (site) => {
      const name = await site.nameOf(await site.user());
      const { databaseUrl } = site.shop;
      return () => setRole({ databaseUrl, redisUrl: undefined }, [name, "superadmin"]);
    },
  ),
  row("give a user the role they have at the terminal", NOTHING, async (site) => {
    const name = await site.nameOf(await site.user());
    const { databaseUrl } = site.shop;
    return () => setRole({ databaseUrl, redisUrl: undefined }, [name, "user"]);
  }),

  row("reset a user's second factor at the terminal", ["sockets cut → user"], async (site) => {
    const userId = await site.user();
    const name = await site.nameOf(userId);
    await site.sql(
      "INSERT INTO authenticators (user_id, secret, confirmed_at) VALUES ($1, '', now())",
      [userId],
    );
    const { databaseUrl } = site.shop;
    return () => removeSecondFactor({ databaseUrl, redisUrl: undefined, hasMail: false }, name);
  }),

  row("set a user's credits", ["credits:updated (42) → user"], async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 42 });
  }),
  row("set a user's credits to what they have", NOTHING, async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 1 });
  }),
  row("set a user's credits, which have changed meanwhile", refused(409), async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 42, expected: 7 });
  }),
  row("set credits as a superadmin", ["credits:updated (0) → owner"], async ({ root, owner }) => {
    const path = `/api/superadmin/users/${owner.user.id}/credits`;
    return () => root.client.request("PUT", path, { body: { credits: 0 } });
  }),

  row(
    "have a verdict written that failed",
    ["job judge-debate { debateId } → judging"],
    async (site) => {
      const { id } = await site.debate(6);
      await site.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [id]);
      return () => retryVerdict(site, id);
    },
  ),
  row("have a verdict written that did not fail", refused(409), async (site) => {
    const { id } = await site.debate(6);
    return () => retryVerdict(site, id);
  }),

  row("have a mail sent that was refused", [MAIL], async (site) => {
    const [mail] = await site.sql<{ id: number }>(
      `INSERT INTO mails (kind, user_id, email, status) VALUES ('confirm_email', $1, 'a@b.co', 'failed')
       RETURNING id`,
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
  }),

  row("have a turn judged that was not", ["job judge-turn { turnId } → judging"], async (site) => {
    const { turnIds } = await site.debate(1);
    await site.sql("UPDATE turns SET judging_status = 'failed' WHERE id = $1", [turnIds[0]]);
    return () => site.admin.client.post(`/api/admin/turns/${turnIds[0]}/judging`);
  }),
  row("have data put together where that failed", [EXPORT], async (site) => {
    const [made] = await site.sql<{ id: number }>(
      "INSERT INTO exports (user_id, status) VALUES ($1, 'failed') RETURNING id",
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/exports/${made?.id}/retry`);
  }),

  row("have a turn spoken anew", [SYNTHESIZE], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => regenerate(site, turnIds[0]);
  }),
  row("have a turn spoken anew that is being recorded", NOTHING, async (site) => {
    const { turnIds } = await site.debate(1);
    await regenerate(site, turnIds[0]);
    return () => regenerate(site, turnIds[0]);
  }),
  row(
    "have a debate voiced",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE, SYNTHESIZE],
    async (site) => {
      const { id } = await site.debate(2);
      return () => voice(site, id, "missing");
    },
  ),
  row(
    "have a debate voiced of which a turn is being recorded",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE],
    async (site) => {
      const { id, turnIds } = await site.debate(2);
      await regenerate(site, turnIds[0]);
      return () => voice(site, id, "all");
    },
  ),
  row("have a debate voiced that is being voiced", NOTHING, async (site) => {
    const { id } = await site.debate(2);
    await voice(site, id, "missing");
    return () => voice(site, id, "all");
  }),
];
