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
/**
 * Inserts an open review of the last finished turn (then hidden) or, without turns, of the debate.
 */
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

export const ADMINS: readonly Row<Site>[] = [
  row("keep a hidden turn", ["turn:moderated → members, visitors"], async (site) => {
    const id = await review(site, 1);
    return () => decide(site, id, "keep");
  }),
  row("keep the hidden fifth turn", ["turn:moderated → members"], async (site) => {
    const id = await review(site, 5);
    return () => decide(site, id, "keep");
  }),
  row("repeat a decision about a turn", NOTHING, async (site) => {
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
    "suspend a user who turned on Auto-Play in another's debate",
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
  row("suspend a suspended user, and restore them", NOTHING, async (site) => {
    const id = await site.user();
    await suspend(site, id, true);
    return async () => {
      await suspend(site, id, true);
      await suspend(site, id, false);
    };
  }),

  row(
    "end all sessions of a user",
    ["session:ended (ended_by_admin) → user", "sockets cut → user"],
    async (site) => {
      const id = await site.user();
      return () => endSessions(site, id);
    },
  ),
  row("try to end a superadmin's sessions as an admin", refused(403), async (site) => {
    return () => endSessions(site, site.root.user.id);
  }),

  row("delete another user's debate", DEBATE_GONE, async (site) => {
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
      // Debates on which the user only voted cause no event beyond their new counts.
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
    "change a user's role",
    ["session:ended (role_changed: admin) → user", "sockets cut → user"],
    async (site) => {
      const userId = await site.user();
      return () => giveRole(site, userId, "admin");
    },
  ),
  row("set a user's role to the current one", NOTHING, async (site) => {
    const userId = await site.user();
    return () => giveRole(site, userId, "user");
  }),
  row(
    "change a user's role at the command line",
    ["session:ended (role_changed: superadmin) → user", "sockets cut → user"],
    async (site) => {
      const name = await site.nameOf(await site.user());
      const { databaseUrl } = site.shop;
      return () => setRole({ databaseUrl, redisUrl: undefined }, [name, "superadmin"]);
    },
  ),
  row("set a user's role to the current one at the command line", NOTHING, async (site) => {
    const name = await site.nameOf(await site.user());
    const { databaseUrl } = site.shop;
    return () => setRole({ databaseUrl, redisUrl: undefined }, [name, "user"]);
  }),

  row("reset a user's second factor at the command line", ["sockets cut → user"], async (site) => {
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
  row("set a user's credits to the current number", NOTHING, async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 1 });
  }),
  row("set a user's credits after they changed meanwhile", refused(409), async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 42, expected: 7 });
  }),
  row("set credits as a superadmin", ["credits:updated (0) → owner"], async ({ root, owner }) => {
    const path = `/api/superadmin/users/${owner.user.id}/credits`;
    return () => root.client.request("PUT", path, { body: { credits: 0 } });
  }),

  row("retry a failed verdict", ["job judge-debate { debateId } → judging"], async (site) => {
    const { id } = await site.debate(6);
    await site.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [id]);
    return () => retryVerdict(site, id);
  }),
  row("retry a verdict that did not fail", refused(409), async (site) => {
    const { id } = await site.debate(6);
    return () => retryVerdict(site, id);
  }),

  row("retry a failed email", [MAIL], async (site) => {
    const [mail] = await site.sql<{ id: number }>(
      `INSERT INTO mails (kind, user_id, email, status) VALUES ('confirm_email', $1, 'a@b.co', 'failed')
       RETURNING id`,
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
  }),

  row(
    "retry the failed judging of a turn",
    ["job judge-turn { turnId } → judging"],
    async (site) => {
      const { turnIds } = await site.debate(1);
      await site.sql("UPDATE turns SET judging_status = 'failed' WHERE id = $1", [turnIds[0]]);
      return () => site.admin.client.post(`/api/admin/turns/${turnIds[0]}/judging`);
    },
  ),
  row("retry a failed data export", [EXPORT], async (site) => {
    const [made] = await site.sql<{ id: number }>(
      "INSERT INTO exports (user_id, status) VALUES ($1, 'failed') RETURNING id",
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/exports/${made?.id}/retry`);
  }),

  row("regenerate a turn's recording", [SYNTHESIZE], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => regenerate(site, turnIds[0]);
  }),
  row("regenerate a recording that is being made", NOTHING, async (site) => {
    const { turnIds } = await site.debate(1);
    await regenerate(site, turnIds[0]);
    return () => regenerate(site, turnIds[0]);
  }),
  row(
    "record a debate",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE, SYNTHESIZE],
    async (site) => {
      const { id } = await site.debate(2);
      return () => voice(site, id, "missing");
    },
  ),
  row(
    "record a debate one of whose turns is being recorded",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE],
    async (site) => {
      const { id, turnIds } = await site.debate(2);
      await regenerate(site, turnIds[0]);
      return () => voice(site, id, "all");
    },
  ),
  row("record a debate that is being recorded", NOTHING, async (site) => {
    const { id } = await site.debate(2);
    await voice(site, id, "missing");
    return () => voice(site, id, "all");
  }),
];
