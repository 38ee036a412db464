import { DebateSwing } from "#shared/contract/debates/swing.ts";
import { TOTP } from "otpauth";
import { type ApiClient, TEST_PASSWORD, registerWith } from "../helpers/api-client.ts";
import type { TestUser } from "../api/test-api.ts";
import { waitUntil } from "../harness.ts";
import { Account } from "#shared/contract/accounts/account.ts";
import {
  AuthenticatorSecret,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RecoveryCodes,
  SecondFactorChallenge,
} from "#shared/contract/accounts/sign-in-methods.ts";
import type { EmailLinkKind } from "#shared/domain/email.ts";
import { insertVerdict } from "../helpers/insert-verdict.ts";
import { waitForLockWait } from "../helpers/lock-waits.ts";
import { VirtualAuthenticator } from "../helpers/virtual-authenticator.ts";
import {
  DEBATE_DELETED_EFFECTS,
  EXPORT_DATA_JOB,
  GENERATE_TURN_JOB,
  SEND_EMAIL_JOB,
  MODERATE_JOB,
  AUTO_PLAY_JOB,
  SYNTHESIZE_SPEECH_JOB,
  SEAL_ENDED,
  VOTES_UPDATED,
} from "./effect-lines.ts";
import { NO_EFFECTS, expectRefused, type ContractCase, contractCase } from "./contract-case.ts";
import type { ApiEffectsHarness } from "./api-effects-harness.ts";

const start = (client: ApiClient, key?: string) =>
  client.post(
    "/api/debates",
    { topic: "Cats are better than dogs" },
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
const firstTurn = async (
  harness: ApiEffectsHarness,
  status: "streaming" | "failed",
): Promise<number> => {
  const { id } = await harness.debate();
  await harness.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, status)
     VALUES ($1, 1, 'bot_a', 'opening', $2)`,
    [id, status],
  );
  return id;
};
const refunded = async (harness: ApiEffectsHarness): Promise<number> => {
  const id = await firstTurn(harness, "failed");
  await harness.sql("UPDATE debates SET refunded = true WHERE id = $1", [id]);
  return id;
};
const nextTurn = ({ client }: TestUser, id: number) => client.post(`/api/debates/${id}/turns`);
const play = ({ client }: TestUser, id: number, on: boolean) =>
  client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on } });
const change = ({ client }: TestUser, id: number, body: object) =>
  client.request("PATCH", `/api/debates/${id}`, { body });
const updated = (state: string): string[] => [`debate:updated (${state}) → members, visitors`];
const vote = ({ client }: TestUser, id: number) =>
  client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
const react = ({ client }: TestUser, id: number, type: string) =>
  client.post(`/api/debates/${id}/reaction`, { type });
const AUDIENCE_CHANGED = "audience:changed → processes";
const callGoodPoint = ({ client }: TestUser, turnId: number | undefined, sentence = 0) =>
  client.post(`/api/turns/${turnId}/reactions`, { sentence });
const castBallot = ({ client }: TestUser, id: number) =>
  client.post(`/api/debates/${id}/ballot`, { stance: "for" });

/** Creates debates until one asks its owner before it begins. A random fifth of them does not. */
const debateThatAsks = async (site: ApiEffectsHarness): Promise<number> => {
  for (;;) {
    const { id } = await site.debate();
    const answer = await site.owner.client.get(`/api/debates/${id}/swing`);
    if (answer.as(DebateSwing).ballot.isAsked) return id;
  }
};
const appeal = ({ client }: TestUser, id: number) =>
  client.post(`/api/debates/${id}/appeal`, {
    ground: "misquoted",
    reason: "It said the opposite of turn 3.",
  });
const remove = ({ client }: TestUser, id: number) => client.delete(`/api/debates/${id}`);

/** Listens until the job is queued, then disconnects. No worker runs here. */
const listen = async ({ purchases, sql }: ApiEffectsHarness, turnId: number | undefined) => {
  const gone = new AbortController();
  const url = `${purchases.api.origin}/api/tts/audio?turnId=${turnId}`;
  const listening = fetch(url, { signal: gone.signal }).catch(() => "gone");
  const jobs = `SELECT FROM bullmq.job JOIN audio_cache a ON (data ->> 'recordingId')::int = a.id
                 WHERE turn_id = $1`;
  await waitUntil(async () => (await sql(jobs, [turnId])).length > 0, { what: "the job" });
  gone.abort();
  await listening;
};

const signedOut = (reason: string) => `session:ended (${reason}) → user`;
const confirmed = async ({ purchases, sql }: ApiEffectsHarness): Promise<TestUser> => {
  const person = await purchases.api.person();
  await sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [person.user.id]);
  return person;
};

const addPasskey = async ({ client }: TestUser, passkey: VirtualAuthenticator): Promise<number> => {
  const asked = (await client.post("/api/account/passkeys/options")).as(PasskeyCreationOptions);
  const made = { name: "Key", ...passkey.create(asked) };
  return (await client.post("/api/account/passkeys", made)).as(Passkey).id;
};
/** Adds a passkey, renames it, and uses it to confirm the user's identity. */
const passkeys = async (harness: ApiEffectsHarness) => {
  const person = await confirmed(harness);
  const { client } = person;
  const passkey = new VirtualAuthenticator(harness.purchases.api.origin);
  return async () => {
    const id = await addPasskey(person, passkey);
    await client.request("PATCH", `/api/account/passkeys/${id}`, { body: { name: "Laptop" } });
    const identity = "/api/account/identity/passkey";
    const options = (await client.post(`${identity}/options`)).as(PasskeyRequestOptions);
    await client.post(identity, passkey.answer(options));
  };
};
const removePasskey = async (harness: ApiEffectsHarness) => {
  const person = await confirmed(harness);
  const id = await addPasskey(person, new VirtualAuthenticator(harness.purchases.api.origin));
  return () => person.client.delete(`/api/account/passkeys/${id}`);
};
const signInWith = async (harness: ApiEffectsHarness, passkey: VirtualAuthenticator) => {
  const client = harness.purchases.api.visitor();
  const options = (await client.post("/api/login/passkey/options")).as(PasskeyRequestOptions);
  return () => client.post("/api/login/passkey", passkey.answer(options));
};

/** Turns on the authenticator app, signs in with a code, and turns it off again. */
const app = async (harness: ApiEffectsHarness) => {
  const { client, user } = await confirmed(harness);
  return async () => {
    const { secret } = (await client.post("/api/account/app")).as(AuthenticatorSecret);
    const code = new TOTP({ secret }).generate();
    await client.post("/api/account/app/confirm", { code });
    const made = (await client.post("/api/account/recovery-codes")).as(RecoveryCodes);
    const login = { username: user.username, password: TEST_PASSWORD };
    const half = (await client.post("/api/login", login)).as(SecondFactorChallenge);
    const step = { token: half.secondStep, code: made.recoveryCodes[0] };
    await client.post("/api/login/second-step", step);
    await client.delete("/api/account/app");
  };
};

const useEmailLink = (kind: EmailLinkKind) => async (harness: ApiEffectsHarness) => {
  const token = await harness.link(kind);
  return () => harness.purchases.api.visitor().post("/api/links/use", { token });
};
/** Returns a user with two sessions. The expected effects name the second one `session`. */
const twice = async (harness: ApiEffectsHarness): Promise<TestUser> => {
  const person = await harness.purchases.api.person();
  const elsewhere = harness.purchases.api.visitor();
  await elsewhere.post("/api/login", { username: person.user.username, password: TEST_PASSWORD });
  harness.nameSession(elsewhere.cookie);
  return person;
};

export const MEMBER_ACTS_TABLE: readonly ContractCase<ApiEffectsHarness>[] = [
  contractCase(
    "sign up",
    [SEND_EMAIL_JOB],
    async ({ purchases }) =>
      () =>
        registerWith(purchases.api.visitor()),
  ),
  contractCase("sign in", NO_EFFECTS, async ({ purchases, owner: { user } }) => () => {
    const { username } = user;
    return purchases.api.visitor().post("/api/login", { username, password: TEST_PASSWORD });
  }),
  contractCase("sign out", ["sockets cut → session"], async (harness) => {
    const { client } = await harness.purchases.api.person();
    harness.nameSession(client.cookie);
    return () => client.post("/api/logout");
  }),

  contractCase(
    "request a password reset, for a known and an unknown name",
    [SEND_EMAIL_JOB, SEND_EMAIL_JOB],
    async (harness) => {
      const name = await harness.nameOf(await harness.user());
      const requestPasswordReset = (username: string) =>
        harness.purchases.api.visitor().post("/api/password/forgot", { username });
      return async () => [
        await requestPasswordReset(name),
        await requestPasswordReset("nobody-of-that-name"),
      ];
    },
  ),
  contractCase(
    "request a sign-in link, for a known and an unknown name",
    [SEND_EMAIL_JOB, SEND_EMAIL_JOB],
    async (harness) => {
      const name = await harness.nameOf(await harness.user());
      const requestSignInLink = (username: string) =>
        harness.purchases.api.visitor().post("/api/sign-in-link", { username });
      return async () => [
        await requestSignInLink(name),
        await requestSignInLink("nobody-of-that-name"),
      ];
    },
  ),
  contractCase("sign in by a link", [SEND_EMAIL_JOB], async (harness) => {
    const token = await harness.link("sign_in");
    return () => harness.purchases.api.visitor().post("/api/login/link", { token });
  }),
  contractCase(
    "reset a forgotten password",
    [signedOut("password_changed"), "sockets cut → user", SEND_EMAIL_JOB],
    async (harness) => {
      const token = await harness.link("reset_password");
      return () =>
        harness.purchases.api.visitor().post("/api/password/reset", { token, password: "another" });
    },
  ),
  contractCase("check the strength of a password", NO_EFFECTS, async ({ purchases }) => () => {
    return purchases.api.visitor().post("/api/password/check", { password: "another" });
  }),
  contractCase("open a link", NO_EFFECTS, async (harness) => {
    const token = await harness.link("reset_password");
    return () => harness.purchases.api.visitor().post("/api/links/look", { token });
  }),
  contractCase("confirm an address", NO_EFFECTS, useEmailLink("confirm_email")),
  contractCase(
    "confirm an address that the first credit requires",
    ["credits:updated (1) → user"],
    async (harness) => {
      const act = await useEmailLink("confirm_email")(harness);
      await harness.sql(
        `INSERT INTO users (username, email, password, credits) VALUES ('waiting', 'waiting', '!', 0)`,
      );
      await harness.sql(
        `UPDATE email_tokens SET (user_id, email) = (SELECT id, email FROM users WHERE username = 'waiting')
          WHERE isfinite(expires_at) AND kind = 'confirm_email'`,
      );
      await harness.name("waiting");
      return act;
    },
  ),
  contractCase("confirm a changed address", NO_EFFECTS, useEmailLink("change_email")),
  contractCase(
    "undo an address change",
    [signedOut("address_restored"), "sockets cut → user"],
    useEmailLink("undo_email"),
  ),
  contractCase(
    "turn off a kind of email by a link",
    NO_EFFECTS,
    useEmailLink("stop_debate_finished"),
  ),
  contractCase(
    "turn off a kind of email by one click in a mail program",
    NO_EFFECTS,
    async (harness) => {
      const token = await harness.link("stop_debate_finished");
      const words = "List-Unsubscribe=One-Click";
      return () => harness.purchases.api.visitor().post(`/api/unsubscribe?token=${token}`, words);
    },
  ),
  contractCase("turn a kind of email on again", NO_EFFECTS, async ({ owner: { client } }) => () => {
    const body = { kind: "debate_finished", on: true };
    return client.request("PUT", "/api/account/mails", { body });
  }),
  contractCase(
    "request a change of the email address",
    [SEND_EMAIL_JOB],
    async ({ owner: { client } }) =>
      () => {
        const body = { email: "elsewhere@example.org", password: TEST_PASSWORD };
        return client.request("PUT", "/api/account/email", { body });
      },
  ),
  contractCase(
    "request another confirmation email",
    [SEND_EMAIL_JOB],
    async ({ owner: { client } }) =>
      () =>
        client.post("/api/account/confirmation"),
  ),
  contractCase("change the password", ["sockets cut → session"], async (harness) => {
    const person = await twice(harness);
    const body = { password: TEST_PASSWORD, newPassword: "another" };
    return () => person.client.request("PUT", "/api/account/password", { body });
  }),
  contractCase("confirm their identity", NO_EFFECTS, async ({ purchases }) => {
    const { client } = await purchases.api.person();
    return () => client.post("/api/account/identity", { password: TEST_PASSWORD });
  }),
  contractCase(
    "request to add a passkey before the address is confirmed",
    expectRefused(403),
    async (harness) => {
      const { client } = await harness.purchases.api.person();
      return () => client.post("/api/account/passkeys/options");
    },
  ),
  contractCase(
    "add a passkey, rename it, and confirm their identity with it",
    [SEND_EMAIL_JOB],
    passkeys,
  ),
  contractCase(
    "set up an authenticator app, renew the recovery codes, sign in, and remove the app",
    [SEND_EMAIL_JOB, SEND_EMAIL_JOB, SEND_EMAIL_JOB],
    app,
  ),
  contractCase("remove a passkey", [SEND_EMAIL_JOB], removePasskey),
  contractCase("sign in with a passkey", [SEND_EMAIL_JOB], async (harness) => {
    const passkey = new VirtualAuthenticator(harness.purchases.api.origin);
    await addPasskey(await confirmed(harness), passkey);
    return signInWith(harness, passkey);
  }),
  contractCase("sign in with an unknown passkey", expectRefused(422), (harness) =>
    signInWith(harness, new VirtualAuthenticator(harness.purchases.api.origin)),
  ),
  contractCase("end all other sessions", ["sockets cut → session"], async (harness) => {
    const person = await twice(harness);
    return () => person.client.post("/api/account/sessions/end-others");
  }),
  contractCase("end another session", ["sockets cut → session"], async (harness) => {
    const { client } = await twice(harness);
    const { sessions } = (await client.get("/api/account")).as(Account);
    const session = sessions.find(({ isThis }) => !isThis)?.id;
    return () => client.post("/api/account/sessions/end", { session });
  }),

  contractCase("request a data export", [EXPORT_DATA_JOB], async ({ purchases }) => {
    const { client } = await purchases.api.person();
    return () => client.post("/api/account/export");
  }),
  contractCase("request a data export while one is running", NO_EFFECTS, async ({ purchases }) => {
    const { client } = await purchases.api.person();
    await client.post("/api/account/export");
    return () => client.post("/api/account/export");
  }),
  contractCase(
    "delete their account with its debate and its vote on another's",
    [
      "session:ended (account_left) → user",
      "sockets cut → user",
      ...DEBATE_DELETED_EFFECTS,
      "votes:updated → another's members, another's visitors",
    ],
    async (harness) => {
      const { client, user } = await harness.purchases.api.person();
      await harness.name(user.username);
      await harness.debate(0, { userId: user.id });
      const { id } = await harness.debate(6);
      await client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      return () => client.post("/api/account/delete", { password: TEST_PASSWORD });
    },
  ),

  contractCase(
    "delete their account while Auto-Play is on by them in another's debate",
    [
      "debate:updated (pending) → members, visitors",
      "session:ended (account_left) → user",
      "sockets cut → user",
      "votes:updated → members, visitors",
    ],
    async (harness) => {
      const { client, user } = await harness.purchases.api.person();
      await harness.name(user.username);
      const { id } = await harness.debate();
      await harness.sql("UPDATE debates SET auto_play_by = $1 WHERE id = $2", [user.id, id]);
      return () => client.post("/api/account/delete", { password: TEST_PASSWORD });
    },
  ),

  contractCase(
    "start a debate",
    ["credits:updated (4) → owner", MODERATE_JOB],
    async ({ owner }) =>
      () =>
        start(owner.client),
  ),
  contractCase(
    "start a debate again with the same idempotency key",
    NO_EFFECTS,
    async ({ owner }) => {
      await start(owner.client, "key");
      return () => start(owner.client, "key");
    },
  ),
  contractCase("start a debate without a credit", expectRefused(402), async ({ purchases }) => {
    const { client } = await purchases.api.person();
    await start(client);
    return () => start(client);
  }),

  contractCase(
    "start a rematch",
    ["credits:updated (4) → owner", MODERATE_JOB],
    async (harness) => {
      const { id } = await harness.debate(6);
      await harness.sql("UPDATE debates SET bot_b_provider = 'claude' WHERE id = $1", [id]);
      return () => harness.owner.client.post(`/api/debates/${id}/rematch`);
    },
  ),
  contractCase("start a rematch of a running debate", expectRefused(409), async (harness) => {
    const { id } = await harness.debate(1);
    return () => harness.owner.client.post(`/api/debates/${id}/rematch`);
  }),

  contractCase("request the next turn", [GENERATE_TURN_JOB], async (harness) => {
    const { id } = await harness.debate(1);
    return () => nextTurn(harness.owner, id);
  }),
  contractCase("request a turn that is running", NO_EFFECTS, async (harness) => {
    const id = await firstTurn(harness, "streaming");
    return () => nextTurn(harness.owner, id);
  }),
  contractCase("request a failed turn again", [GENERATE_TURN_JOB], async (harness) => {
    const id = await firstTurn(harness, "failed");
    return () => nextTurn(harness.owner, id);
  }),
  contractCase(
    "request a failed turn that is running again by now",
    NO_EFFECTS,
    async (harness) => {
      const id = await firstTurn(harness, "failed");
      const elsewhere = harness.purchases.db.createQueryRunner();
      await elsewhere.startTransaction();
      await elsewhere.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [id]);
      return async () => {
        const asked = nextTurn(harness.owner, id);
        await waitForLockWait(harness.purchases.db);
        await elsewhere.query("UPDATE turns SET status = 'streaming' WHERE debate_id = $1", [id]);
        await elsewhere.commitTransaction();
        await elsewhere.release();
        await asked;
      };
    },
  ),
  contractCase(
    "request the first turn of a refunded debate, which is charged again",
    [
      "credits:updated (4) → owner",
      "debate:updated (pending) → members, visitors",
      GENERATE_TURN_JOB,
    ],
    async (harness) => {
      const id = await refunded(harness);
      return () => nextTurn(harness.owner, id);
    },
  ),
  contractCase("request a turn that its model refused", expectRefused(409), async (harness) => {
    const id = await firstTurn(harness, "failed");
    await harness.sql(`UPDATE turns SET error = '{"code": "refused"}' WHERE debate_id = $1`, [id]);
    return () => nextTurn(harness.owner, id);
  }),
  contractCase(
    "request the first turn of another user's refunded debate",
    expectRefused(409),
    async (harness) => {
      const id = await refunded(harness);
      return () => nextTurn(harness.admin, id);
    },
  ),
  contractCase("request a turn after the last one", expectRefused(409), async (harness) => {
    const { id } = await harness.debate(6);
    return () => nextTurn(harness.owner, id);
  }),

  contractCase(
    "turn on Auto-Play",
    [...updated("active, by itself"), `${AUTO_PLAY_JOB}, later`],
    async (harness) => {
      const { id } = await harness.debate(1);
      return () => play(harness.owner, id, true);
    },
  ),
  contractCase("turn on Auto-Play when it is on", NO_EFFECTS, async (harness) => {
    const { id } = await harness.debate(1);
    await play(harness.owner, id, true);
    return () => play(harness.admin, id, true);
  }),
  contractCase(
    "turn on Auto-Play while a turn is running",
    ["debate:updated (pending, by itself) → members, visitors"],
    async (harness) => {
      const id = await firstTurn(harness, "streaming");
      return () => play(harness.owner, id, true);
    },
  ),
  contractCase("pause Auto-Play", updated("active"), async (harness) => {
    const { id } = await harness.debate(1);
    await play(harness.owner, id, true);
    return () => play(harness.owner, id, false);
  }),
  contractCase("pause Auto-Play when it is paused", NO_EFFECTS, async (harness) => {
    const { id } = await harness.debate(1);
    return () => play(harness.owner, id, false);
  }),
  contractCase("allow turns to the owner only", updated("active"), async (harness) => {
    const { id } = await harness.debate(1);
    return () => change(harness.owner, id, { onlyOwnerSteps: true });
  }),
  contractCase("choose the language of a debate", updated("pending"), async (harness) => {
    const { id } = await harness.debate(0);
    return () => change(harness.owner, id, { language: "pt-BR" });
  }),
  contractCase("choose the language after a turn", expectRefused(409), async (harness) => {
    const { id } = await harness.debate(1);
    return () => change(harness.owner, id, { language: "pt-BR" });
  }),
  contractCase(
    "make a debate private",
    [
      "visibility:changed → processes",
      "debate:hidden → members, visitors, not owner",
      "previews, members, visitors, voters left → members, visitors, not owner",
      ...updated("active"),
    ],
    async (harness) => {
      const { id } = await harness.debate(1);
      return () => change(harness.owner, id, { isPublic: false });
    },
  ),
  contractCase("change another user's debate", expectRefused(403), async (harness) => {
    const { id } = await harness.debate(1, { userId: harness.admin.user.id });
    return () => change(harness.owner, id, { isPublic: false });
  }),

  contractCase(
    "vote for a winner",
    [SEAL_ENDED, VOTES_UPDATED, AUDIENCE_CHANGED],
    async (harness) => {
      const { id } = await harness.debate(6);
      return () => vote(harness.owner, id);
    },
  ),
  contractCase("vote before the debate is complete", expectRefused(409), async (site) => {
    const { id } = await site.debate(5);
    return () => vote(site.owner, id);
  }),
  contractCase("ask for the language of a topic", NO_EFFECTS, async ({ owner }) => {
    const topic = "¿Son mejores los gatos?";
    return () => owner.client.post("/api/debates/language", { topic });
  }),
  contractCase("skip the vote", [SEAL_ENDED], async (site) => {
    const { id } = await site.debate(6);
    return () => site.owner.client.post(`/api/debates/${id}/skip-vote`);
  }),
  contractCase("skip the vote before the debate is complete", expectRefused(409), async (site) => {
    const { id } = await site.debate(5);
    return () => site.owner.client.post(`/api/debates/${id}/skip-vote`);
  }),
  contractCase("vote for neither side", [SEAL_ENDED], async (site) => {
    const { id } = await site.debate(6);
    return () => site.owner.client.post(`/api/debates/${id}/skip-vote`, { undecided: true });
  }),
  contractCase("say before a debate what one thinks", NO_EFFECTS, async (site) => {
    const id = await debateThatAsks(site);
    return () => castBallot(site.owner, id);
  }),
  contractCase("say it a second time", expectRefused(409), async (site) => {
    const id = await debateThatAsks(site);
    await castBallot(site.owner, id);
    return () => castBallot(site.owner, id);
  }),
  contractCase("report a seen turn", NO_EFFECTS, async (site) => {
    const { turnIds } = await site.debate(1);
    return () => site.owner.client.post(`/api/turns/${turnIds[0]}/seen`);
  }),
  contractCase("call a sentence a good point", [AUDIENCE_CHANGED], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => callGoodPoint(site.owner, turnIds[0]);
  }),
  contractCase("call a sentence a good point again", NO_EFFECTS, async (site) => {
    const { turnIds } = await site.debate(1);
    await callGoodPoint(site.owner, turnIds[0]);
    return () => callGoodPoint(site.owner, turnIds[0]);
  }),
  contractCase(
    "call a sentence that no turn has a good point",
    expectRefused(422),
    async (site) => {
      const { turnIds } = await site.debate(1);
      return () => callGoodPoint(site.owner, turnIds[0], 9);
    },
  ),
  contractCase("give a debate a thumbs up", [VOTES_UPDATED], async (site) => {
    const { id } = await site.debate();
    return () => react(site.owner, id, "up");
  }),
  contractCase("take back a thumbs up", [VOTES_UPDATED], async (site) => {
    const { id } = await site.debate();
    await react(site.owner, id, "up");
    return () => react(site.owner, id, "none");
  }),

  contractCase("request a turn on a refused topic", expectRefused(409), async (site) => {
    const { id } = await site.debate();
    await site.sql("UPDATE debates SET refusal = 'No.', is_public = false WHERE id = $1", [id]);
    return () => nextTurn(site.owner, id);
  }),
  contractCase("appeal a verdict", NO_EFFECTS, async (site) => {
    const { id } = await site.debate(6);
    await insertVerdict(site.sql, id);
    return () => appeal(site.owner, id);
  }),
  contractCase("appeal a verdict again", expectRefused(409), async (site) => {
    const { id } = await site.debate(6);
    await insertVerdict(site.sql, id);
    await appeal(site.owner, id);
    return () => appeal(site.owner, id);
  }),
  contractCase("report a debate", NO_EFFECTS, async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => site.owner.client.post(`/api/debates/${id}/report`, { reason: "hate" });
  }),

  contractCase("delete their own debate", DEBATE_DELETED_EFFECTS, async (site) => {
    const { id } = await site.debate(1);
    return () => remove(site.owner, id);
  }),
  contractCase("try to delete another user's debate", expectRefused(403), async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => remove(site.owner, id);
  }),

  contractCase("listen to a turn without a recording", [SYNTHESIZE_SPEECH_JOB], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => listen(site, turnIds[0]);
  }),
  contractCase(
    "listen to a turn whose recording failed just before",
    expectRefused(503),
    async (site) => {
      const { turnIds } = await site.debate(1);
      await site.sql(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
       VALUES ($1::int, 'openai', $1::int::text, 'failed', now())`,
        [turnIds[0]],
      );
      return () => site.purchases.api.visitor().get(`/api/tts/audio?turnId=${turnIds[0]}`);
    },
  ),
  contractCase(
    "save a debate whose turns are not recorded",
    [...expectRefused(409), SYNTHESIZE_SPEECH_JOB, SYNTHESIZE_SPEECH_JOB],
    async (site) => {
      const { id } = await site.debate(2);
      return () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
    },
  ),
  contractCase(
    "save a debate again while its turns are being recorded",
    expectRefused(409),
    async (site) => {
      const { id } = await site.debate(2);
      const save = () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
      await save();
      return save;
    },
  ),
];
