import { removeSecondFactor } from "#infra/dev/commands/remove-second-factor.ts";
import { setUserRole } from "#infra/dev/commands/set-role.ts";
import { PAID_SERVICES } from "#shared/domain/billing/spending.ts";
import {
  AUDIT_JUDGE_JOB,
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
const auditJudge = ({ root }: ApiEffectsHarness) =>
  root.client.post("/api/superadmin/judge-audits", { judge: "grok" });
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
 * Inserts an open review of the debate's last finished turn, and hides this turn. Without turns, it
 * is a review of the debate.
 */
const review = async (harness: ApiEffectsHarness, finished: number): Promise<number> => {
  const { id, turnIds } = await harness.debate(finished);
  const turnId = turnIds.at(-1) ?? null;
  if (turnId !== null)
    await harness.sql("UPDATE turns SET is_hidden = true WHERE id = $1", [turnId]);
  const [made] = await harness.sql<{ id: number }>(
    "INSERT INTO reviews (debate_id, turn_id) VALUES ($1, $2) RETURNING id",
    [id, turnId],
  );
  return made?.id ?? 0;
};

const decideAppeal = ({ admin }: ApiEffectsHarness, id: number) =>
  admin.client.post(`/api/admin/appeals/${id}`, {
    decision: "upheld",
    reason: "The quote is not in the turn.",
  });
const insertAppeal = async (harness: ApiEffectsHarness): Promise<number> => {
  const { id } = await harness.debate(6);
  const [made] = await harness.sql<{ id: number }>(
    `INSERT INTO verdict_appeals (debate_id, user_id, ground, reason)
     VALUES ($1, $2, 'misquoted', 'It misquoted For.') RETURNING id`,
    [id, harness.owner.user.id],
  );
  return made?.id ?? 0;
};

export const ADMIN_ACTS_TABLE: readonly ContractCase<ApiEffectsHarness>[] = [
  contractCase("keep a hidden turn", ["turn:moderated → members, visitors"], async (harness) => {
    const id = await review(harness, 1);
    return () => decide(harness, id, "keep");
  }),
  contractCase("keep the hidden fifth turn", ["turn:moderated → members"], async (harness) => {
    const id = await review(harness, 5);
    return () => decide(harness, id, "keep");
  }),
  contractCase("repeat a decision about a turn", NO_EFFECTS, async (harness) => {
    const id = await review(harness, 1);
    await decide(harness, id, "keep");
    return () => decide(harness, id, "keep");
  }),
  contractCase("unlist a debate", NO_EFFECTS, async (harness) => {
    const id = await review(harness, 0);
    return () => decide(harness, id, "unlist");
  }),
  contractCase("uphold an appeal", NO_EFFECTS, async (harness) => {
    const id = await insertAppeal(harness);
    return () => decideAppeal(harness, id);
  }),
  contractCase("decide an appeal again", expectRefused(409), async (harness) => {
    const id = await insertAppeal(harness);
    await decideAppeal(harness, id);
    return () => decideAppeal(harness, id);
  }),
  contractCase(
    "suspend a user",
    ["session:ended (account_suspended) → user", "sockets cut → user"],
    async (harness) => {
      const id = await harness.user();
      return () => suspend(harness, id, true);
    },
  ),
  contractCase(
    "suspend a user who turned on Auto-Play in another's debate",
    [
      "debate:updated (pending) → members, visitors",
      "session:ended (account_suspended) → user",
      "sockets cut → user",
    ],
    async (harness) => {
      const userId = await harness.user();
      const { id } = await harness.debate();
      await harness.sql("UPDATE debates SET auto_play_by = $1 WHERE id = $2", [userId, id]);
      return () => suspend(harness, userId, true);
    },
  ),
  contractCase("suspend a suspended user, and restore them", NO_EFFECTS, async (harness) => {
    const id = await harness.user();
    await suspend(harness, id, true);
    return async () => {
      await suspend(harness, id, true);
      await suspend(harness, id, false);
    };
  }),

  contractCase(
    "end all sessions of a user",
    ["session:ended (ended_by_admin) → user", "sockets cut → user"],
    async (harness) => {
      const id = await harness.user();
      return () => endSessions(harness, id);
    },
  ),
  contractCase(
    "try to end a superadmin's sessions as an admin",
    expectRefused(403),
    async (harness) => {
      return () => endSessions(harness, harness.root.user.id);
    },
  ),

  contractCase("delete another user's debate", DEBATE_DELETED_EFFECTS, async (harness) => {
    const { id } = await harness.debate(1);
    return () => harness.admin.client.delete(`/api/debates/${id}`);
  }),

  contractCase(
    "delete a user, with their debates and their votes on others",
    [
      "session:ended (account_deleted) → user",
      "sockets cut → user",
      ...DEBATE_DELETED_EFFECTS,
      "votes:updated → another's members, another's visitors",
    ],
    async (harness) => {
      const userId = await harness.user();
      await harness.debate(1, { userId });
      await reactAs(harness, userId, (await harness.debate(1)).id);
      // For a debate on which the deleted user only voted, the only event is about the new counts.
      const { id } = await harness.debate(6);
      await harness.owner.client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      await reactAs(harness, harness.owner.user.id, id);
      return () => deleteUser(harness, userId);
    },
  ),
  contractCase("try to delete an admin", expectRefused(403), async (harness) => {
    return () => deleteUser(harness, harness.root.user.id);
  }),

  contractCase(
    "change a user's role",
    ["session:ended (role_changed: admin) → user", "sockets cut → user"],
    async (harness) => {
      const userId = await harness.user();
      return () => giveRole(harness, userId, "admin");
    },
  ),
  contractCase("set a user's role to the current one", NO_EFFECTS, async (harness) => {
    const userId = await harness.user();
    return () => giveRole(harness, userId, "user");
  }),
  contractCase(
    "change a user's role at the command line",
    ["session:ended (role_changed: superadmin) → user", "sockets cut → user"],
    async (harness) => {
      const name = await harness.nameOf(await harness.user());
      const { databaseUrl } = harness.purchases;
      return () => setUserRole({ databaseUrl, redisUrl: undefined }, [name, "superadmin"]);
    },
  ),
  contractCase(
    "set a user's role to the current one at the command line",
    NO_EFFECTS,
    async (harness) => {
      const name = await harness.nameOf(await harness.user());
      const { databaseUrl } = harness.purchases;
      return () => setUserRole({ databaseUrl, redisUrl: undefined }, [name, "user"]);
    },
  ),

  contractCase(
    "reset a user's second factor at the command line",
    ["sockets cut → user"],
    async (harness) => {
      const userId = await harness.user();
      const name = await harness.nameOf(userId);
      await harness.sql(
        "INSERT INTO authenticators (user_id, secret, confirmed_at) VALUES ($1, '', now())",
        [userId],
      );
      const { databaseUrl } = harness.purchases;
      return () => removeSecondFactor({ databaseUrl, redisUrl: undefined, hasMail: false }, name);
    },
  ),

  contractCase("set a user's credits", ["credits:updated (42) → user"], async (harness) => {
    const userId = await harness.user();
    return () => setCredits(harness, userId, { credits: 42 });
  }),
  contractCase("set a user's credits to the current number", NO_EFFECTS, async (harness) => {
    const userId = await harness.user();
    return () => setCredits(harness, userId, { credits: 1 });
  }),
  contractCase(
    "set a user's credits after they changed meanwhile",
    expectRefused(409),
    async (harness) => {
      const userId = await harness.user();
      return () => setCredits(harness, userId, { credits: 42, expected: 7 });
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
    async (harness) => {
      const { id } = await harness.debate(6);
      await harness.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [id]);
      return () => retryVerdict(harness, id);
    },
  ),
  contractCase("retry a verdict that did not fail", expectRefused(409), async (harness) => {
    const { id } = await harness.debate(6);
    return () => retryVerdict(harness, id);
  }),

  contractCase("retry a failed email", [SEND_EMAIL_JOB], async (harness) => {
    const [mail] = await harness.sql<{ id: number }>(
      `INSERT INTO emails (kind, user_id, email, status) VALUES ('confirm_email', $1, 'a@b.co', 'failed')
       RETURNING id`,
      [await harness.user()],
    );
    return () => harness.admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
  }),

  contractCase(
    "retry the failed judging of a turn",
    ["job judge-turn { turnId } → judging"],
    async (harness) => {
      const { turnIds } = await harness.debate(1);
      await harness.sql("UPDATE turns SET judging_status = 'failed' WHERE id = $1", [turnIds[0]]);
      return () => harness.admin.client.post(`/api/admin/turns/${turnIds[0]}/judging`);
    },
  ),
  contractCase("retry a failed data export", [EXPORT_DATA_JOB], async (harness) => {
    const [made] = await harness.sql<{ id: number }>(
      "INSERT INTO exports (user_id, status) VALUES ($1, 'failed') RETURNING id",
      [await harness.user()],
    );
    return () => harness.admin.client.post(`/api/admin/exports/${made?.id}/retry`);
  }),

  contractCase(
    "check the models",
    PAID_SERVICES.map(() => CHECK_MODEL_JOB),
    async (harness) => {
      await harness.sql("DELETE FROM model_checks");
      return () => checkModels(harness);
    },
  ),
  contractCase("check the models while they are being checked", NO_EFFECTS, async (harness) => {
    await checkModels(harness);
    return () => checkModels(harness);
  }),

  contractCase("test a judge with baits", [AUDIT_JUDGE_JOB], async (harness) => {
    await harness.sql("DELETE FROM judge_audit_runs");
    return () => auditJudge(harness);
  }),
  contractCase("test a judge with baits while it is being tested", NO_EFFECTS, async (harness) => {
    await auditJudge(harness);
    return () => auditJudge(harness);
  }),

  contractCase("regenerate a turn's recording", [SYNTHESIZE_SPEECH_JOB], async (harness) => {
    const { turnIds } = await harness.debate(1);
    return () => regenerate(harness, turnIds[0]);
  }),
  contractCase("regenerate a recording that is being made", NO_EFFECTS, async (harness) => {
    const { turnIds } = await harness.debate(1);
    await regenerate(harness, turnIds[0]);
    return () => regenerate(harness, turnIds[0]);
  }),
  contractCase(
    "record a debate",
    [
      "audio-job:progress (0 done, 0 failed of 2) → admins",
      SYNTHESIZE_SPEECH_JOB,
      SYNTHESIZE_SPEECH_JOB,
    ],
    async (harness) => {
      const { id } = await harness.debate(2);
      return () => voice(harness, id, "missing");
    },
  ),
  contractCase(
    "record a debate one of whose turns is being recorded",
    ["audio-job:progress (0 done, 0 failed of 2) → admins", SYNTHESIZE_SPEECH_JOB],
    async (harness) => {
      const { id, turnIds } = await harness.debate(2);
      await regenerate(harness, turnIds[0]);
      return () => voice(harness, id, "all");
    },
  ),
  contractCase("record a debate that is being recorded", NO_EFFECTS, async (harness) => {
    const { id } = await harness.debate(2);
    await voice(harness, id, "missing");
    return () => voice(harness, id, "all");
  }),
];
