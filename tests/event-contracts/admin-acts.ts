import { removeSecondFactor } from "#infra/dev/commands/remove-second-factor.ts";
import { setUserRole } from "#infra/dev/commands/set-role.ts";
import { PAID_SERVICES } from "#shared/domain/billing/spending.ts";
import {
  CHECK_MODEL_JOB,
  DEBATE_DELETED_EFFECTS,
  EXPORT_DATA_JOB,
  SEND_EMAIL_JOB,
  SYNTHESIZE_SPEECH_JOB,
} from "./effect-lines.ts";
import { NO_EFFECTS, expectRefused, type ContractCase, contractCase } from "./contract-case.ts";
import type { ApiEffectsHarness } from "./api-effects-harness.ts";

const giveRole = ({ root }: ApiEffectsHarness, id: number, role: string) =>
  root.client.request("PUT", `/api/superadmin/users/${id}/role`, { body: { role } });
const setCredits = ({ admin }: ApiEffectsHarness, id: number, body: object) =>
  admin.client.request("PATCH", `/api/admin/users/${id}/credits`, { body });
const deleteUser = ({ admin }: ApiEffectsHarness, id: number) =>
  admin.client.delete(`/api/admin/users/${id}`);
const retryVerdict = ({ admin }: ApiEffectsHarness, id: number) =>
  admin.client.post(`/api/admin/debates/${id}/verdict`);
const regenerate = ({ admin }: ApiEffectsHarness, turnId: number | undefined) =>
  admin.client.get(`/api/admin-regen-audio/${turnId}`);
const voice = ({ admin }: ApiEffectsHarness, id: number, turns: "missing" | "all") =>
  admin.client.post(`/api/admin/debates/${id}/audio`, { turns });
const checkModels = ({ root }: ApiEffectsHarness) =>
  root.client.post("/api/superadmin/model-check");
const reactAs = ({ sql }: ApiEffectsHarness, userId: number, debateId: number) =>
  sql("INSERT INTO debate_votes (user_id, debate_id, type) VALUES ($1, $2, 'up')", [
    userId,
    debateId,
  ]);

const suspend = ({ admin }: ApiEffectsHarness, id: number, suspended: boolean) =>
  admin.client.request("PUT", `/api/admin/users/${id}/suspension`, { body: { suspended } });
const endSessions = ({ admin }: ApiEffectsHarness, id: number) =>
  admin.client.post(`/api/admin/users/${id}/end-sessions`);
const decide = ({ admin }: ApiEffectsHarness, reviewId: number, decision: string) =>
  admin.client.post(`/api/admin/reviews/${reviewId}`, { decision });
/**
 * Inserts an open review of the last finished turn (then hidden) or, without turns, of the debate.
 */
const review = async (site: ApiEffectsHarness, finished: number): Promise<number> => {
  const { id, turnIds } = await site.debate(finished);
  const turnId = turnIds.at(-1) ?? null;
  if (turnId !== null) await site.sql("UPDATE turns SET is_hidden = true WHERE id = $1", [turnId]);
  const [made] = await site.sql<{ id: number }>(
    "INSERT INTO reviews (debate_id, turn_id) VALUES ($1, $2) RETURNING id",
    [id, turnId],
  );
  return made?.id ?? 0;
};

export const ADMIN_ACTS_TABLE: readonly ContractCase<ApiEffectsHarness>[] = [
  contractCase("keep a hidden turn", ["turn:moderated → members, visitors"], async (site) => {
    const id = await review(site, 1);
    return () => decide(site, id, "keep");
  }),
  contractCase("keep the hidden fifth turn", ["turn:moderated → members"], async (site) => {
    const id = await review(site, 5);
    return () => decide(site, id, "keep");
  }),
  contractCase("repeat a decision about a turn", NO_EFFECTS, async (site) => {
    const id = await review(site, 1);
    await decide(site, id, "keep");
    return () => decide(site, id, "keep");
  }),
  contractCase("unlist a debate", NO_EFFECTS, async (site) => {
    const id = await review(site, 0);
    return () => decide(site, id, "unlist");
  }),
  contractCase(
    "suspend a user",
    ["session:ended (account_suspended) → user", "sockets cut → user"],
    async (site) => {
      const id = await site.user();
      return () => suspend(site, id, true);
    },
  ),
  contractCase(
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
  contractCase("suspend a suspended user, and restore them", NO_EFFECTS, async (site) => {
    const id = await site.user();
    await suspend(site, id, true);
    return async () => {
      await suspend(site, id, true);
      await suspend(site, id, false);
    };
  }),

  contractCase(
    "end all sessions of a user",
    ["session:ended (ended_by_admin) → user", "sockets cut → user"],
    async (site) => {
      const id = await site.user();
      return () => endSessions(site, id);
    },
  ),
  contractCase(
    "try to end a superadmin's sessions as an admin",
    expectRefused(403),
    async (site) => {
      return () => endSessions(site, site.root.user.id);
    },
  ),

  contractCase("delete another user's debate", DEBATE_DELETED_EFFECTS, async (site) => {
    const { id } = await site.debate(1);
    return () => site.admin.client.delete(`/api/debates/${id}`);
  }),

  contractCase(
    "delete a user, with their debates and their votes on others",
    [
      "session:ended (account_deleted) → user",
      "sockets cut → user",
      ...DEBATE_DELETED_EFFECTS,
      "votes:updated → another's members, another's visitors",
    ],
    async (site) => {
      const userId = await site.user();
      await site.debate(1, { userId });
      await reactAs(site, userId, (await site.debate(1)).id);
      // For a debate on which the deleted user only voted, the only event is about the new counts.
      const { id } = await site.debate(6);
      await site.owner.client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      await reactAs(site, site.owner.user.id, id);
      return () => deleteUser(site, userId);
    },
  ),
  contractCase("try to delete an admin", expectRefused(403), async (site) => {
    return () => deleteUser(site, site.root.user.id);
  }),

  contractCase(
    "change a user's role",
    ["session:ended (role_changed: admin) → user", "sockets cut → user"],
    async (site) => {
      const userId = await site.user();
      return () => giveRole(site, userId, "admin");
    },
  ),
  contractCase("set a user's role to the current one", NO_EFFECTS, async (site) => {
    const userId = await site.user();
    return () => giveRole(site, userId, "user");
  }),
  contractCase(
    "change a user's role at the command line",
    ["session:ended (role_changed: superadmin) → user", "sockets cut → user"],
    async (site) => {
      const name = await site.nameOf(await site.user());
      const { databaseUrl } = site.shop;
      return () => setUserRole({ databaseUrl, redisUrl: undefined }, [name, "superadmin"]);
    },
  ),
  contractCase(
    "set a user's role to the current one at the command line",
    NO_EFFECTS,
    async (site) => {
      const name = await site.nameOf(await site.user());
      const { databaseUrl } = site.shop;
      return () => setUserRole({ databaseUrl, redisUrl: undefined }, [name, "user"]);
    },
  ),

  contractCase(
    "reset a user's second factor at the command line",
    ["sockets cut → user"],
    async (site) => {
      const userId = await site.user();
      const name = await site.nameOf(userId);
      await site.sql(
        "INSERT INTO authenticators (user_id, secret, confirmed_at) VALUES ($1, '', now())",
        [userId],
      );
      const { databaseUrl } = site.shop;
      return () => removeSecondFactor({ databaseUrl, redisUrl: undefined, hasMail: false }, name);
    },
  ),

  contractCase("set a user's credits", ["credits:updated (42) → user"], async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 42 });
  }),
  contractCase("set a user's credits to the current number", NO_EFFECTS, async (site) => {
    const userId = await site.user();
    return () => setCredits(site, userId, { credits: 1 });
  }),
  contractCase(
    "set a user's credits after they changed meanwhile",
    expectRefused(409),
    async (site) => {
      const userId = await site.user();
      return () => setCredits(site, userId, { credits: 42, expected: 7 });
    },
  ),
  contractCase(
    "set credits as a superadmin",
    ["credits:updated (0) → owner"],
    async ({ root, owner }) => {
      const path = `/api/superadmin/users/${owner.user.id}/credits`;
      return () => root.client.request("PUT", path, { body: { credits: 0 } });
    },
  ),

  contractCase(
    "retry a failed verdict",
    ["job judge-debate { debateId } → judging"],
    async (site) => {
      const { id } = await site.debate(6);
      await site.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [id]);
      return () => retryVerdict(site, id);
    },
  ),
  contractCase("retry a verdict that did not fail", expectRefused(409), async (site) => {
    const { id } = await site.debate(6);
    return () => retryVerdict(site, id);
  }),

  contractCase("retry a failed email", [SEND_EMAIL_JOB], async (site) => {
    const [mail] = await site.sql<{ id: number }>(
      `INSERT INTO emails (kind, user_id, email, status) VALUES ('confirm_email', $1, 'a@b.co', 'failed')
       RETURNING id`,
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
  }),

  contractCase(
    "retry the failed judging of a turn",
    ["job judge-turn { turnId } → judging"],
    async (site) => {
      const { turnIds } = await site.debate(1);
      await site.sql("UPDATE turns SET judging_status = 'failed' WHERE id = $1", [turnIds[0]]);
      return () => site.admin.client.post(`/api/admin/turns/${turnIds[0]}/judging`);
    },
  ),
  contractCase("retry a failed data export", [EXPORT_DATA_JOB], async (site) => {
    const [made] = await site.sql<{ id: number }>(
      "INSERT INTO exports (user_id, status) VALUES ($1, 'failed') RETURNING id",
      [await site.user()],
    );
    return () => site.admin.client.post(`/api/admin/exports/${made?.id}/retry`);
  }),

  contractCase(
    "check the models",
    PAID_SERVICES.map(() => CHECK_MODEL_JOB),
    async (site) => {
      await site.sql("DELETE FROM model_checks");
      return () => checkModels(site);
    },
  ),
  contractCase("check the models while they are being checked", NO_EFFECTS, async (site) => {
    await checkModels(site);
    return () => checkModels(site);
  }),

  contractCase("regenerate a turn's recording", [SYNTHESIZE_SPEECH_JOB], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => regenerate(site, turnIds[0]);
  }),
  contractCase("regenerate a recording that is being made", NO_EFFECTS, async (site) => {
    const { turnIds } = await site.debate(1);
    await regenerate(site, turnIds[0]);
    return () => regenerate(site, turnIds[0]);
  }),
  contractCase(
    "record a debate",
    [
      "audio-job:progress (0 done, 0 failed of 2) → admins",
      SYNTHESIZE_SPEECH_JOB,
      SYNTHESIZE_SPEECH_JOB,
    ],
    async (site) => {
      const { id } = await site.debate(2);
      return () => voice(site, id, "missing");
    },
  ),
  contractCase(
    "record a debate one of whose turns is being recorded",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE_SPEECH_JOB],
    async (site) => {
      const { id, turnIds } = await site.debate(2);
      await regenerate(site, turnIds[0]);
      return () => voice(site, id, "all");
    },
  ),
  contractCase("record a debate that is being recorded", NO_EFFECTS, async (site) => {
    const { id } = await site.debate(2);
    await voice(site, id, "missing");
    return () => voice(site, id, "all");
  }),
];
