import { hashRaw } from "@node-rs/argon2";
import { TOTP } from "otpauth";
import { findTotpStep } from "#api/commands/sign-in-methods/totp.ts";
import { digestToken } from "#infra/tokens.ts";
import { Account, User } from "#shared/contract/accounts/account.ts";
import {
  AuthenticatorSecret,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RecoveryCodes,
  SecondFactorChallenge,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { type ApiResponse, type ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import {
  expireIdentityConfirmation,
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
} from "../api/test-api.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { type EmailHarness, startEmailHarness } from "./email-harness.ts";
import { VirtualAuthenticator } from "../helpers/virtual-authenticator.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";

const log = createMemoryLogger();
let harness: EmailHarness;
beforeAll(async () => {
  const limits = {
    LIMIT_LOGIN_FAILURES_PER_ADDRESS: "10000",
    LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "10000",
  };
  harness = await startEmailHarness(limits, log);
});
afterAll(() => harness.close());

const methodsOf = async ({ client }: TestUser) =>
  (await client.get("/api/account")).as(Account).signInMethods;
const securityOf = ({ user }: TestUser) =>
  log.lines.filter(({ userId, security }) => security && userId === user.id).map((l) => l.security);
const confirm = ({ user }: TestUser) =>
  harness.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [user.id]);

const creation = async ({ client }: TestUser) =>
  (await client.post("/api/account/passkeys/options")).as(PasskeyCreationOptions);
const add = async (person: TestUser, passkey: VirtualAuthenticator, name = "Laptop") =>
  person.client.post("/api/account/passkeys", {
    name,
    ...passkey.create(await creation(person)),
  });
const request = async (client: ApiClient) =>
  (await client.post("/api/login/passkey/options")).as(PasskeyRequestOptions);
const signIn = (client: ApiClient, answer: object): Promise<ApiResponse> =>
  client.post("/api/login/passkey", answer);
const requestPasskeyOptions = async ({ client }: TestUser) =>
  (await client.post("/api/account/identity/passkey/options")).as(PasskeyRequestOptions);

/** A user with a confirmed address, which adding a way to sign in requires. */
const confirmedPerson = async (): Promise<TestUser> => {
  const person = await harness.api.person();
  await confirm(person);
  return person;
};

const withPasskey = async () => {
  const person = await confirmedPerson();
  const passkey = new VirtualAuthenticator(harness.api.origin);
  expect((await add(person, passkey)).status).toBe(201);
  return { person, passkey };
};

describe("a passkey", () => {
  it("is added, triggers an email, signs in without name and password, and is removed", async () => {
    const { user } = await harness.api.person();
    const person = { user, client: harness.api.visitor() };
    await person.client.post("/api/login", { username: user.username, password: TEST_PASSWORD });
    await confirm(person);
    const passkey = new VirtualAuthenticator(harness.api.origin);
    expect((await add(person, passkey)).status).toBe(201);
    await harness.mailTo(user.email, /^A way to sign in .* was added$/);
    const before = await methodsOf(person);
    expect(before).toMatchObject({ passkeys: [{ name: "Laptop", usedAt: null }] });

    const elsewhere = harness.api.visitor();
    const signedIn = await signIn(elsewhere, passkey.answer(await request(elsewhere)));
    expect(JSON.parse(signedIn.text)).toMatchObject({ id: user.id, username: user.username });
    expect((await elsewhere.get("/api/user")).status).toBe(200);
    const again = harness.api.visitor();
    expect((await signIn(again, passkey.answer(await request(again)))).status).toBe(200);
    const [{ id, usedAt } = { id: 0, usedAt: null }] = (await methodsOf(person)).passkeys;
    expect(usedAt).toBeTruthy();

    const path = `/api/account/passkeys/${id}`;
    await person.client.request("PATCH", path, { body: { name: "Key" } });
    expect((await methodsOf(person)).passkeys).toMatchObject([{ name: "Key" }]);
    expect((await person.client.delete(path)).status).toBe(204);
    const { text } = await harness.mailTo(user.email, /^A way to sign in .* was removed$/);
    expect(text).toContain("the passkey “Key”");
    expect(await methodsOf(person)).toMatchObject({ passkeys: [] });
    const late = await signIn(harness.api.visitor(), passkey.answer(await request(elsewhere)));
    expect([late.status, late.error.message]).toEqual([
      422,
      "This passkey is not registered. It may have been removed from its account.",
    ]);
    expect(securityOf(person)).toEqual([
      "signed_in",
      "signed_in",
      "passkey_added",
      "signed_in",
      "signed_in",
      "passkey_removed",
    ]);
  });

  it("is renamed and removed without affecting another one", async () => {
    const { person } = await withPasskey();
    expect((await add(person, new VirtualAuthenticator(harness.api.origin), "Phone")).status).toBe(
      201,
    );
    const names = async () => (await methodsOf(person)).passkeys.map(({ name }) => name).toSorted();
    const { id } = (await methodsOf(person)).passkeys.find(({ name }) => name === "Phone") ?? {};
    const path = `/api/account/passkeys/${id}`;
    await person.client.request("PATCH", path, { body: { name: "Tablet" } });
    expect(await names()).toEqual(["Laptop", "Tablet"]);
    expect((await person.client.delete(path)).status).toBe(204);
    expect(await names()).toEqual(["Laptop"]);
  });

  it("confirms the identity of a user whose last confirmation is old", async () => {
    const { person, passkey } = await withPasskey();
    await expireIdentityConfirmation(harness.api, person.user);
    const ask = () => person.client.post("/api/account/passkeys/options");
    expect((await ask()).error.code).toBe("confirm_identity");
    const options = await requestPasskeyOptions(person);
    expect(options.allowCredentials).toHaveLength(1);
    const proved = await person.client.post(
      "/api/account/identity/passkey",
      passkey.answer(options),
    );
    expect([proved.status, (await ask()).status]).toEqual([204, 200]);
  });

  it("confirms the identity of its own account only, and its signature has no other use", async () => {
    const [{ person, passkey }, other] = [await withPasskey(), await confirmedPerson()];
    await expireIdentityConfirmation(harness.api, other.user);
    const confirmIdentity = (answer: object) =>
      other.client.post("/api/account/identity/passkey", answer);
    const foreign = await confirmIdentity(passkey.answer(await requestPasskeyOptions(other)));
    expect([foreign.status, foreign.error.message]).toEqual([
      422,
      "This passkey belongs to another account.",
    ]);
    const over = "That took too long or was already used. Please try again.";
    for (const options of [await requestPasskeyOptions(person), await request(other.client)])
      expect((await confirmIdentity(passkey.answer(options))).error.message).toBe(over);
    const { challenge, rp } = await creation(person);
    const toAdd = { ...(await requestPasskeyOptions(person)), challenge, rpId: rp.id };
    const own = await person.client.post("/api/account/identity/passkey", passkey.answer(toAdd));
    expect(own.error.message).toBe(over);
    const visitor = harness.api.visitor();
    const borrowed = await signIn(visitor, passkey.answer(await requestPasskeyOptions(person)));
    expect(borrowed.error.message).toBe(over);
    const stillAsks = await other.client.post("/api/account/passkeys/options");
    expect(stillAsks.error.code).toBe("confirm_identity");
    expect(securityOf(other)).toEqual(["signed_in", ...Array<string>(3).fill("passkey_refused")]);
    const lines = log.lines.filter(({ security, userId }) => security && userId === other.user.id);
    for (const { session } of lines) expect(session).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ["signed for another site", { rpId: "elsewhere.example" }],
    ["requested by another site's page", { origin: "https://elsewhere.example" }],
    ["signed by a device that did not verify the user", { isVerified: false }],
    ["its counter shows that a copy was used", { counter: 0 }],
  ])("is refused when %s, which its owner sees", async (_what, fault) => {
    const { person, passkey } = await withPasskey();
    await signIn(harness.api.visitor(), passkey.answer(await request(person.client)));
    const visitor = harness.api.visitor();
    const refused = await signIn(visitor, passkey.answer(await request(visitor), fault));
    expect([refused.status, refused.error.message]).toEqual([
      422,
      "This passkey could not be verified. Please try again.",
    ]);
    expect((await visitor.get("/api/user")).status).toBe(401);
    expect(securityOf(person).at(-1)).toBe("passkey_refused");
  });

  it("is refused with the signature of another one", async () => {
    const [{ passkey }, stranger] = [
      await withPasskey(),
      new VirtualAuthenticator(harness.api.origin),
    ];
    const options = await request(harness.api.visitor());
    const { signature } = stranger.answer(options);
    const refused = await signIn(harness.api.visitor(), { ...passkey.answer(options), signature });
    expect(refused.status).toBe(422);
  });

  it("signs in once per signature: one of 50 concurrent requests and no later one", async () => {
    const { passkey } = await withPasskey();
    const answer = passkey.answer(await request(harness.api.visitor()));
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await signIn(harness.api.visitor(), answer)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(harness.api.visitor(), answer)).status).toBe(422);
  });

  it("is refused for the second of two copies with the same counter", async () => {
    const { passkey } = await withPasskey();
    const [one, two] = [await request(harness.api.visitor()), await request(harness.api.visitor())];
    const answers = [one, two].map((options) => passkey.answer(options, { counter: 7 }));
    const [late, first] = await harness.api.overlap(
      () => signIn(harness.api.visitor(), answers[0] ?? {}),
      () => signIn(harness.api.visitor(), answers[1] ?? {}),
      /UPDATE passkeys SET counter/,
    );
    expect([late.status, first.status]).toEqual([422, 200]);
  });

  it("must sign its challenge within five minutes", async () => {
    const { passkey } = await withPasskey();
    const options = await request(harness.api.visitor());
    const expire = `UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'
                     WHERE challenge = $1 RETURNING expires_at <= now() AS "isOver"`;
    expect(await harness.api.sql(expire, [options.challenge])).toEqual([{ isOver: true }]);
    expect((await signIn(harness.api.visitor(), passkey.answer(options))).status).toBe(422);
  });

  it.each([
    ["for another site's page", { origin: "https://elsewhere.example" }],
    ["for another site", { rpId: "elsewhere.example" }],
    ["without user verification", { isVerified: false }],
    ["for a challenge that was not issued", { challenge: "A".repeat(43) }],
  ])("is not added that was made %s", async (_what, fault) => {
    const person = await confirmedPerson();
    const made = new VirtualAuthenticator(harness.api.origin).create(await creation(person), fault);
    const refused = await person.client.post("/api/account/passkeys", { name: "x", ...made });
    expect(refused.status).toBe(422);
    expect(securityOf(person).at(-1)).toBe("passkey_refused");
    expect(await methodsOf(person)).toMatchObject({ passkeys: [] });
  });

  it("is added once, to one account, which has at most twenty", async () => {
    const { person, passkey } = await withPasskey();
    const other = await confirmedPerson();
    const again = await add(other, passkey);
    expect([again.status, again.error.message]).toEqual([
      409,
      "This passkey is already registered.",
    ]);
    expect((await creation(person)).excludeCredentials).toHaveLength(1);
    await harness.api.sql(
      `INSERT INTO passkeys (user_id, credential, public_key, name)
       SELECT $1, gen_random_uuid()::text, '', 'One of many' FROM generate_series(2, 20)`,
      [person.user.id],
    );
    const much = await add(person, new VirtualAuthenticator(harness.api.origin));
    expect([much.status, much.error.message]).toEqual([409, "An account has at most 20 passkeys."]);
  });

  it("of another user cannot be renamed or removed", async () => {
    const [{ person }, other] = [await withPasskey(), await confirmedPerson()];
    const [{ id } = { id: 0 }] = (await methodsOf(person)).passkeys;
    const path = `/api/account/passkeys/${id}`;
    expect((await other.client.delete(path)).status).toBe(404);
    const renamed = await other.client.request("PATCH", path, { body: { name: "Mine" } });
    expect(renamed.status).toBe(404);
    expect(await methodsOf(person)).toMatchObject({ passkeys: [{ name: "Laptop" }] });
  });

  it("without a counter signs in any number of times", async () => {
    const { passkey } = await withPasskey();
    for (const visitor of [harness.api.visitor(), harness.api.visitor()]) {
      const answer = passkey.answer(await request(visitor), { counter: 0 });
      expect((await signIn(visitor, answer)).status).toBe(200);
    }
  });

  it("is refused with a counter that was passed meanwhile", async () => {
    const { person, passkey } = await withPasskey();
    const visitor = harness.api.visitor();
    const answer = passkey.answer(await request(visitor), { counter: 0 });
    const held = harness.api.wire.hold(/UPDATE passkeys SET counter/, { at: "request" });
    const signingIn = signIn(visitor, answer);
    await held.reached;
    await harness.api.sql("UPDATE passkeys SET counter = 1 WHERE user_id = $1", [person.user.id]);
    held.release();
    expect((await signingIn).status).toBe(422);
  });

  it("is limited by the sign-ins of its account per hour", async () => {
    const limited = await startApiOnNewDatabase({ LIMIT_LOGINS_PER_HOUR: "1" });
    const person = await limited.person();
    await limited.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [
      person.user.id,
    ]);
    const passkey = new VirtualAuthenticator(limited.origin);
    expect((await add(person, passkey)).status).toBe(201);
    const statuses: number[] = [];
    for (const visitor of [limited.visitor(), limited.visitor()])
      statuses.push((await signIn(visitor, passkey.answer(await request(visitor)))).status);
    expect(statuses).toEqual([200, 429]);
    await limited.close();
  });

  it("does not sign in to a suspended account", async () => {
    const { person, passkey } = await withPasskey();
    await harness.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    const visitor = harness.api.visitor();
    expect((await signIn(visitor, passkey.answer(await request(visitor)))).status).toBe(403);
  });
});

/** The app's current code, or the one `later` steps of 30 s ahead. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });
/** Allows all codes again, as if none had been used. */
const forgetCodes = ({ user }: TestUser) =>
  harness.api.sql("UPDATE authenticators SET last_step = 0 WHERE user_id = $1", [user.id]);
const beginAppSetup = async ({ client }: Pick<TestUser, "client">) =>
  (await client.post("/api/account/app")).as(AuthenticatorSecret);
const confirmApp = ({ client }: TestUser, code: string) =>
  client.post("/api/account/app/confirm", { code });

/** A user with an authenticator app, and its secret. */
const withApp = async (person?: TestUser) => {
  const owner = person ?? (await confirmedPerson());
  const { secret } = await beginAppSetup(owner);
  const confirmed = await confirmApp(owner, codeOf(secret));
  await forgetCodes(owner);
  return { person: owner, secret, ...confirmed.as(RecoveryCodes) };
};
const password = ({ user }: TestUser, client: ApiClient = harness.api.visitor()) =>
  client.post("/api/login", { username: user.username, password: TEST_PASSWORD });
/** Enters the password and returns the token for the second step. */
const passFirstFactor = async (person: TestUser, client?: ApiClient) =>
  (await password(person, client)).as(SecondFactorChallenge).secondStep;
const step = (token: string, code: string | undefined, client = harness.api.visitor()) =>
  client.post("/api/login/second-step", { token, code });

describe("a code of an app", () => {
  it("matches the RFC's test vectors", () => {
    const secret = new TOTP({ secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" }).secret.base32;
    expect(findTotpStep(secret, "287082", 59_000)).toBe(1);
    expect(findTotpStep(secret, "287082", 89_000)).toBe(1);
    expect(findTotpStep(secret, "287082", 29_999)).toBe(1);
    expect(findTotpStep(secret, "287082", 90_000)).toBeNull();
    expect(findTotpStep(secret, "287083", 59_000)).toBeNull();
  });

  it("is required after the password once the app is confirmed with a valid code", async () => {
    const person = await confirmedPerson();
    await confirm(person);
    const { secret, address } = await beginAppSetup(person);
    expect(address).toMatch(/^otpauth:\/\/totp\/Chatbot%20Debate:person-/);
    expect(address).toContain(`secret=${secret}`);
    const wrong = await confirmApp(person, codeOf(secret, 100));
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([422, ["code"]]);
    expect((await password(person)).status).toBe(200);
    expect(await methodsOf(person)).toMatchObject({ app: null });
    const { recoveryCodes } = (await confirmApp(person, codeOf(secret))).as(RecoveryCodes);
    expect(new Set(recoveryCodes).size).toBe(10);
    await harness.mailTo(person.user.email, /^A way to sign in .* was added$/);
    expect(await methodsOf(person)).toMatchObject({ app: { recoveryCodes: 10 } });

    const browser = harness.api.visitor();
    const token = await passFirstFactor(person, browser);
    expect((await browser.get("/api/user")).status).toBe(401);
    const guessed = await step(token, codeOf(secret, 100), browser);
    expect([guessed.status, guessed.error.fields]).toEqual([
      422,
      { code: "That code is wrong or was already used." },
    ]);
    const right = await step(token, codeOf(secret, 1), browser);
    expect(JSON.parse(right.text)).toMatchObject({ id: person.user.id });
    expect((await browser.get("/api/user")).status).toBe(200);
    expect(securityOf(person)).toEqual([
      "signed_in",
      "signed_in",
      "app_added",
      "second_step_failed",
      "signed_in",
    ]);

    expect((await person.client.delete("/api/account/app")).status).toBe(204);
    await harness.mailTo(person.user.email, /^A way to sign in .* was removed$/);
    expect(await methodsOf(person)).toMatchObject({ app: null });
    const alone = harness.api.visitor();
    await password(person, alone);
    expect((await alone.get("/api/user")).status).toBe(200);
  });

  it("is required for everything: the token of the half-done sign-in has no other use", async () => {
    const { person } = await withApp();
    const browser = harness.api.visitor();
    const token = await passFirstFactor(person, browser);
    browser.cookie = `${browser.cookie}; sid=${token}; sid=s:${token}`;
    for (const path of ["/api/user", "/api/account", "/api/debates/my"])
      expect((await browser.get(path)).status).toBe(401);
    expect((await browser.post("/api/account/app")).status).toBe(401);
    expect(JSON.stringify(await harness.api.sql("SELECT * FROM second_steps"))).not.toContain(
      token,
    );
  });

  it("signs in once, and earlier codes are refused afterwards", async () => {
    const { person, secret } = await withApp();
    const code = codeOf(secret, 1);
    expect((await step(await passFirstFactor(person), code)).status).toBe(200);
    expect((await step(await passFirstFactor(person), code)).status).toBe(422);
    expect((await step(await passFirstFactor(person), codeOf(secret))).status).toBe(422);
    const [first, second] = [await passFirstFactor(person), await passFirstFactor(person)];
    await forgetCodes(person);
    // Both requests use the same code, even if its 30 s end in between.
    const now = codeOf(secret);
    const together = await harness.api.overlap(
      () => step(first, now),
      () => step(second, now),
    );
    expect(together.map(({ status }) => status)).toEqual([200, 422]);
  });

  it("does not sign in after it confirmed the app", async () => {
    const person = await confirmedPerson();
    const { secret } = await beginAppSetup(person);
    const code = codeOf(secret);
    await confirmApp(person, code);
    expect((await step(await passFirstFactor(person), code)).status).toBe(422);
  });

  it("of an unconfirmed app is refused, and the app cannot be used or removed", async () => {
    const { person } = await withApp();
    const token = await passFirstFactor(person);
    expect((await person.client.delete("/api/account/app")).status).toBe(204);
    const { secret } = await beginAppSetup(person);
    // Removing the app also invalidates the sign-in that waits for its code. The statement makes
    // this sign-in valid again, so that only the code can be the reason for a refusal.
    await harness.api.sql(
      `UPDATE second_steps s SET session_epoch = u.session_epoch FROM users u
        WHERE u.id = s.user_id AND u.id = $1`,
      [person.user.id],
    );
    expect((await step(token, codeOf(secret))).status).toBe(422);
    expect((await person.client.post("/api/account/recovery-codes")).status).toBe(409);
    expect((await person.client.delete("/api/account/app")).status).toBe(404);
  });

  it("does not use up the codes of another user", async () => {
    const [one, other] = [await withApp(), await withApp()];
    expect((await step(await passFirstFactor(one.person), codeOf(one.secret))).status).toBe(200);
    expect((await step(await passFirstFactor(other.person), codeOf(other.secret))).status).toBe(
      200,
    );
  });

  it("completes a sign-in once, within five minutes of the password", async () => {
    const { person, secret } = await withApp();
    const token = await passFirstFactor(person);
    const expire = `UPDATE second_steps SET expires_at = expires_at - interval '5 minutes'
                     WHERE digest = $1 RETURNING expires_at <= now() AS "isOver"`;
    expect(await harness.api.sql(expire, [digestToken(token)])).toEqual([{ isOver: true }]);
    const late = await step(token, codeOf(secret));
    expect([late.status, late.error.message]).toEqual([
      401,
      "That took too long. Please sign in again.",
    ]);
    const other = await passFirstFactor(person);
    expect((await step(other, codeOf(secret))).status).toBe(200);
    await forgetCodes(person);
    expect((await step(other, codeOf(secret))).status).toBe(401);
  });

  it("comes with ten recovery codes, also after two concurrent renewals", async () => {
    const { person } = await withApp();
    const renew = () => person.client.post("/api/account/recovery-codes");
    const answers = await harness.api.overlap(renew, renew);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await methodsOf(person)).toMatchObject({ app: { recoveryCodes: 10 } });
  });

  it("does not sign in after the password was changed meanwhile", async () => {
    const { person, secret } = await withApp();
    const token = await passFirstFactor(person);
    const body = { password: TEST_PASSWORD, newPassword: "another horse" };
    await person.client.request("PUT", "/api/account/password", { body });
    expect((await step(token, codeOf(secret))).status).toBe(401);
  });

  it("is not required after a passkey", async () => {
    const { person, passkey } = await withPasskey();
    await withApp(person);
    const browser = harness.api.visitor();
    await signIn(browser, passkey.answer(await request(browser)));
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("has the same secret in two tabs, of which the second gets a conflict", async () => {
    const person = await confirmedPerson();
    const [one, two] = [await beginAppSetup(person), await beginAppSetup(person)];
    expect(one).toEqual(two);
    expect((await confirmApp(person, codeOf(one.secret))).status).toBe(200);
    const again = await confirmApp(person, codeOf(two.secret, 1));
    expect([again.status, (await person.client.post("/api/account/app")).status]).toEqual([
      409, 409,
    ]);
  });

  it("has a new secret if the setup was started long ago", async () => {
    const person = await confirmedPerson();
    const { secret } = await beginAppSetup(person);
    await harness.api.sql(
      "UPDATE authenticators SET created_at = now() - interval '11 minutes' WHERE user_id = $1",
      [person.user.id],
    );
    const { secret: fresh } = await beginAppSetup(person);
    expect(fresh).not.toBe(secret);
    expect((await beginAppSetup(person)).secret).toBe(fresh);
  });
});

describe("a recovery code", () => {
  it("signs in once, however it is typed, and is stored as a digest", async () => {
    const { person, recoveryCodes } = await withApp();
    const [code = "", other = ""] = recoveryCodes;
    expect(
      (await step(await passFirstFactor(person), code.toLowerCase().replace("-", " "))).status,
    ).toBe(200);
    expect((await step(await passFirstFactor(person), code)).status).toBe(422);
    expect(await methodsOf(person)).toMatchObject({ app: { recoveryCodes: 9 } });
    expect(securityOf(person)).toContain("recovery_code_used");
    const rows = JSON.stringify(await harness.api.sql("SELECT * FROM recovery_codes"));
    expect(rows).not.toContain(other.replaceAll("-", ""));
  });

  it("signs in one of 50 concurrent requests", async () => {
    const { person, recoveryCodes } = await withApp();
    const tokens = Array.from({ length: 50 }, (_, n) => `token ${n} of ${person.user.id}`);
    await harness.api.sql(
      `INSERT INTO second_steps SELECT unnest($1::text[]), id, session_epoch, now() + interval '1 hour'
         FROM users WHERE id = $2`,
      [tokens.map(digestToken), person.user.id],
    );
    const answers = await Promise.all(tokens.map((token) => step(token, recoveryCodes[0])));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(49);
  });

  it("signs in once when two codes are sent at once after one password", async () => {
    const { person, recoveryCodes } = await withApp();
    const token = await passFirstFactor(person);
    const answers = await harness.api.overlap(
      () => step(token, recoveryCodes[0]),
      () => step(token, recoveryCodes[1]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  it("is invalid after new codes are made, and for another user", async () => {
    const [{ person, recoveryCodes }, other] = [await withApp(), await withApp()];
    expect((await step(await passFirstFactor(other.person), recoveryCodes[0])).status).toBe(422);
    const again = await person.client.post("/api/account/recovery-codes");
    const fresh = again.as(RecoveryCodes).recoveryCodes;
    expect((await step(await passFirstFactor(person), recoveryCodes[0])).status).toBe(422);
    expect((await step(await passFirstFactor(person), fresh[0])).status).toBe(200);
    expect(await methodsOf(person)).toMatchObject({ app: { recoveryCodes: 9 } });
  });

  it("is deleted with the app", async () => {
    const { person } = await withApp();
    await person.client.delete("/api/account/app");
    const left = "SELECT FROM recovery_codes WHERE user_id = $1";
    expect(await harness.api.sql(left, [person.user.id])).toEqual([]);
    expect((await person.client.post("/api/account/recovery-codes")).status).toBe(409);
  });
});

describe("the digest of a recovery code", () => {
  const digests = ({ user }: TestUser) =>
    harness.api.sql<{ digest: string; salt: Buffer | null }>(
      "SELECT digest, salt FROM recovery_codes WHERE user_id = $1",
      [user.id],
    );

  it("is argon2id with a salt per set of codes", async () => {
    const [one, two] = [await withApp(), await withApp()];
    const bare = one.recoveryCodes.map((code) => code.replaceAll("-", ""));
    const [rows, others] = [await digests(one.person), await digests(two.person)];
    const salts = new Set(rows.map(({ salt }) => salt?.toString("hex")));
    expect([salts.size, rows[0]?.salt?.length]).toEqual([1, 16]);
    expect(rows[0]?.salt).not.toEqual(others[0]?.salt);
    const salt = rows[0]?.salt ?? undefined;
    const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...(salt && { salt }) };
    const expected = await Promise.all(bare.map((code) => hashRaw(code, cost)));
    const stored = rows.map(({ digest }) => digest).toSorted();
    expect(stored).toEqual(expected.map((digest) => digest.toString("hex")).toSorted());
  });

  it("without a salt, from before salts existed, signs in once until new codes are made", async () => {
    const { person } = await withApp();
    const [old, unused] = ["AAAABBBBCCCCDDDD", "EEEEFFFFGGGGHHHH"];
    await harness.api.sql("DELETE FROM recovery_codes WHERE user_id = $1", [person.user.id]);
    await harness.api.sql(
      "INSERT INTO recovery_codes (user_id, digest) SELECT $1, unnest($2::text[])",
      [person.user.id, [digestToken(old), digestToken(unused)]],
    );
    const { person: other } = await withApp();
    expect((await step(await passFirstFactor(other), old)).status).toBe(422);
    expect((await step(await passFirstFactor(person), "AAAA-BBBB-CCCC-DDDD")).status).toBe(200);
    expect((await step(await passFirstFactor(person), old)).status).toBe(422);
    await person.client.post("/api/account/recovery-codes");
    expect((await step(await passFirstFactor(person), unused)).status).toBe(422);
  });

  it("is not accepted as a code itself", async () => {
    const { person } = await withApp();
    const code = "AAAABBBBCCCCDDDD";
    await harness.api.sql("UPDATE recovery_codes SET digest = $2 WHERE digest = $1", [
      (await digests(person))[0]?.digest,
      digestToken(code),
    ]);
    expect((await step(await passFirstFactor(person), code)).status).toBe(422);
  });
});

describe("a change of the sign-in methods", () => {
  const CHANGES: Record<string, (person: TestUser) => Promise<number>> = {
    "adding a passkey": async (person) =>
      (await add(person, new VirtualAuthenticator(harness.api.origin), "Phone")).status,
    "removing a passkey": async (person) => {
      const { passkeys } = await methodsOf(person);
      return (await person.client.delete(`/api/account/passkeys/${passkeys[0]?.id}`)).status;
    },
    "adding an app": async (person) => {
      await harness.api.sql("DELETE FROM authenticators WHERE user_id = $1", [person.user.id]);
      return (await confirmApp(person, codeOf((await beginAppSetup(person)).secret))).status;
    },
    "removing an app": async ({ client }) => (await client.delete("/api/account/app")).status,
    "making recovery codes anew": async ({ client }) =>
      (await client.post("/api/account/recovery-codes")).status,
  };

  it.each(Object.entries(CHANGES))(
    "as %s ends all other sessions, their sockets and half-done sign-ins",
    async (_name, change) => {
      const { person, passkey } = await withPasskey();
      await confirm(person);
      await withApp(person);
      const elsewhere = harness.api.visitor();
      expect((await signIn(elsewhere, passkey.answer(await request(elsewhere)))).status).toBe(200);
      const debate = await createPaidDebate(harness.api, person);
      const there = await watchDebate(harness.api.origin, debate.id, elsewhere.cookie);
      const here = await watchDebate(harness.api.origin, debate.id, person.client.cookie);
      const other = await withPasskey();
      const token = await passFirstFactor(person);

      expect(await change(person)).toBeLessThan(300);
      expect((await elsewhere.get("/api/user")).status).toBe(401);
      expect((await person.client.get("/api/user")).status).toBe(200);
      expect((await other.person.client.get("/api/user")).status).toBe(200);
      await waitUntil(() => there.socket.disconnected, { what: "the cut elsewhere" });
      expect(here.socket.connected).toBe(true);
      expect((await step(token, "AAAABBBBCCCCDDDD")).status).toBe(401);
      there.close();
      here.close();
    },
  );

  it("that only renames a passkey ends no session", async () => {
    const { person, passkey } = await withPasskey();
    const elsewhere = harness.api.visitor();
    await signIn(elsewhere, passkey.answer(await request(elsewhere)));
    const { passkeys } = await methodsOf(person);
    const path = `/api/account/passkeys/${passkeys[0]?.id}`;
    await person.client.request("PATCH", path, { body: { name: "Key" } });
    expect((await elsewhere.get("/api/user")).status).toBe(200);
  });
});

describe("an account that is suspended between password and code", () => {
  const suspend = async ({ user }: TestUser, suspended = true) => {
    const admin = await harness.api.person("admin");
    const path = `/api/admin/users/${user.id}/suspension`;
    const { status } = await admin.client.request("PUT", path, { body: { suspended } });
    expect(status).toBe(204);
  };

  it.each(["app", "recovery"])("is not signed in to with a code: %s", async (kind) => {
    const { person, secret, recoveryCodes } = await withApp();
    const [first, second] = [await passFirstFactor(person), await passFirstFactor(person)];
    const code = () => (kind === "app" ? codeOf(secret) : recoveryCodes[0]);
    // Suspends only in the database. A sign-in sees this state while an admin suspends the account.
    await harness.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    const refused = await step(first, code());
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      403,
      "forbidden",
      expect.stringMatching(/^This account is suspended\./) as string,
    ]);
    await harness.api.sql("UPDATE users SET suspended_at = NULL WHERE id = $1", [person.user.id]);
    await suspend(person);
    expect((await step(second, code())).status).toBe(401);
    await suspend(person, false);
    for (const token of [first, second]) expect((await step(token, code())).status).toBe(401);
    expect((await step(await passFirstFactor(person), code())).status).toBe(200);
  });

  it("is refused for its password, without a question for a code", async () => {
    const { person } = await withApp();
    await harness.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    const { status, error } = await password(person);
    expect([status, error.code]).toEqual([403, "forbidden"]);
  });

  it("is not signed in to by a request that found its token before the suspension", async () => {
    const { person, secret } = await withApp();
    const [token, browser] = [await passFirstFactor(person), harness.api.visitor()];
    const held = harness.api.wire.hold(/DELETE FROM second_steps WHERE digest/, { at: "request" });
    const finishing = step(token, codeOf(secret), browser);
    await held.reached;
    await suspend(person);
    held.release();
    expect((await finishing).status).toBe(401);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("keeps no session that was being written, even after it is restored", async () => {
    const { person, secret } = await withApp();
    const [token, browser] = [await passFirstFactor(person), harness.api.visitor()];
    const held = harness.api.wire.hold(/INSERT INTO "?sessions/i, { at: "request" });
    const finishing = step(token, codeOf(secret), browser);
    await held.reached;
    await suspend(person);
    held.release();
    await finishing;
    await suspend(person, false);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("gets no session for a code that was verified before the suspension", async () => {
    const { person, secret } = await withApp();
    const [token, browser] = [await passFirstFactor(person), harness.api.visitor()];
    const held = harness.api.wire.hold(/username, email, role.* FROM users WHERE id/s, {
      at: "request",
    });
    const finishing = step(token, codeOf(secret), browser);
    await held.reached;
    await harness.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    held.release();
    expect((await finishing).status).toBe(403);
  });

  it("keeps no link that sets another password or address", async () => {
    const { user } = await harness.api.person();
    await harness.api.visitor().post("/api/password/forgot", { username: user.username });
    const { text } = await harness.mailTo(user.email, /^Verify your/);
    expect(text).toContain("/link#");
    await harness.settled();
    await suspend({ user } as TestUser);
    await suspend({ user } as TestUser, false);
    const links = `SELECT kind FROM email_tokens WHERE user_id = $1 ORDER BY kind`;
    expect(await harness.api.sql(links, [user.id])).toEqual([{ kind: "confirm_email" }]);
  });
});

describe("the setup of an app", () => {
  it("is not confirmed if it was not begun", async () => {
    const refused = await confirmApp(await confirmedPerson(), "123456");
    expect([refused.status, refused.error.message]).toEqual([
      409,
      "Start setting up an authenticator app first.",
    ]);
  });

  it("is refused if the account is deleted meanwhile", async () => {
    const { user, client } = await confirmedPerson();
    const locking = harness.api.wire.hold(/"isConfirmed".* FROM users .*NO KEY UPDATE/s, {
      at: "request",
    });
    const beginning = client.post("/api/account/app");
    await locking.reached;
    await harness.api.sql("DELETE FROM users WHERE id = $1", [user.id]);
    locking.release();
    expect((await beginning).status).toBe(401);
  });
});

describe("a sign-in to an account that is deleted meanwhile", () => {
  const afterDeletion = async (
    { user }: TestUser,
    ask: (browser: ApiClient) => Promise<ApiResponse>,
  ) => {
    const browser = harness.api.visitor();
    const held = harness.api.wire.hold(/username, email, role.* FROM users WHERE id/s, {
      at: "request",
    });
    const asking = ask(browser);
    await held.reached;
    await harness.api.sql("DELETE FROM users WHERE id = $1", [user.id]);
    held.release();
    const { status, error } = await asking;
    expect((await browser.get("/api/user")).status).toBe(401);
    return [status, error.message];
  };

  it("by a code begins no session", async () => {
    const { person, secret } = await withApp();
    const token = await passFirstFactor(person);
    expect(await afterDeletion(person, (browser) => step(token, codeOf(secret), browser))).toEqual([
      401,
      "That took too long. Please sign in again.",
    ]);
  });

  it("by a passkey begins no session", async () => {
    const { person, passkey } = await withPasskey();
    const answer = passkey.answer(await request(harness.api.visitor()));
    expect(await afterDeletion(person, (browser) => signIn(browser, answer))).toEqual([
      422,
      "This passkey is not registered. It may have been removed from its account.",
    ]);
  });
});

describe("the identity of an account", () => {
  const confirmIdentity = ({ client }: TestUser, body: object) =>
    client.post("/api/account/identity", body);
  const isAsked = async ({ client }: TestUser) => {
    const answer = await client.post("/api/account/sessions/end-others");
    return answer.status === 403 && answer.error.code === "confirm_identity";
  };

  it("with an app is confirmed by the password and a code, each good once", async () => {
    const { person, secret } = await withApp();
    await expireIdentityConfirmation(harness.api, person.user);
    const alone = await confirmIdentity(person, { password: TEST_PASSWORD });
    const words = "Also enter a code from your authenticator app.";
    expect([alone.status, alone.error.fields]).toEqual([422, { code: words }]);
    const wrong = await confirmIdentity(person, {
      password: TEST_PASSWORD,
      code: codeOf(secret, 100),
    });
    const message = "That code is wrong or was already used.";
    expect([wrong.status, wrong.error.fields]).toEqual([422, { code: message }]);
    expect(
      (await confirmIdentity(person, { password: "a guess", code: codeOf(secret) })).error.fields,
    ).toEqual({
      password: "Wrong password.",
    });
    expect(await isAsked(person)).toBe(true);
    const code = codeOf(secret, 1);
    expect((await confirmIdentity(person, { password: TEST_PASSWORD, code })).status).toBe(204);
    expect(await isAsked(person)).toBe(false);
    expect((await confirmIdentity(person, { password: TEST_PASSWORD, code })).status).toBe(422);
    expect(securityOf(person)).toContain("second_step_failed");
  });

  it("with an app is confirmed by the password and a recovery code, which is used up", async () => {
    const { person, recoveryCodes } = await withApp();
    await expireIdentityConfirmation(harness.api, person.user);
    const [code] = recoveryCodes;
    expect((await confirmIdentity(person, { password: TEST_PASSWORD, code })).status).toBe(204);
    expect(await isAsked(person)).toBe(false);
    expect((await confirmIdentity(person, { password: TEST_PASSWORD, code })).status).toBe(422);
    expect(securityOf(person)).toContain("recovery_code_used");
  });

  it("with only passkeys is confirmed only by a passkey", async () => {
    const { person, passkey } = await withPasskey();
    await expireIdentityConfirmation(harness.api, person.user);
    for (const body of [{ password: TEST_PASSWORD }, { password: TEST_PASSWORD, code: "123456" }])
      expect((await confirmIdentity(person, body)).error.message).toBe(
        "Your account has a passkey. Please confirm with your passkey.",
      );
    expect(await isAsked(person)).toBe(true);
    const signed = passkey.answer(await requestPasskeyOptions(person));
    expect((await person.client.post("/api/account/identity/passkey", signed)).status).toBe(204);
    expect(await isAsked(person)).toBe(false);
  });

  it("with an app and a passkey is confirmed by either", async () => {
    const { person, passkey } = await withPasskey();
    const { secret } = await withApp(person);
    await expireIdentityConfirmation(harness.api, person.user);
    expect(
      (await confirmIdentity(person, { password: TEST_PASSWORD, code: codeOf(secret) })).status,
    ).toBe(204);
    await expireIdentityConfirmation(harness.api, person.user);
    const signed = passkey.answer(await requestPasskeyOptions(person));
    expect((await person.client.post("/api/account/identity/passkey", signed)).status).toBe(204);
  });

  it("cannot be confirmed by guessing codes: after three wrong ones the right one is refused", async () => {
    const api = await startApiOnNewDatabase({ LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "3" });
    const person = await api.person();
    const { secret } = await beginAppSetup(person);
    await confirmApp(person, codeOf(secret));
    const tryWrong = async (code: string) =>
      (await confirmIdentity(person, { password: TEST_PASSWORD, code })).status;
    for (let n = 0; n < 3; n++) expect(await tryWrong("AAAA")).toBe(422);
    expect(await tryWrong(codeOf(secret, 1))).toBe(429);
    await api.close();
  });

  it("must be confirmed, besides the password in the body, only if the account has a second factor", async () => {
    const [plain, { person: keyed }, { person: coded }] = [
      await harness.api.person(),
      await withPasskey(),
      await withApp(),
    ];
    const changes = async ({ client }: TestUser, password: string) => [
      await client.request("PUT", "/api/account/email", {
        body: { email: `new-${client.cookie.length}@example.org`, password },
      }),
      await client.request("PUT", "/api/account/password", {
        body: { password, newPassword: "another horse" },
      }),
    ];
    for (const { user } of [plain, keyed, coded])
      await expireIdentityConfirmation(harness.api, user);
    for (const person of [keyed, coded])
      for (const answer of await changes(person, TEST_PASSWORD))
        expect([answer.status, answer.error.code]).toEqual([403, "confirm_identity"]);
    for (const answer of await changes(plain, "a guess")) expect(answer.status).toBe(422);
    for (const answer of await changes(plain, TEST_PASSWORD)) expect(answer.status).toBe(204);
    for (const { user, client } of [keyed, coded]) {
      await harness.api.sql(
        `UPDATE sessions SET sess = jsonb_set(sess::jsonb, '{provedAt}', to_jsonb($2::float8))
          WHERE sess ->> 'userId' = $1`,
        [String(user.id), Date.now()],
      );
      for (const answer of await changes({ user, client }, TEST_PASSWORD))
        expect(answer.status).toBe(204);
    }
  });
});

describe("a strict server", () => {
  let strict: EmailHarness;
  beforeAll(async () => {
    const variables = {
      LIMIT_LOGIN_FAILURES_PER_ADDRESS: "5",
      LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "3",
      REQUIRE_SECOND_FACTOR: "admins",
    };
    strict = await startEmailHarness(variables, log);
  });
  afterAll(() => strict.close());
  const strictPerson = async (role?: "admin" | "superadmin"): Promise<TestUser> => {
    const person = await strict.api.person(role);
    await strict.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [
      person.user.id,
    ]);
    return person;
  };

  it.each(["admin", "superadmin"] as const)(
    "allows a user who is %s nothing but adding a second factor, until they have one",
    async (role) => {
      const person = await strictPerson(role);
      expect(await wishFor(person)).toBe("required");
      const debate = person.client.post("/api/debates", { topic: "Cats or dogs" });
      for (const answer of [await users(person), await debate])
        expect([answer.status, answer.error.code]).toEqual([403, "second_factor_required"]);
      const denied = log.lines.filter(({ security }) => security === "act_denied");
      expect(denied.filter(({ userId }) => userId === person.user.id)).toHaveLength(2);
      expect((await person.client.get("/api/debates/public")).status).toBe(200);
      expect((await add(person, new VirtualAuthenticator(strict.api.origin))).status).toBe(201);
      expect(await wishFor(person)).toBeUndefined();
      expect((await users(person)).status).toBe(200);
      const alone = await password(person, strict.api.visitor());
      expect([alone.status, alone.error.message]).toEqual([
        403,
        "Please sign in with your passkey: admins need one here.",
      ]);
    },
  );

  it("keeps an admin's page open without a factor, and reopens it with admin rights afterwards", async () => {
    const [admin, owner] = [await strictPerson("admin"), await strictPerson()];
    const { id } = await createPaidDebate(strict.api, owner);
    const watch = () => watchDebate(strict.api.origin, id, admin.client.cookie);
    const before = await watch();
    await waitUntil(() => before.named("debate:snapshot").length > 2);
    expect([before.socket.connected, before.named("session:ended")]).toEqual([true, []]);
    expect((await add(admin, new VirtualAuthenticator(strict.api.origin))).status).toBe(201);
    await waitUntil(() => before.socket.disconnected);
    const after = await watch();
    await waitUntil(() => after.named("operations:updated").length > 0);
    expect([before, after].flatMap((each) => each.named("session:ended"))).toEqual([]);
    expect(before.named("operations:updated")).toEqual([]);
    for (const { close } of [before, after]) close();
  });

  it("accepts an authenticator app as well, and requires nothing of other users", async () => {
    const [admin, user] = [await strictPerson("admin"), await strictPerson()];
    const { secret } = await beginAppSetup(admin);
    expect((await users(admin)).error.code).toBe("second_factor_required");
    await confirmApp(admin, codeOf(secret));
    expect((await users(admin)).status).toBe(200);
    expect(await passFirstFactor(admin, strict.api.visitor())).toBeTruthy();
    expect([await wishFor(user), (await users(user)).error.code]).toEqual([undefined, "forbidden"]);
  });

  it("is configured by the operator, while other servers only recommend a second factor to admins", async () => {
    const admin = await harness.api.person("admin");
    expect([await wishFor(admin), (await users(admin)).status]).toEqual(["urged", 200]);
    const signedIn = await password(admin);
    expect(JSON.parse(signedIn.text)).toMatchObject({ secondFactor: "urged" });
  });

  it("limits code guesses for all unknown devices together, but not for known devices", async () => {
    const person = await strictPerson();
    const { secret } = await beginAppSetup(person);
    await confirmApp(person, codeOf(secret));
    const stranger = strict.api.visitor();
    const tryWrong = async (client: ApiClient, code = "AAAA") =>
      (await step(await passFirstFactor(person, client), code, client)).status;
    expect([await tryWrong(stranger), await tryWrong(stranger), await tryWrong(stranger)]).toEqual([
      422, 422, 422,
    ]);
    expect(await tryWrong(strict.api.visitor(), codeOf(secret, 1))).toBe(429);
    expect(await tryWrong(person.client, codeOf(secret, 1))).toBe(200);
  });

  it("limits passkey guesses per network", async () => {
    const visitor = strict.api.visitor();
    const passkey = new VirtualAuthenticator(strict.api.origin);
    const tryWrong = async () =>
      (await signIn(visitor, passkey.answer(await request(visitor)))).status;
    const statuses: number[] = [];
    // Other tests may have made guesses from this network before, so the limit may be reached
    // early.
    while (statuses.length < 6 && statuses.at(-1) !== 429) statuses.push(await tryWrong());
    expect(statuses.at(-1)).toBe(429);
    expect(log.lines.findLast(({ security }) => security)).toMatchObject({
      security: "locked",
      userId: null,
    });
  });

  const users = ({ client }: TestUser) => client.get("/api/admin/users");
  const wishFor = async ({ client }: TestUser) =>
    (await client.get("/api/user")).as(User).secondFactor;
});
