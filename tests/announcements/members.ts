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
/** The debate's first turn, in this state. */
const firstTurn = async (site: Site, status: "streaming" | "failed"): Promise<number> => {
  const { id } = await site.debate();
  await site.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, status)
     VALUES ($1, 1, 'bot_a', 'opening', $2)`,
    [id, status],
  );
  return id;
};
/** A debate that was refunded when its first turn failed. */
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
/** Of a debate that has scores, as one with finished turns has here. */
const updated = (state: string): string[] => [
  `debate:updated (${state}, scores and verdict) → members`,
  `debate:updated (${state}) → visitors`,
];
const vote = ({ client }: Person, id: number) =>
  client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
const react = ({ client }: Person, id: number, type: string) =>
  client.post(`/api/debates/${id}/reaction`, { type });
const remove = ({ client }: Person, id: number) => client.delete(`/api/debates/${id}`);

/** Listens until the job is in the queue: nobody is there to speak. */
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
/** Somebody who is known to read what goes to their address. */
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
/** Adds a passkey, gives it another name, and proves with it who its owner is. */
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

/** Has codes asked for after the password, signs in with one, and has none asked for any more. */
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

/** Does what a link is for that a mail has brought. */
const follow = (kind: LinkKind) => async (site: Site) => {
  const token = await site.link(kind);
  return () => site.shop.api.visitor().post("/api/links/use", { token });
};
/** Somebody who is signed in here, and elsewhere by the session that is called so. */
const twice = async (site: Site): Promise<Person> => {
  const person = await site.shop.api.person();
  const elsewhere = site.shop.api.visitor();
  await elsewhere.post("/api/login", { username: person.user.username, password: PASSWORD });
  site.nameSession(elsewhere.cookie);
  return person;
};

/** What members and visitors do, and who hears of it. */
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

  row("forget the password, or have another's name", [MAIL, MAIL], async (site) => {
    const name = await site.nameOf(await site.user());
    const forget = (username: string) =>
      site.shop.api.visitor().post("/api/password/forgot", { username });
    return async () => [await forget(name), await forget("nobody-of-that-name")];
  }),
  row("ask for a sign-in link, or with another's name", [MAIL, MAIL], async (site) => {
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
    "choose a new one",
    [signedOut("password_changed"), "sockets cut → user", MAIL],
    async (site) => {
      const token = await site.link("reset_password");
      return () =>
        site.shop.api.visitor().post("/api/password/reset", { token, password: "another" });
    },
  ),
  row("ask whether a password is a good one", NOTHING, async ({ shop }) => () => {
    return shop.api.visitor().post("/api/password/check", { password: "another" });
  }),
  row("look at a link", NOTHING, async (site) => {
    const token = await site.link("reset_password");
    return () => site.shop.api.visitor().post("/api/links/look", { token });
  }),
  row("confirm an address", NOTHING, follow("confirm_email")),
  row(
    "confirm one that the first credit waits for",
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
  row("have another address", NOTHING, follow("change_email")),
  row("take it back", [signedOut("address_restored"), "sockets cut → user"], follow("undo_email")),
  row("end a kind of mail", NOTHING, follow("stop_debate_finished")),
  row("end it at one press in a mail program", NOTHING, async (site) => {
    const token = await site.link("stop_debate_finished");
    const words = "List-Unsubscribe=One-Click";
    return () => site.shop.api.visitor().post(`/api/unsubscribe?token=${token}`, words);
  }),
  row("choose to have it again", NOTHING, async ({ owner: { client } }) => () => {
    const body = { kind: "debate_finished", on: true };
    return client.request("PUT", "/api/account/mails", { body });
  }),
  row("have a link sent to another address", [MAIL], async ({ owner: { client } }) => () => {
    const body = { email: "elsewhere@example.org", password: PASSWORD };
    return client.request("PUT", "/api/account/email", { body });
  }),
  row(
    "have the link to confirm it sent again",
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
  row("prove who they are", NOTHING, async ({ shop }) => {
    const { client } = await shop.api.person();
    return () => client.post("/api/account/identity", { password: PASSWORD });
  }),
  row("ask to add a passkey before the address is confirmed", refused(403), async (site) => {
    const { client } = await site.shop.api.person();
    return () => client.post("/api/account/passkeys/options");
  }),
  row("add a passkey, rename it, prove with it who they are", [MAIL], passkeys),
  row(
    "set up an app for codes, make new ones for recovery, sign in, remove it",
    [MAIL, MAIL, MAIL],
    app,
  ),
  row("remove a passkey", [MAIL], removePasskey),
  row("sign in with a passkey", [MAIL], async (site) => {
    const passkey = new SoftPasskey(site.shop.api.origin);
    await addPasskey(await confirmed(site), passkey);
    return signInWith(site, passkey);
  }),
  row("sign in with a passkey that is not known", refused(422), (site) =>
    signInWith(site, new SoftPasskey(site.shop.api.origin)),
  ),
  row("sign out everywhere else", ["sockets cut → session"], async (site) => {
    const person = await twice(site);
    return () => person.client.post("/api/account/sessions/end-others");
  }),
  row("sign out somewhere else", ["sockets cut → session"], async (site) => {
    const { client } = await twice(site);
    const { sessions } = (await client.get("/api/account")).as(Account);
    const session = sessions.find(({ isThis }) => !isThis)?.id;
    return () => client.post("/api/account/sessions/end", { session });
  }),

  row("have all that is theirs put together", [EXPORT], async ({ shop }) => {
    const { client } = await shop.api.person();
    return () => client.post("/api/account/export");
  }),
  row("have it put together while it is", NOTHING, async ({ shop }) => {
    const { client } = await shop.api.person();
    await client.post("/api/account/export");
    return () => client.post("/api/account/export");
  }),
  row(
    "delete their account, with its debate and its vote for another's",
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
    "delete their account, while they have another's debate play by itself",
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
  row("start a debate that was started with this key", NOTHING, async ({ owner }) => {
    await start(owner.client, "key");
    return () => start(owner.client, "key");
  }),
  row("start a debate without a credit", refused(402), async ({ shop }) => {
    const { client } = await shop.api.person();
    await start(client);
    return () => start(client);
  }),

  row("ask for the next turn", [GENERATE], async (site) => {
    const { id } = await site.debate(1);
    return () => nextTurn(site.owner, id);
  }),
  row("ask for a turn that is under way", NOTHING, async (site) => {
    const id = await firstTurn(site, "streaming");
    return () => nextTurn(site.owner, id);
  }),
  row("ask for a turn that has failed", [GENERATE], async (site) => {
    const id = await firstTurn(site, "failed");
    return () => nextTurn(site.owner, id);
  }),
  row("ask for a turn that had failed, and is under way by now", NOTHING, async (site) => {
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
    "ask for the first turn of a refunded debate, which is paid again",
    ["credits:updated (4) → owner", "debate:updated (pending) → members, visitors", GENERATE],
    async (site) => {
      const id = await refunded(site);
      return () => nextTurn(site.owner, id);
    },
  ),
  row("ask for a turn that its speaker refused", refused(409), async (site) => {
    const id = await firstTurn(site, "failed");
    await site.sql(`UPDATE turns SET error = '{"code": "refused"}' WHERE debate_id = $1`, [id]);
    return () => nextTurn(site.owner, id);
  }),
  row("ask for the first turn of somebody else's refunded debate", refused(409), async (site) => {
    const id = await refunded(site);
    return () => nextTurn(site.admin, id);
  }),
  row("ask for a turn after the last", refused(409), async (site) => {
    const { id } = await site.debate(6);
    return () => nextTurn(site.owner, id);
  }),

  row(
    "have a debate play by itself",
    [...updated("active, by itself"), `${PLAY}, later`],
    async (site) => {
      const { id } = await site.debate(1);
      return () => play(site.owner, id, true);
    },
  ),
  row("have it do so when it does already", NOTHING, async (site) => {
    const { id } = await site.debate(1);
    await play(site.owner, id, true);
    return () => play(site.admin, id, true);
  }),
  row(
    "have it do so while a turn is under way",
    ["debate:updated (pending, by itself) → members, visitors"],
    async (site) => {
      const id = await firstTurn(site, "streaming");
      return () => play(site.owner, id, true);
    },
  ),
  row("pause it", updated("active"), async (site) => {
    const { id } = await site.debate(1);
    await play(site.owner, id, true);
    return () => play(site.owner, id, false);
  }),
  row("pause what is paused", NOTHING, async (site) => {
    const { id } = await site.debate(1);
    return () => play(site.owner, id, false);
  }),
  row("let nobody else step", updated("active"), async (site) => {
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
  row("change somebody else's debate", refused(403), async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => change(site.owner, id, { isPublic: false });
  }),

  row("vote for a winner", [VOTES], async (site) => {
    const { id } = await site.debate(6);
    return () => vote(site.owner, id);
  }),
  row("vote before the end", refused(409), async (site) => {
    const { id } = await site.debate(5);
    return () => vote(site.owner, id);
  }),
  row("thumb a debate up", [VOTES], async (site) => {
    const { id } = await site.debate();
    return () => react(site.owner, id, "up");
  }),
  row("take a thumb back", [VOTES], async (site) => {
    const { id } = await site.debate();
    await react(site.owner, id, "up");
    return () => react(site.owner, id, "none");
  }),

  row("ask for a turn on a topic that was refused", refused(409), async (site) => {
    const { id } = await site.debate();
    await site.sql("UPDATE debates SET refusal = 'No.', is_public = false WHERE id = $1", [id]);
    return () => nextTurn(site.owner, id);
  }),
  row("report a debate", NOTHING, async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => site.owner.client.post(`/api/debates/${id}/report`, { reason: "hate" });
  }),

  row("delete one's own debate", DEBATE_GONE, async (site) => {
    const { id } = await site.debate(1);
    return () => remove(site.owner, id);
  }),
  row("try to delete somebody else's", refused(403), async (site) => {
    const { id } = await site.debate(1, { userId: site.admin.user.id });
    return () => remove(site.owner, id);
  }),

  row("listen to a turn without a recording", [SYNTHESIZE], async (site) => {
    const { turnIds } = await site.debate(1);
    return () => listen(site, turnIds[0]);
  }),
  row("listen to a turn whose recording has just failed", refused(503), async (site) => {
    const { turnIds } = await site.debate(1);
    await site.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
       VALUES ($1::int, 'openai', $1::int::text, 'failed', now())`,
      [turnIds[0]],
    );
    return () => site.shop.api.visitor().get(`/api/tts/audio?turnId=${turnIds[0]}`);
  }),
  row(
    "save a debate with turns that are not recorded",
    [...refused(409), SYNTHESIZE, SYNTHESIZE],
    async (site) => {
      const { id } = await site.debate(2);
      return () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
    },
  ),
  row("save it again while they are being recorded", refused(409), async (site) => {
    const { id } = await site.debate(2);
    const save = () => site.owner.client.get(`/api/debates/${id}/audio.mp3`);
    await save();
    return save;
  }),
];
