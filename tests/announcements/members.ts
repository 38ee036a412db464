import { TOTP } from "otpauth";
import { type ApiClient, PASSWORD, register } from "../api-client.ts";
import type { Person } from "../api/test-api.ts";
import { until } from "../harness.ts";
import { Account } from "#shared/contract/account.ts";
import {
  AppSecret,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  RecoveryCodes,
  SecondStepAsked,
} from "#shared/contract/sign-in-methods.ts";
import type { LinkKind } from "#shared/domain/mail.ts";
import { untilSomebodyWaits } from "../lock-waits.ts";
import { SoftPasskey } from "../soft-passkey.ts";
import { DEBATE_GONE, EXPORT, GENERATE, MAIL, MODERATE, PLAY, SYNTHESIZE, VOTES } from "./lines.ts";
import { NOTHING, refused, type Row, row } from "./rows.ts";
import type { Site } from "./site.ts";

const start = (client: ApiClient, key?: string) =>
  client.post(
    "/api/debates",
    { topic: "Cats are better than dogs" },
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
const firstTurn = async (site: Site, status: "streaming" | "failed"): Promise<number> => {
  const { id } = await site.debate();
  await site.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, status)
     VALUES ($1, 1, 'bot_a', 'opening', $2)`,
    [id, status],
  );
  return id;
};
const refunded = async (site: Site): Promise<number> => {
  const id = await firstTurn(site, "failed");
  await site.sql("UPDATE debates SET refunded = true WHERE id = $1", [id]);
  return id;
};
const nextTurn = ({ client }: Person, id: number) => client.post(`/api/debates/${id}/turns`);
const play = ({ client }: Person, id: number, on: boolean) =>
  client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on } });
const change = ({ client }: Person, id: number, body: object) =>
  client.request("PATCH", `/api/debates/${id}`, { body });
/** The debate must have scores, as one with finished turns has here. */
const updated = (state: string): string[] => [
  `debate:updated (${state}, scores and verdict) → members`,
  `debate:updated (${state}) → visitors`,
];
const vote = ({ client }: Person, id: number) =>
  client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
const react = ({ client }: Person, id: number, type: string) =>
  client.post(`/api/debates/${id}/reaction`, { type });
const remove = ({ client }: Person, id: number) => client.delete(`/api/debates/${id}`);

/** Listens until the job is queued, then disconnects. No worker runs here. */
const listen = async ({ shop, sql }: Site, turnId: number | undefined) => {
  const gone = new AbortController();
  const url = `${shop.api.origin}/api/tts/audio?turnId=${turnId}`;
  const listening = fetch(url, { signal: gone.signal }).catch(() => "gone");
  const jobs = `SELECT FROM bullmq.job JOIN audio_cache a ON (data ->> 'recordingId')::int = a.id
                 WHERE turn_id = $1`;
  await until(async () => (await sql(jobs, [turnId])).length > 0, { what: "the job" });
  gone.abort();
  await listening;
};

const signedOut = (reason: string) => `session:ended (${reason}) → user`;
const confirmed = async ({ shop, sql }: Site): Promise<Person> => {
  const person = await shop.api.person();
  await sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [person.user.id]);
  return person;
};

const addPasskey = async ({ client }: Person, passkey: SoftPasskey): Promise<number> => {
  const asked = (await client.post("/api/account/passkeys/options")).as(PasskeyCreation);
  const made = { name: "Key", ...passkey.create(asked) };
  return (await client.post("/api/account/passkeys", made)).as(Passkey).id;
};
/** Adds a passkey, renames it, and uses it to confirm the user's identity. */
const passkeys = async (site: Site) => {
  const person = await confirmed(site);
  const { client } = person;
  const passkey = new SoftPasskey(site.shop.api.origin);
  return async () => {
    const id = await addPasskey(person, passkey);
    await client.request("PATCH", `/api/account/passkeys/${id}`, { body: { name: "Laptop" } });
    const identity = "/api/account/identity/passkey";
    const options = (await client.post(`${identity}/options`)).as(PasskeyRequest);
    await client.post(identity, passkey.answer(options));
  };
};
const removePasskey = async (site: Site) => {
  const person = await confirmed(site);
  const id = await addPasskey(person, new SoftPasskey(site.shop.api.origin));
  return () => person.client.delete(`/api/account/passkeys/${id}`);
};
const signInWith = async (site: Site, passkey: SoftPasskey) => {
  const client = site.shop.api.visitor();
  const options = (await client.post("/api/login/passkey/options")).as(PasskeyRequest);
  return () => client.post("/api/login/passkey", passkey.answer(options));
};

/** Turns on the authenticator app, signs in with a code, and turns it off again. */
const app = async (site: Site) => {
  const { client, user } = await confirmed(site);
  return async () => {
    const { secret } = (await client.post("/api/account/app")).as(AppSecret);
    const code = new TOTP({ secret }).generate();
    await client.post("/api/account/app/confirm", { code });
    const made = (await client.post("/api/account/recovery-codes")).as(RecoveryCodes);
    const login = { username: user.username, password: PASSWORD };
    const half = (await client.post("/api/login", login)).as(SecondStepAsked);
    const step = { token: half.secondStep, code: made.recoveryCodes[0] };
    await client.post("/api/login/second-step", step);
    await client.delete("/api/account/app");
  };
};

const follow = (kind: LinkKind) => async (site: Site) => {
  const token = await site.link(kind);
  return () => site.shop.api.visitor().post("/api/links/use", { token });
};
/** A user with two sessions. The second one is called `session` in the tables. */
const twice = async (site: Site): Promise<Person> => {
  const person = await site.shop.api.person();
  const elsewhere = site.shop.api.visitor();
  await elsewhere.post("/api/login", { username: person.user.username, password: PASSWORD });
  site.nameSession(elsewhere.cookie);
  return person;
};

export const MEMBERS: readonly Row<Site>[] = [
  row(
    "sign up",
    [MAIL],
    async ({ shop }) =>
      () =>
        register(shop.api.visitor()),
  ),
  row("sign in", NOTHING, async ({ shop, owner: { user } }) => () => {
    const { username } = user;
    return shop.api.visitor().post("/api/login", { username, password: PASSWORD });
  }),
  row("sign out", ["sockets cut → session"], async (site) => {
    const { client } = await site.shop.api.person();
    site.nameSession(client.cookie);
    return () => client.post("/api/logout");
  }),

  row("request a password reset, for a known and an unknown name", [MAIL, MAIL], async (site) => {
    const name = await site.nameOf(await site.user());
    const forget = (username: string) =>
      site.shop.api.visitor().post("/api/password/forgot", { username });
    return async () => [await forget(name), await forget("nobody-of-that-name")];
  }),
  row("request a sign-in link, for a known and an unknown name", [MAIL, MAIL], async (site) => {
    const name = await site.nameOf(await site.user());
    const ask = (username: string) =>
      site.shop.api.visitor().post("/api/sign-in-link", { username });
    return async () => [await ask(name), await ask("nobody-of-that-name")];
  }),
  row("sign in by a link", [MAIL], async (site) => {
    const token = await site.link("sign_in");
    return () => site.shop.api.visitor().post("/api/login/link", { token });
  }),
  row(
    "reset a forgotten password",
    [signedOut("password_changed"), "sockets cut → user", MAIL],
    async (site) => {
      const token = await site.link("reset_password");
      return () =>
        site.shop.api.visitor().post("/api/password/reset", { token, password: "another" });
    },
  ),
  row("check the strength of a password", NOTHING, async ({ shop }) => () => {
    return shop.api.visitor().post("/api/password/check", { password: "another" });
  }),
  row("open a link", NOTHING, async (site) => {
    const token = await site.link("reset_password");
    return () => site.shop.api.visitor().post("/api/links/look", { token });
  }),
  row("confirm an address", NOTHING, follow("confirm_email")),
  row(
    "confirm an address that the first credit requires",
    ["credits:updated (1) → user"],
    async (site) => {
      const act = await follow("confirm_email")(site);
      await site.sql(
        `INSERT INTO users (username, email, password, credits) VALUES ('waiting', 'waiting', '!', 0)`,
      );
      await site.sql(
        `UPDATE mail_links SET (user_id, email) = (SELECT id, email FROM users WHERE username = 'waiting')
          WHERE isfinite(expires_at) AND kind = 'confirm_email'`,
      );
      await site.name("waiting");
      return act;
    },
  ),
  row("confirm a changed address", NOTHING, follow("change_email")),
  row(
    "undo an address change",
    [signedOut("address_restored"), "sockets cut → user"],
    follow("undo_email"),
  ),
  row("turn off a kind of email by a link", NOTHING, follow("stop_debate_finished")),
  row("turn off a kind of email by one click in a mail program", NOTHING, async (site) => {
    const token = await site.link("stop_debate_finished");
    const words = "List-Unsubscribe=One-Click";
    return () => site.shop.api.visitor().post(`/api/unsubscribe?token=${token}`, words);
  }),
  row("turn a kind of email on again", NOTHING, async ({ owner: { client } }) => () => {
    const body = { kind: "debate_finished", on: true };
    return client.request("PUT", "/api/account/mails", { body });
  }),
  row("request a change of the email address", [MAIL], async ({ owner: { client } }) => () => {
    const body = { email: "elsewhere@example.org", password: PASSWORD };
    return client.request("PUT", "/api/account/email", { body });
  }),
  row(
    "request another confirmation email",
    [MAIL],
    async ({ owner: { client } }) =>
      () =>
        client.post("/api/account/confirmation"),
  ),
  row("change the password", ["sockets cut → session"], async (site) => {
    const person = await twice(site);
    const body = { password: PASSWORD, newPassword: "another" };
    return () => person.client.request("PUT", "/api/account/password", { body });
  }),
  row("confirm their identity", NOTHING, async ({ shop }) => {
    const { client } = await shop.api.person();
    return () => client.post("/api/account/identity", { password: PASSWORD });
  }),
  row("request to add a passkey before the address is confirmed", refused(403), async (site) => {
    const { client } = await site.shop.api.person();
    return () => client.post("/api/account/passkeys/options");
  }),
  row("add a passkey, rename it, and confirm their identity with it", [MAIL], passkeys),
  row(
    "set up an authenticator app, renew the recovery codes, sign in, and remove the app",
    [MAIL, MAIL, MAIL],
    app,
  ),
  row("remove a passkey", [MAIL], removePasskey),
  row("sign in with a passkey", [MAIL], async (site) => {
    const passkey = new SoftPasskey(site.shop.api.origin);
    await addPasskey(await confirmed(site), passkey);
    return signInWith(site, passkey);
  }),
  row("sign in with an unknown passkey", refused(422), (site) =>
    signInWith(site, new SoftPasskey(site.shop.api.origin)),
  ),
  row("end all other sessions", ["sockets cut → session"], async (site) => {
    const person = await twice(site);
    return () => person.client.post("/api/account/sessions/end-others");
  }),
  row("end another session", ["sockets cut → session"], async (site) => {
    const { client } = await twice(site);
    const { sessions } = (await client.get("/api/account")).as(Account);
    const session = sessions.find(({ isThis }) => !isThis)?.id;
    return () => client.post("/api/account/sessions/end", { session });
  }),

  row("request a data export", [EXPORT], async ({ shop }) => {
    const { client } = await shop.api.person();
    return () => client.post("/api/account/export");
  }),
  row("request a data export while one is running", NOTHING, async ({ shop }) => {
    const { client } = await shop.api.person();
    await client.post("/api/account/export");
    return () => client.post("/api/account/export");
  }),
  row(
    "delete their account with its debate and its vote on another's",
    [
      "session:ended (account_left) → user",
      "sockets cut → user",
      ...DEBATE_GONE,
      "votes:updated → another's members, another's visitors",
    ],
    async (site) => {
      const { client, user } = await site.shop.api.person();
      await site.name(user.username);
      await site.debate(0, { userId: user.id });
      const { id } = await site.debate(6);
      await client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      return () => client.post("/api/account/delete", { password: PASSWORD });
    },
  ),

  row(
    "delete their account while Auto-Play is on by them in another's debate",
    [
      "debate:updated (pending) → members, visitors",
      "session:ended (account_left) → user",
      "sockets cut → user",
      "votes:updated → members, visitors",
    ],
    async (site) => {
      const { client, user } = await site.shop.api.person();
      await site.name(user.username);
      const { id } = await site.debate();
      await site.sql("UPDATE debates SET auto_play_by = $1 WHERE id = $2", [user.id, id]);
      return () => client.post("/api/account/delete", { password: PASSWORD });
    },
  ),

  row(
    "start a debate",
    ["credits:updated (4) → owner", MODERATE],
    async ({ owner }) =>
      () =>
        start(owner.client),
  ),
  row("start a debate again with the same idempotency key", NOTHING, async ({ owner }) => {
    await start(owner.client, "key");
    return () => start(owner.client, "key");
  }),
  row("start a debate without a credit", refused(402), async ({ shop }) => {
    const { client } = await shop.api.person();
    await start(client);
    return () => start(client);
  }),

  row("request the next turn", [GENERATE], async (site) => {
    const { id } = await site.debate(1);
    return () => nextTurn(site.owner, id);
  }),
  row("request a turn that is running", NOTHING, async (site) => {
    const id = await firstTurn(site, "streaming");
    return () => nextTurn(site.owner, id);
  }),
  row("request a failed turn again", [GENERATE], async (site) => {
    const id = await firstTurn(site, "failed");
    return () => nextTurn(site.owner, id);
  }),
  row("request a failed turn that is running again by now", NOTHING, async (site) => {
    const id = await firstTurn(site, "failed");
    const elsewhere = site.shop.db.createQueryRunner();
    await elsewhere.startTransaction();
    await elsewhere.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [id]);
    return async () => {
      const asked = nextTurn(site.owner, id);
      await untilSomebodyWaits(site.shop.db);
      await elsewhere.query("UPDATE turns SET status = 'streaming' WHERE debate_id = $1", [id]);
      await elsewhere.commitTransaction();
      await elsewhere.release();
      await asked;
    };
  }),
  row(
    "request the first turn of a refunded debate, which is charged again",
    ["credits:updated (4) → owner", "debate:updated (pending) → members, visitors", GENERATE],
    async (site) => {
      const id = await refunded(site);
      return () => nextTurn(site.owner, id);
    },
  ),
  row("request a turn that its model refused", refused(409), async (site) => {
    const id = await firstTurn(site, "failed");
    await site.sql(`UPDATE turns SET error = '{"code": "refused"}' WHERE debate_id = $1`, [id]);
    return () => nextTurn(site.owner, id);
  }),
  row("request the first turn of another user's refunded debate", refused(409), async (site) => {
    const id = await refunded(site);
    return () => nextTurn(site.admin, id);
  }),
  row("request a turn after the last one", refused(409), async (site) => {
    const { id } = await site.debate(6);
    return () => nextTurn(site.owner, id);
  }),

  row("turn on Auto-Play", [...updated("active, by itself"), `${PLAY}, later`], async (site) => {
    const { id } = await site.debate(1);
    return () => play(site.owner, id, true);
  }),
  row("turn on Auto-Play when it is on", NOTHING, async (site) => {
    const { id } = await site.debate(1);
    await play(site.owner, id, true);
    return () => play(site.admin, id, true);
  }),
  row(
    "turn on Auto-Play while a turn is running",
    ["debate:updated (pending, by itself) → members, visitors"],
    async (site) => {
      const id = await firstTurn(site, "streaming");
      return () => play(site.owner, id, true);
    },
  ),
  row("pause Auto-Play", updated("active"), async (site) => {
    const { id } = await site.debate(1);
    await play(site.owner, id, true);
    return () => play(site.owner, id, false);
  }),
  row("pause Auto-Play when it is paused", NOTHING, async (site) => {
    const { id } = await site.debate(1);
    return () => play(site.owner, id, false);
  }),
  row("allow turns to the owner only", updated("active"), async (site) => {
    const { id } = await site.debate(1);
    return () => change(site.owner, id, { onlyOwnerSteps: true });
  }),
  row(
    "make a debate private",
    [
      "visibility:changed → processes",
      "debate:hidden → members, visitors, not owner",
      "members, visitors left → members, visitors, not owner",
      ...updated("active"),
    ],
    async (site) => {
      const { id } = await site.debate(1);
      return () => change(site.owner, id, { isPublic: false });
    },
  ),
  row("change another user's debate", refused(403), async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => change(site.owner, id, { isPublic: false });
  }),

  row("vote for a winner", [VOTES], async (site) => {
    const { id } = await site.debate(6);
    return () => vote(site.owner, id);
  }),
  row("vote before the debate is complete", refused(409), async (site) => {
    const { id } = await site.debate(5);
    return () => vote(site.owner, id);
  }),
  row("give a debate a thumbs up", [VOTES], async (site) => {
    const { id } = await site.debate();
    return () => react(site.owner, id, "up");
  }),
  row("take back a thumbs up", [VOTES], async (site) => {
    const { id } = await site.debate();
    await react(site.owner, id, "up");
    return () => react(site.owner, id, "none");
  }),

  row("request a turn on a refused topic", refused(409), async (site) => {
    const { id } = await site.debate();
    await site.sql("UPDATE debates SET refusal = 'No.', is_public = false WHERE id = $1", [id]);
    return () => nextTurn(site.owner, id);
  }),
  row("report a debate", NOTHING, async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => site.owner.client.post(`/api/debates/${id}/report`, { reason: "hate" });
  }),

  row("delete their own debate", DEBATE_GONE, async (site) => {
    const { id } = await site.debate(1);
    return () => remove(site.owner, id);
  }),
  row("try to delete another user's debate", refused(403), async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => remove(site.owner, id);
  }),

  row("listen to a turn without a recording", [SYNTHESIZE], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => listen(site, turnIds[0]);
  }),
  row("listen to a turn whose recording failed just before", refused(503), async (site) => {
    const { turnIds } = await site.debate(1);
    await site.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
       VALUES ($1::int, 'openai', $1::int::text, 'failed', now())`,
      [turnIds[0]],
    );
    return () => site.shop.api.visitor().get(`/api/tts/audio?turnId=${turnIds[0]}`);
  }),
  row(
    "save a debate whose turns are not recorded",
    [...refused(409), SYNTHESIZE, SYNTHESIZE],
    async (site) => {
      const { id } = await site.debate(2);
      return () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
    },
  ),
  row("save a debate again while its turns are being recorded", refused(409), async (site) => {
    const { id } = await site.debate(2);
    const save = () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
    await save();
    return save;
  }),
];
