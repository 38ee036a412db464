import { type ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import type { TestUser } from "../api/test-api.ts";
import { type EmailHarness, startEmailHarness } from "./email-harness.ts";

let harness: EmailHarness;
beforeAll(async () => {
  harness = await startEmailHarness({ LIMIT_REGISTER_PER_HOUR: "100" });
});
afterAll(() => harness.close());

let strangers = 0;
const stranger = () => `stranger-${++strangers}@example.org`;
const register = async (username: string, email: string): Promise<TestUser> => {
  const client = harness.api.visitor();
  const answer = await client.post("/api/register", { username, email, password: TEST_PASSWORD });
  if (answer.status !== 201) throw new Error(answer.text);
  return { client, user: JSON.parse(answer.text) as TestUser["user"] };
};
const confirm = ({ user }: TestUser) =>
  harness.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [user.id]);
const changeEmail = async (client: ApiClient, email: string) => {
  const body = { email, password: TEST_PASSWORD };
  const { status, text } = await client.request("PUT", "/api/account/email", { body });
  return { status, text };
};
const forgot = async (username: string) =>
  (await harness.api.visitor().post("/api/password/forgot", { username })).status;
const sentTo = async (subject: RegExp, ...addresses: string[]) => {
  await harness.settled();
  return addresses.flatMap((to) => harness.subjectsTo(to)).filter((each) => subject.test(each))
    .length;
};
const CONFIRM_SUBJECT = /^Verify your email/;
const CHANGE_SUBJECT = /^Verify your new email/;
const RESET_SUBJECT = /^Choose a new password/;

describe("emails that strangers can cause", () => {
  it("are limited to three an hour per recipient, regardless of sender, case and address tag", async () => {
    const email = stranger();
    const spelled = [
      email,
      email.toUpperCase(),
      email.replace("@", "+one@"),
      email.replace("@", "+2@"),
    ];
    const people = [
      await harness.api.person(),
      await harness.api.person(),
      await harness.api.person(),
    ];
    const answers = await Promise.all(
      people.flatMap(({ client }) => spelled.map((to) => changeEmail(client, to))),
    );
    expect(answers).toEqual(Array.from({ length: 12 }, () => ({ status: 204, text: "" })));
    expect(await sentTo(CHANGE_SUBJECT, email, ...spelled.slice(2))).toBe(3);
    const other = stranger();
    expect((await changeEmail(people[0]?.client ?? harness.api.visitor(), other)).status).toBe(204);
    expect(await sentTo(CHANGE_SUBJECT, other)).toBe(1);
  });

  it("are inserted and queued above the limit just as below it", async () => {
    const [person, email] = [await harness.api.person(), stranger()];
    for (let n = 0; n < 5; n++) await changeEmail(person.client, email);
    await harness.settled();
    const mails = `SELECT status, attempt FROM emails WHERE user_id = $1 AND kind = 'change_email'`;
    expect(await harness.api.sql(mails, [person.user.id])).toEqual(
      Array.from({ length: 5 }, () => ({ status: "complete", attempt: 1 })),
    );
  });

  it("are counted per kind over the last hour", async () => {
    const email = stranger();
    const person = await register(`counted-${strangers}`, email);
    for (let n = 0; n < 5; n++) await person.client.post("/api/account/confirmation");
    expect(await sentTo(CONFIRM_SUBJECT, email)).toBe(3);
    await confirm(person);
    for (let n = 0; n < 5; n++) expect(await forgot(person.user.username)).toBe(204);
    expect(await sentTo(RESET_SUBJECT, email)).toBe(3);
    const anHourAgo = `UPDATE email_recipients
      SET sent_at[1] = now() - interval '61 minutes' WHERE kind = 'reset_password'`;
    await harness.api.sql(anHourAgo);
    for (let n = 0; n < 3; n++) await forgot(email.toUpperCase());
    expect(await sentTo(RESET_SUBJECT, email)).toBe(4);
    await harness.api.sql(
      `UPDATE email_recipients SET sent_at = '{"2000-01-01"}' WHERE digest <> 'of-the-bystander'`,
    );
    await forgot(person.user.username);
    expect(await sentTo(RESET_SUBJECT, email)).toBe(5);
  });

  it("are limited to three even if each account that causes one is deleted", async () => {
    const email = stranger();
    for (let n = 0; n < 5; n++) {
      const { client } = await register(`again-${strangers}-${n}`, email);
      const { status } = await client.post("/api/account/delete", { password: TEST_PASSWORD });
      expect(status).toBe(204);
    }
    expect(await sentTo(CONFIRM_SUBJECT, email)).toBeLessThanOrEqual(3);
    const counted =
      "SELECT cardinality(sent_at) AS count FROM email_recipients WHERE kind = 'confirm_email'";
    expect(await harness.api.sql(counted)).toContainEqual({ count: 3 });
  });

  it("do not count against a confirmed address of an account", async () => {
    const email = stranger();
    const owner = await register(`holder-${strangers}`, email);
    await confirm(owner);
    const tagged = await register(`tagged-${strangers}`, email.replace("@", "+tag@"));
    for (let n = 0; n < 4; n++) await forgot(tagged.user.username);
    await forgot(owner.user.username);
    expect(await sentTo(RESET_SUBJECT, email)).toBe(1);
  });

  it("do not count if they are withheld", async () => {
    const [owner, other] = [await harness.api.person(), await harness.api.person()];
    for (let n = 0; n < 4; n++) await changeEmail(other.client, owner.user.email);
    const freed = owner.user.email;
    await harness.api.sql("UPDATE users SET email = 'moved-away@example.org' WHERE id = $1", [
      owner.user.id,
    ]);
    await changeEmail(other.client, freed);
    expect(await sentTo(CHANGE_SUBJECT, freed)).toBe(1);
  });
});

it("emails about changes to an account are sent without a limit", async () => {
  const person = await harness.api.person();
  await confirm(person);
  let password = TEST_PASSWORD;
  for (let n = 0; n < 5; n++) {
    const newPassword = `another horse ${n}`;
    const body = { password, newPassword };
    await person.client.request("PUT", "/api/account/password", { body });
    password = newPassword;
  }
  expect(await sentTo(/^Your password at .* was changed$/, person.user.email)).toBe(5);
});
