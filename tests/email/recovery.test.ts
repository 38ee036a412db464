import { TOTP } from "otpauth";
import { createToken, digestToken } from "#infra/tokens.ts";
import { User } from "#shared/contract/accounts/account.ts";
import {
  EmailLinkSignInResponse,
  ResetPasswordResponse,
  ConsumedEmailLink,
} from "#shared/contract/accounts/email-links.ts";
import {
  AuthenticatorSecret,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RecoveryCodes,
  SecondFactorChallenge,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { type ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import { startProxiedApi, type TestUser } from "../api/test-api.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { VirtualAuthenticator } from "../helpers/virtual-authenticator.ts";
import { type EmailHarness, startEmailHarness, extractToken } from "./email-harness.ts";

let harness: EmailHarness;
beforeAll(async () => {
  harness = await startEmailHarness({ LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "3" });
});
afterAll(() => harness.close());

const CONFIRM_SUBJECT = /^Verify your email/;
const REMOVED_SUBJECT = /^Other ways to sign in to your account at .* were removed$/;
const NEW = "another horse";
let addresses = 0;
const newAddress = () => `recovered-${++addresses}@example.org`;

const setConfirmed = ({ user }: TestUser, confirmed = true) =>
  harness.api.sql(
    "UPDATE users SET email_confirmed_at = CASE WHEN $2::boolean THEN now() END WHERE id = $1",
    [user.id, confirmed],
  );
const login = (user: TestUser["user"], password = TEST_PASSWORD, client = harness.api.visitor()) =>
  client.post("/api/login", { username: user.username, password });
const isSignedIn = async (client: ApiClient) => (await client.get("/api/user")).status === 200;
const byPasskey = async (passkey: VirtualAuthenticator, client = harness.api.visitor()) => {
  const asked = (await client.post("/api/login/passkey/options")).as(PasskeyRequestOptions);
  return client.post("/api/login/passkey", passkey.answer(asked));
};
const addPasskey = async (client: ApiClient, passkey: VirtualAuthenticator) => {
  const asked = (await client.post("/api/account/passkeys/options")).as(PasskeyCreationOptions);
  const made = { name: "Key", ...passkey.create(asked) };
  return client.post("/api/account/passkeys", made);
};
const addApp = async (client: ApiClient) => {
  const { secret } = (await client.post("/api/account/app")).as(AuthenticatorSecret);
  const code = new TOTP({ secret }).generate();
  const { recoveryCodes } = (await client.post("/api/account/app/confirm", { code })).as(
    RecoveryCodes,
  );
  return { secret, recoveryCodes };
};

/**
 * Returns an account with every way to sign in, all added by an attacker who knows the password.
 */
const opened = async () => {
  const attacker = await harness.api.person();
  const { user, client } = attacker;
  await harness.mailTo(user.email, CONFIRM_SUBJECT);
  await setConfirmed(attacker);
  const passkey = new VirtualAuthenticator(harness.api.origin);
  expect((await addPasskey(client, passkey)).status).toBe(201);
  const app = await addApp(client);
  const elsewhere = harness.api.visitor();
  expect((await byPasskey(passkey, elsewhere)).status).toBe(200);
  const { secondStep } = (await login(user)).as(SecondFactorChallenge);
  await harness.settled();
  return { ...attacker, passkey, app, elsewhere, secondStep };
};
type Opened = Awaited<ReturnType<typeof opened>>;

/**
 * Expects that the password signs in, and that every other way to sign in is gone. Does not check
 * the browser that used the link.
 */
const expectNothingLeft = async (account: Opened, password: string) => {
  const { user, client, elsewhere, passkey, secondStep, app } = account;
  expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([false, false]);
  expect((await byPasskey(passkey)).status).toBe(422);
  const code = app.recoveryCodes[0];
  const step = { token: secondStep, code };
  expect((await harness.api.visitor().post("/api/login/second-step", step)).status).toBe(401);
  // The recovery removed the authenticator app, so the login asks for no code.
  expect((await login(user, password)).as(User).id).toBe(user.id);
  const left = await harness.api.sql(
    `SELECT (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes,
            (SELECT count(*)::int FROM passkey_challenges WHERE user_id = $1) AS challenges,
            (SELECT count(*)::int FROM second_steps WHERE user_id = $1) AS steps,
            (SELECT count(*)::int FROM email_tokens WHERE user_id = $1
                AND kind IN ('reset_password', 'change_email', 'sign_in')) AS links`,
    [user.id],
  );
  expect(left).toEqual([{ codes: 0, challenges: 0, steps: 0, links: 0 }]);
};
const removedOf = (devices: number, links = 0) => ({
  sessions: 2,
  passkeys: 1,
  apps: 1,
  recoveryCodes: 10,
  devices,
  links,
});
const LIST = "2 sessions, 1 passkey, 1 authenticator app, 10 recovery codes";
const useLink = (token: string, client = harness.api.visitor()) =>
  client.post("/api/links/use", { token });
const tokenFor = async (path: string, user: TestUser["user"], subject: RegExp) => {
  await harness.api.visitor().post(path, { username: user.username });
  await harness.settled();
  return extractToken(await harness.mailTo(user.email, subject));
};
const resetToken = ({ user }: TestUser, subject = /^Choose a new password/) =>
  tokenFor("/api/password/forgot", user, subject);
const signInToken = ({ user }: TestUser) =>
  tokenFor("/api/sign-in-link", user, /^Your sign-in link/);
const useSignIn = (token: string, client = harness.api.visitor()) =>
  client.post("/api/login/link", { token });
const changeTo = async ({ client }: TestUser, email: string) => {
  await client.request("PUT", "/api/account/email", { body: { email, password: TEST_PASSWORD } });
  return extractToken(await harness.mailTo(email, /^Verify your new email/));
};
const knownDevices = ({ user }: TestUser) =>
  harness.api.sql("SELECT digest FROM known_devices WHERE user_id = $1", [user.id]);

describe("every other way to sign in is removed and listed, in the answer and by email,", () => {
  it("by a password reset", async () => {
    const account = await opened();
    const bystander = await opened();
    const open = await changeTo(account, newAddress());
    const owner = harness.api.visitor();
    const token = await resetToken(account);
    const answer = await owner.post("/api/password/reset", { token, password: NEW });
    expect(answer.as(ResetPasswordResponse).removed).toEqual(removedOf(2, 1));
    const { text } = await harness.mailTo(account.user.email, /^Your password at .* was changed$/);
    expect(text).toContain(
      `Removed from the account: ${LIST}, 2 known devices, 1 unused email link`,
    );
    expect((await useLink(open)).status).toBe(404);
    expect(await knownDevices(account)).toHaveLength(1);
    expect((await login(account.user, NEW, owner)).status).toBe(200);
    expect(await knownDevices(account)).toHaveLength(1);
    await expectNothingLeft(account, NEW);
    expect([await isSignedIn(bystander.client), await isSignedIn(bystander.elsewhere)]).toEqual([
      true,
      true,
    ]);
    expect((await byPasskey(bystander.passkey)).status).toBe(200);
  });

  it("by undoing an address change", async () => {
    const account = await opened();
    const { email } = account.user;
    await useLink(await changeTo(account, newAddress()), account.client);
    const undo = extractToken(await harness.mailTo(email, /^Your email at .* was changed$/));
    expect((await useLink(undo)).as(ConsumedEmailLink).removed).toEqual(removedOf(2));
    expect((await harness.mailTo(email, REMOVED_SUBJECT)).text).toContain(LIST);
    await expectNothingLeft(account, TEST_PASSWORD);
  });

  it.each([
    [
      "a confirmation link",
      async (account: Opened) => {
        const token = extractToken(await harness.mailTo(account.user.email, CONFIRM_SUBJECT));
        return (await useLink(token)).as(ConsumedEmailLink).removed;
      },
    ],
    [
      "a link to a new address",
      async (account: Opened) => {
        account.user.email = newAddress();
        return (await useLink(await changeTo(account, account.user.email))).as(ConsumedEmailLink)
          .removed;
      },
    ],
    [
      "a password reset",
      async (account: Opened) => {
        const token = await resetToken(account, CONFIRM_SUBJECT);
        const body = { token, password: TEST_PASSWORD };
        return (await harness.api.visitor().post("/api/password/reset", body)).as(
          ResetPasswordResponse,
        ).removed;
      },
    ],
    [
      "a sign-in link",
      async (account: Opened) => {
        const answer = (await useSignIn(await signInToken(account))).as(EmailLinkSignInResponse);
        return "removed" in answer ? answer.removed : null;
      },
    ],
  ])("by the first proof of an address: %s", async (_how, prove) => {
    const account = await opened();
    await setConfirmed(account, false);
    expect(await prove(account)).toEqual(removedOf(2));
    const [user] = await harness.api.sql<{ isConfirmed: boolean }>(
      `SELECT email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`,
      [account.user.id],
    );
    expect(user).toEqual({ isConfirmed: true });
    expect(
      (await harness.mailTo(account.user.email, /removed|was changed|^Someone signed in/)).text,
    ).toContain(LIST);
    await expectNothingLeft(account, TEST_PASSWORD);
  });

  it("except the session and device that open the link, if that user requested it", async () => {
    const account = await opened();
    await setConfirmed(account, false);
    const token = extractToken(await harness.mailTo(account.user.email, CONFIRM_SUBJECT));
    const watcher = await watchDebate(harness.api.origin, 1, account.elsewhere.cookie);
    const disconnected = new Promise((resolve) => watcher.socket.once("disconnect", resolve));
    const { removed } = (await useLink(token, account.client)).as(ConsumedEmailLink);
    expect(removed).toEqual({ ...removedOf(1), sessions: 1 });
    await disconnected;
    watcher.close();
    expect([await isSignedIn(account.client), await isSignedIn(account.elsewhere)]).toEqual([
      true,
      false,
    ]);
    expect(await isSignedIn(account.client)).toBe(true);
    expect((await byPasskey(account.passkey)).status).toBe(422);
  });

  it("whose sockets are disconnected without waiting for a resync", async () => {
    const api = await startProxiedApi();
    const [{ user, client }, elsewhere] = [await api.person(), api.visitor()];
    await elsewhere.post("/api/login", { username: user.username, password: TEST_PASSWORD });
    const token = createToken();
    await api.sql(
      `INSERT INTO email_tokens (digest, kind, user_id, email, expires_at)
       VALUES ($1, 'confirm_email', $2, $3, now() + interval '1 hour')`,
      [digestToken(token), user.id, user.email],
    );
    const watcher = await watchDebate(api.origin, 1, elsewhere.cookie);
    const disconnected = new Promise((resolve) => watcher.socket.once("disconnect", resolve));
    expect((await useLink(token, client)).as(ConsumedEmailLink).removed.sessions).toBe(1);
    await disconnected;
    watcher.close();
    await api.close();
  });

  it("without affecting the session of another account", async () => {
    const [account, other] = [await opened(), await harness.api.person()];
    await setConfirmed(account, false);
    const token = extractToken(await harness.mailTo(account.user.email, CONFIRM_SUBJECT));
    expect((await useLink(token, other.client)).as(ConsumedEmailLink).removed.sessions).toBe(2);
    expect(await isSignedIn(other.client)).toBe(true);
  });

  it("also when another browser confirms a new address of a confirmed account", async () => {
    const account = await opened();
    const email = newAddress();
    expect((await useLink(await changeTo(account, email))).as(ConsumedEmailLink).removed).toEqual(
      removedOf(2),
    );
    expect((await harness.mailTo(email, REMOVED_SUBJECT)).text).toContain(LIST);
    await expectNothingLeft(account, TEST_PASSWORD);
  });
});

it("a confirmed account keeps all ways to sign in when its own session confirms a new address", async () => {
  const account = await opened();
  const used = await useLink(await changeTo(account, newAddress()), account.client);
  expect(Object.values(used.as(ConsumedEmailLink).removed)).toEqual([0, 0, 0, 0, 0, 0]);
  expect([await isSignedIn(account.client), await isSignedIn(account.elsewhere)]).toEqual([
    true,
    true,
  ]);
  expect((await byPasskey(account.passkey)).status).toBe(200);
});

describe("after a recovery, no operation that started before it adds a way to sign in:", () => {
  it.each([
    [
      "a passkey",
      /INSERT INTO passkeys|FROM users WHERE id = \$1 ORDER BY id FOR NO KEY/,
      async ({ client }: Opened) =>
        (await addPasskey(client, new VirtualAuthenticator(harness.api.origin))).status,
    ],
    [
      "recovery codes",
      /FROM users WHERE id = \$1 ORDER BY id FOR NO KEY/,
      async ({ client }: Opened) => (await client.post("/api/account/recovery-codes")).status,
    ],
  ])("%s", async (_what, statement, add) => {
    const account = await opened();
    const token = await resetToken(account);
    const held = harness.api.wire.hold(statement, { at: "request" });
    const adding = add(account);
    await held.reached;
    const reset = harness.api.visitor().post("/api/password/reset", { token, password: NEW });
    expect((await reset).status).toBe(200);
    held.release();
    expect([401, 409]).toContain(await adding);
    await expectNothingLeft(account, NEW);
  });

  it("the secret of an app", async () => {
    const account = await opened();
    await account.client.delete("/api/account/app");
    const token = await resetToken(account);
    const held = harness.api.wire.hold(/FROM users WHERE id = \$1 ORDER BY id FOR NO KEY/, {
      at: "request",
    });
    const beginning = account.client.post("/api/account/app");
    await held.reached;
    await harness.api.visitor().post("/api/password/reset", { token, password: NEW });
    held.release();
    expect((await beginning).status).toBe(401);
    const apps = "SELECT FROM authenticators WHERE user_id = $1";
    expect(await harness.api.sql(apps, [account.user.id])).toEqual([]);
  });

  it("a sign-in with a passkey that was verified before", async () => {
    const account = await opened();
    const thief = harness.api.visitor();
    const token = await resetToken(account);
    const held = harness.api.wire.hold(/username, email, role.* FROM users WHERE id/s, {
      at: "request",
    });
    const signingIn = byPasskey(account.passkey, thief);
    await held.reached;
    await harness.api.visitor().post("/api/password/reset", { token, password: NEW });
    held.release();
    expect((await signingIn).status).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await knownDevices(account)).toHaveLength(1);
  });
});

describe("before an address is confirmed", () => {
  const refusal = [403, "email_unconfirmed"];

  it("no passkey and no app is added where mail is configured", async () => {
    const { client, user } = await harness.api.person();
    for (const path of ["passkeys/options", "app"]) {
      const { status, error } = await client.post(`/api/account/${path}`);
      expect([path, status, error.code]).toEqual([path, ...refusal]);
      expect(error.message).toMatch(/^Please verify your email first/);
    }
    await setConfirmed({ client, user });
    const passkey = new VirtualAuthenticator(harness.api.origin);
    const asked = (await client.post("/api/account/passkeys/options")).as(PasskeyCreationOptions);
    const { secret } = (await client.post("/api/account/app")).as(AuthenticatorSecret);
    await setConfirmed({ client, user }, false);
    const made = { name: "Key", ...passkey.create(asked) };
    const added = await client.post("/api/account/passkeys", made);
    expect([added.status, added.error.code]).toEqual(refusal);
    const code = new TOTP({ secret }).generate();
    const confirmed = await client.post("/api/account/app/confirm", { code });
    expect([confirmed.status, confirmed.error.code]).toEqual(refusal);
  });

  it("both are added where mail is not configured, and nobody gets an email about it", async () => {
    const api = await startProxiedApi({ SMTP_URL: "" });
    const { client, user } = await api.person();
    expect((await addPasskey(client, new VirtualAuthenticator(api.origin))).status).toBe(201);
    expect((await client.post("/api/account/app")).status).toBe(200);
    expect(await api.sql("SELECT FROM emails WHERE user_id = $1", [user.id])).toEqual([]);
    await api.close();
  });
});

it("new recovery codes trigger an email", async () => {
  const account = await opened();
  expect((await account.client.post("/api/account/recovery-codes")).status).toBe(200);
  await harness.settled();
  const { text } = await harness.mailTo(account.user.email, /^A way to sign in .* was added$/);
  expect(text).toContain("new recovery codes");
});

describe("a sign-in link", () => {
  const confirmedPerson = async (): Promise<TestUser> => {
    const person = await harness.api.person();
    await harness.mailTo(person.user.email, CONFIRM_SUBJECT);
    await setConfirmed(person);
    return person;
  };
  const guess = (user: TestUser["user"]) => login(user, "wrong");

  it("signs in a locked-out owner once, and the device is known from then on", async () => {
    const person = await confirmedPerson();
    for (let n = 0; n < 4; n++) await guess(person.user);
    const owner = harness.api.visitor();
    expect((await login(person.user, TEST_PASSWORD, owner)).status).toBe(429);
    const token = await signInToken(person);
    const looked = await harness.api.visitor().post("/api/links/look", { token });
    expect(looked.as(ConsumedEmailLink.omit({ removed: true })).kind).toBe("sign_in");
    const answer = (await useSignIn(token, owner)).as(EmailLinkSignInResponse);
    expect(answer).toMatchObject({ user: { id: person.user.id }, removed: { sessions: 0 } });
    expect([await isSignedIn(owner), await isSignedIn(person.client)]).toEqual([true, true]);
    expect((await useSignIn(token)).status).toBe(404);
    expect((await login(person.user, TEST_PASSWORD, owner)).status).toBe(200);
    expect((await login(person.user)).status).toBe(429);
    await harness.mailTo(
      person.user.email,
      /^Someone signed in to your .* account with an email link$/,
    );
    await harness.settled();
    const subjects = harness.subjectsTo(person.user.email);
    expect(subjects.filter((subject) => subject.startsWith("A new device"))).toEqual([]);
  });

  it("lasts 15 minutes, is stored as a digest and is limited to three an hour", async () => {
    const person = await confirmedPerson();
    for (let n = 0; n < 5; n++) await signInToken(person);
    const links = await harness.api.sql<{ minutes: number; digest: string }>(
      `SELECT extract(epoch FROM expires_at - now())::float / 60 AS minutes, digest
         FROM email_tokens WHERE user_id = $1 AND kind = 'sign_in'`,
      [person.user.id],
    );
    expect(links).toHaveLength(3);
    for (const { minutes, digest } of links) {
      expect(minutes).toBeGreaterThan(13);
      expect(minutes).toBeLessThanOrEqual(15);
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
    const token = extractToken(await harness.mailTo(person.user.email, /^Your sign-in link/));
    expect(token).toMatch(/^[\w-]{43}$/);
    await harness.api.sql(
      "UPDATE email_tokens SET expires_at = now() WHERE user_id = $1 AND kind = 'sign_in'",
      [person.user.id],
    );
    expect((await useSignIn(token)).status).toBe(404);
  });

  it("gets the same response for an unknown username or address", async () => {
    const person = await confirmedPerson();
    await harness.settled();
    const answers: unknown[] = [];
    for (const username of [
      person.user.email.toUpperCase(),
      "nobody@example.org",
      "nobody-at-all",
    ]) {
      const { status, text } = await harness.api.visitor().post("/api/sign-in-link", { username });
      answers.push([status, text]);
    }
    expect(answers).toEqual([
      [204, ""],
      [204, ""],
      [204, ""],
    ]);
    await harness.settled();
    const rows = "SELECT kind, status FROM emails ORDER BY id DESC LIMIT 3";
    const same = { kind: "sign_in", status: "complete" };
    expect(await harness.api.sql(rows)).toEqual([same, same, same]);
    expect(harness.subjectsTo("nobody@example.org")).toEqual([]);
    expect(harness.subjectsTo(person.user.email)).toContain("Your sign-in link for Chatbot Debate");
  });

  it("still requires the code of the account's app", async () => {
    const account = await opened();
    const owner = harness.api.visitor();
    const answer = (await useSignIn(await signInToken(account), owner)).as(EmailLinkSignInResponse);
    expect(Object.keys(answer)).toEqual(["secondStep"]);
    expect(await isSignedIn(owner)).toBe(false);
    const token = "secondStep" in answer ? answer.secondStep : "";
    const step = { token, code: account.app.recoveryCodes[0] };
    expect((await owner.post("/api/login/second-step", step)).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it("is invalid for a suspended account, and its token has no other purpose", async () => {
    const person = await confirmedPerson();
    const [token, reset] = [await signInToken(person), await resetToken(person)];
    expect((await useSignIn(reset)).status).toBe(404);
    expect((await useLink(token)).status).toBe(404);
    const body = { token, password: NEW };
    expect((await harness.api.visitor().post("/api/password/reset", body)).status).toBe(404);
    await harness.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    expect((await useSignIn(token)).status).toBe(404);
  });

  it("signs in one of 20 browsers that use it at once", async () => {
    const token = await signInToken(await confirmedPerson());
    const answers = await Promise.all(Array.from({ length: 20 }, () => useSignIn(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("is invalid once the password or the address changes", async () => {
    const [one, two] = [await confirmedPerson(), await confirmedPerson()];
    const [first, second] = [await signInToken(one), await signInToken(two)];
    const body = { password: TEST_PASSWORD, newPassword: NEW };
    await one.client.request("PUT", "/api/account/password", { body });
    expect((await useSignIn(first)).status).toBe(404);
    await harness.api.sql("UPDATE users SET email = $2 WHERE id = $1", [two.user.id, newAddress()]);
    expect((await useSignIn(second)).status).toBe(404);
  });

  it("is one of the account's sign-ins per hour, and stays valid above their limit", async () => {
    const limited = await startEmailHarness({ LIMIT_LOGINS_PER_HOUR: "1" }, { isEmpty: true });
    const { user } = await limited.api.person();
    await limited.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [user.id]);
    const post = (path: string, body: object) => limited.api.visitor().post(path, body);
    await post("/api/sign-in-link", { username: user.username });
    const token = extractToken(await limited.mailTo(user.email, /^Your sign-in link/));
    const credentials = { username: user.username, password: TEST_PASSWORD };
    expect((await post("/api/login", credentials)).status).toBe(200);
    expect((await post("/api/login/link", { token })).status).toBe(429);
    expect((await post("/api/links/look", { token })).status).toBe(200);
    await limited.close();
  });

  it("does not replace the passkey of an admin where one is required", async () => {
    const strict = await startEmailHarness({ REQUIRE_SECOND_FACTOR: "admins" }, { isEmpty: true });
    const person = await strict.api.person();
    await strict.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [
      person.user.id,
    ]);
    const passkey = new VirtualAuthenticator(strict.api.origin);
    expect((await addPasskey(person.client, passkey)).status).toBe(201);
    await strict.api.sql("UPDATE users SET role = 'admin' WHERE id = $1", [person.user.id]);
    await strict.api.visitor().post("/api/sign-in-link", { username: person.user.username });
    const token = extractToken(await strict.mailTo(person.user.email, /^Your sign-in link/));
    const refused = await strict.api.visitor().post("/api/login/link", { token });
    expect([refused.status, refused.error.code]).toEqual([403, "forbidden"]);
    expect((await strict.api.visitor().post("/api/links/look", { token })).status).toBe(200);
    await strict.close();
  });
});
