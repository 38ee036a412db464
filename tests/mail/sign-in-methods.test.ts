import { Account } from "#shared/contract/account.ts";
import { PasskeyCreation, PasskeyRequest } from "#shared/contract/sign-in-methods.ts";
import { type Answer, type ApiClient, PASSWORD } from "../api-client.ts";
import { forgetProof, type Person } from "../api/test-api.ts";
import { keepLog } from "../kept-log.ts";
import { type Mailroom, openMailroom } from "./mailroom.ts";
import { SoftPasskey } from "../soft-passkey.ts";

const log = keepLog();
let room: Mailroom;
beforeAll(async () => {
  room = await openMailroom({ LIMIT_LOGIN_FAILURES_PER_ADDRESS: "10000" }, log.logger);
});
afterAll(() => room.close());

const methodsOf = async ({ client }: Person) =>
  (await client.get("/api/account")).as(Account).signInMethods;
const securityOf = ({ user }: Person) =>
  log.lines.filter(({ userId, security }) => security && userId === user.id).map((l) => l.security);
const confirm = ({ user }: Person) =>
  room.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [user.id]);

const creation = async ({ client }: Person) =>
  (await client.post("/api/account/passkeys/options")).as(PasskeyCreation);
const add = async (person: Person, passkey: SoftPasskey, name = "Laptop") =>
  person.client.post("/api/account/passkeys", {
    name,
    ...passkey.create(await creation(person)),
  });
const request = async (client: ApiClient) =>
  (await client.post("/api/login/passkey/options")).as(PasskeyRequest);
const signIn = (client: ApiClient, answer: object): Promise<Answer> =>
  client.post("/api/login/passkey", answer);
const proof = async ({ client }: Person) =>
  (await client.post("/api/account/identity/passkey/options")).as(PasskeyRequest);

/** Somebody with a passkey. */
const withPasskey = async () => {
  const person = await room.api.person();
  const passkey = new SoftPasskey(room.api.origin);
  expect((await add(person, passkey)).status).toBe(201);
  return { person, passkey };
};

describe("a passkey", () => {
  it("is added, told of by mail, signs in without a name and a password, and is removed", async () => {
    const { user } = await room.api.person();
    const person = { user, client: room.api.visitor() };
    await person.client.post("/api/login", { username: user.username, password: PASSWORD });
    await confirm(person);
    const passkey = new SoftPasskey(room.api.origin);
    expect((await add(person, passkey)).status).toBe(201);
    await room.mailTo(user.email, /^Another way to sign in/);
    const before = await methodsOf(person);
    expect(before).toMatchObject({ passkeys: [{ name: "Laptop", usedAt: null }] });

    const elsewhere = room.api.visitor();
    const signedIn = await signIn(elsewhere, passkey.answer(await request(elsewhere)));
    expect(JSON.parse(signedIn.text)).toMatchObject({ id: user.id, username: user.username });
    expect((await elsewhere.get("/api/user")).status).toBe(200);
    const [{ id, usedAt } = { id: 0, usedAt: null }] = (await methodsOf(person)).passkeys;
    expect(usedAt).toBeTruthy();

    const path = `/api/account/passkeys/${id}`;
    await person.client.request("PATCH", path, { body: { name: "Key" } });
    expect((await methodsOf(person)).passkeys).toMatchObject([{ name: "Key" }]);
    expect((await person.client.delete(path)).status).toBe(204);
    const { text } = await room.mailTo(user.email, /^A way to sign in .* was removed$/);
    expect(text).toContain("the passkey “Key”");
    expect(await methodsOf(person)).toMatchObject({ passkeys: [] });
    const late = await signIn(room.api.visitor(), passkey.answer(await request(elsewhere)));
    expect([late.status, late.error.message]).toEqual([
      422,
      "This passkey is not known here. It may have been removed from its account.",
    ]);
    expect(securityOf(person)).toEqual([
      "signed_in",
      "signed_in",
      "passkey_added",
      "signed_in",
      "passkey_removed",
    ]);
  });

  it("proves who somebody is who has been signed in for a while", async () => {
    const { person, passkey } = await withPasskey();
    await forgetProof(room.api, person.user);
    const ask = () => person.client.post("/api/account/passkeys/options");
    expect((await ask()).error.code).toBe("confirm_identity");
    const options = await proof(person);
    expect(options.allowCredentials).toHaveLength(1);
    const proved = await person.client.post(
      "/api/account/identity/passkey",
      passkey.answer(options),
    );
    expect([proved.status, (await ask()).status]).toEqual([204, 200]);
  });

  it("is nobody else's to prove anything with, and its signature is for nothing else", async () => {
    const [{ person, passkey }, other] = [await withPasskey(), await room.api.person()];
    await forgetProof(room.api, other.user);
    const prove = (answer: object) => other.client.post("/api/account/identity/passkey", answer);
    const foreign = await prove(passkey.answer(await proof(other)));
    expect([foreign.status, foreign.error.message]).toEqual([
      422,
      "This passkey is not one of your account.",
    ]);
    const over = "That took too long, or was answered before. Please try again.";
    for (const options of [await proof(person), await request(other.client)])
      expect((await prove(passkey.answer(options))).error.message).toBe(over);
    const { challenge, rp } = await creation(person);
    const toAdd = { ...(await proof(person)), challenge, rpId: rp.id };
    const own = await person.client.post("/api/account/identity/passkey", passkey.answer(toAdd));
    expect(own.error.message).toBe(over);
    const visitor = room.api.visitor();
    const borrowed = await signIn(visitor, passkey.answer(await proof(person)));
    expect(borrowed.error.message).toBe(over);
    const stillAsks = await other.client.post("/api/account/passkeys/options");
    expect(stillAsks.error.code).toBe("confirm_identity");
    expect(securityOf(other)).toEqual(["signed_in", ...Array<string>(3).fill("passkey_refused")]);
  });

  it.each([
    ["made for another site", { rpId: "elsewhere.example" }],
    ["asked for by another site's page", { origin: "https://elsewhere.example" }],
    ["of a device that has not looked who is there", { isVerified: false }],
    ["used before by a copy of it", { counter: 0 }],
  ])("is not accepted when %s, which its owner sees", async (_what, fault) => {
    const { person, passkey } = await withPasskey();
    await signIn(room.api.visitor(), passkey.answer(await request(person.client)));
    const visitor = room.api.visitor();
    const refused = await signIn(visitor, passkey.answer(await request(visitor), fault));
    expect([refused.status, refused.error.message]).toEqual([
      422,
      "This passkey could not be verified. Please try again.",
    ]);
    expect((await visitor.get("/api/user")).status).toBe(401);
    expect(securityOf(person).at(-1)).toBe("passkey_refused");
  });

  it("with another one's signature is not accepted", async () => {
    const [{ passkey }, stranger] = [await withPasskey(), new SoftPasskey(room.api.origin)];
    const options = await request(room.api.visitor());
    const { signature } = stranger.answer(options);
    const refused = await signIn(room.api.visitor(), { ...passkey.answer(options), signature });
    expect(refused.status).toBe(422);
  });

  it("signs in once with what it has signed: one of 50 at once, and nobody afterwards", async () => {
    const { passkey } = await withPasskey();
    const answer = passkey.answer(await request(room.api.visitor()));
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await signIn(room.api.visitor(), answer)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(room.api.visitor(), answer)).status).toBe(422);
  });

  it("is not accepted from its copy that signs at the same moment", async () => {
    const { passkey } = await withPasskey();
    const [one, two] = [await request(room.api.visitor()), await request(room.api.visitor())];
    const answers = [one, two].map((options) => passkey.answer(options, { counter: 7 }));
    const [late, first] = await room.api.overlap(
      () => signIn(room.api.visitor(), answers[0] ?? {}),
      () => signIn(room.api.visitor(), answers[1] ?? {}),
      /UPDATE passkeys SET counter/,
    );
    expect([late.status, first.status]).toEqual([422, 200]);
  });

  it("has five minutes to sign it", async () => {
    const { passkey } = await withPasskey();
    const options = await request(room.api.visitor());
    const expire = `UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'
                     WHERE challenge = $1 RETURNING expires_at <= now() AS "isOver"`;
    expect(await room.api.sql(expire, [options.challenge])).toEqual([{ isOver: true }]);
    expect((await signIn(room.api.visitor(), passkey.answer(options))).status).toBe(422);
    await request(room.api.visitor());
    const kept = "SELECT FROM passkey_challenges WHERE expires_at < now()";
    expect(await room.api.sql(kept)).toEqual([]);
  });

  it.each([
    ["for another site's page", { origin: "https://elsewhere.example" }],
    ["for another site", { rpId: "elsewhere.example" }],
    ["without looking who is there", { isVerified: false }],
    ["for nothing that was asked", { challenge: "A".repeat(43) }],
  ])("is not added that was made %s", async (_what, fault) => {
    const person = await room.api.person();
    const made = new SoftPasskey(room.api.origin).create(await creation(person), fault);
    const refused = await person.client.post("/api/account/passkeys", { name: "x", ...made });
    expect(refused.status).toBe(422);
    expect(securityOf(person).at(-1)).toBe("passkey_refused");
    expect(await methodsOf(person)).toMatchObject({ passkeys: [] });
  });

  it("is added once, to one account, of which it is one of twenty", async () => {
    const { person, passkey } = await withPasskey();
    const other = await room.api.person();
    const again = await add(other, passkey);
    expect([again.status, again.error.message]).toEqual([
      409,
      "This passkey is known here already.",
    ]);
    expect((await creation(person)).excludeCredentials).toHaveLength(1);
    await room.api.sql(
      `INSERT INTO passkeys (user_id, credential, public_key, name)
       SELECT $1, gen_random_uuid()::text, '', 'One of many' FROM generate_series(2, 20)`,
      [person.user.id],
    );
    const much = await add(person, new SoftPasskey(room.api.origin));
    expect([much.status, much.error.message]).toEqual([409, "An account has at most 20 passkeys."]);
  });

  it("of somebody else is neither renamed nor removed", async () => {
    const [{ person }, other] = [await withPasskey(), await room.api.person()];
    const [{ id } = { id: 0 }] = (await methodsOf(person)).passkeys;
    const path = `/api/account/passkeys/${id}`;
    expect((await other.client.delete(path)).status).toBe(404);
    const renamed = await other.client.request("PATCH", path, { body: { name: "Mine" } });
    expect(renamed.status).toBe(404);
    expect(await methodsOf(person)).toMatchObject({ passkeys: [{ name: "Laptop" }] });
  });

  it("opens no account that is suspended", async () => {
    const { person, passkey } = await withPasskey();
    await room.api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [person.user.id]);
    const visitor = room.api.visitor();
    expect((await signIn(visitor, passkey.answer(await request(visitor)))).status).toBe(403);
  });

  it("is tried only so often from one network", async () => {
    const strict = await openMailroom({ LIMIT_LOGIN_FAILURES_PER_ADDRESS: "2" });
    const visitor = strict.api.visitor();
    const passkey = new SoftPasskey(strict.api.origin);
    const guess = async () =>
      (await signIn(visitor, passkey.answer(await request(visitor)))).status;
    expect([await guess(), await guess(), await guess()]).toEqual([422, 422, 429]);
    await strict.close();
  });
});
