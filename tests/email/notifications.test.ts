import { randomUUID } from "node:crypto";
import { Account } from "#shared/contract/accounts/account.ts";
import { EmailLinkInfo } from "#shared/contract/accounts/email-links.ts";
import type { ReceivedEmail } from "#infra/dev/fakes/email/mailbox-page.ts";
import { digestToken } from "#infra/tokens.ts";
import { insertFinishedTurns, createPaidDebate, type TestUser } from "../api/test-api.ts";
import { waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { type EmailHarness, startEmailHarness, extractToken } from "./email-harness.ts";

const FINISHED_SUBJECT = /^Your debate at .* has finished$/;
const TOPIC = "Whether <b>cats</b> & dogs";

let harness: EmailHarness;
let admin: TestUser;
beforeAll(async () => {
  harness = await startEmailHarness();
  admin = await harness.api.person("admin");
});
afterAll(() => harness.close());

const sql = (statement: string, ...values: unknown[]) => harness.api.sql(statement, values);
const confirmed = async (): Promise<TestUser> => {
  const person = await harness.api.person();
  await sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", person.user.id);
  return person;
};
const judge = async (id: number) => {
  await sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", id);
  expect((await admin.client.post(`/api/admin/debates/${id}/verdict`)).status).toBe(202);
  const isJudged = "SELECT FROM debates WHERE id = $1 AND verdict_status = 'complete'";
  await waitUntil(async () => (await sql(isJudged, id)).length > 0, { what: "the verdict" });
};
const finish = async (person: TestUser): Promise<number> => {
  const debate = await createPaidDebate(harness.api, person, { topic: TOPIC, maxTurns: 2 });
  await insertFinishedTurns(harness.api, debate, 2);
  await judge(debate.id);
  return debate.id;
};
const toldOf = async ({ user }: TestUser): Promise<number> => {
  await harness.settled();
  return harness.subjectsTo(user.email).filter((subject) => FINISHED_SUBJECT.test(subject)).length;
};
const mailsOf = async ({ client }: TestUser) =>
  (await client.get("/api/account")).as(Account).mails;
const choose = ({ client }: TestUser, on: boolean) =>
  client.request("PUT", "/api/account/mails", { body: { kind: "debate_finished", on } });

describe("the email about a finished debate", () => {
  it("is sent once to an absent owner, however often the debate is judged", async () => {
    const person = await confirmed();
    const id = await finish(person);
    const { text, html } = await harness.mailTo(person.user.email, FINISHED_SUBJECT);
    expect(text).toContain(`“${TOPIC}”`);
    expect(text).toContain(`/debate/${id}\n`);
    expect(html).not.toContain("<b>");
    await judge(id);
    expect(await toldOf(person)).toBe(1);
  });

  it("is not sent while the owner has a page open on any process", async () => {
    const person = await confirmed();
    const isNoted = "SELECT FROM connected_users WHERE $1 = ANY (user_ids)";
    const noted = async () => (await sql(isNoted, person.user.id)).length > 0;
    const page = await watchDebate(harness.api.origin, 1, person.client.cookie);
    await waitUntil(noted, { what: "being seen" });
    await finish(person);
    expect(await toldOf(person)).toBe(0);
    page.close();
    await waitUntil(async () => !(await noted()), { what: "being gone" });
    await finish(person);
    expect(await toldOf(person)).toBe(1);
  });

  it.each([
    ["is running", "-1 hour", 0],
    ["has been silent for 11 s", "11 seconds", 1],
  ])(
    "depends on the heartbeat of the process to which the owner is connected: it %s",
    async (_what, ago, count) => {
      const person = await confirmed();
      await sql(
        "INSERT INTO connected_users VALUES ($1, ARRAY[$2::int], now() - $3::interval)",
        randomUUID(),
        person.user.id,
        ago,
      );
      await finish(person);
      expect(await toldOf(person)).toBe(count);
    },
  );

  it("is not sent to an unconfirmed address or to a user who turned it off", async () => {
    const [unknown, stopped] = [await harness.api.person(), await confirmed()];
    for (const on of [false, false]) expect((await choose(stopped, on)).status).toBe(204);
    const kept = "SELECT unsubscribed_emails AS kinds FROM users WHERE id = $1";
    expect(await sql(kept, stopped.user.id)).toEqual([{ kinds: ["debate_finished"] }]);
    expect([await mailsOf(unknown), await mailsOf(stopped)]).toEqual([["debate_finished"], []]);
    for (const person of [unknown, stopped]) {
      await finish(person);
      expect(await toldOf(person)).toBe(0);
    }
    for (const on of [true, true]) expect((await choose(stopped, on)).status).toBe(204);
    await finish(stopped);
    expect(await toldOf(stopped)).toBe(1);
  });

  it("is not sent for a deleted debate", async () => {
    const person = await confirmed();
    const { id } = await createPaidDebate(harness.api, person, { topic: TOPIC });
    await sql(
      `INSERT INTO emails (kind, user_id, email, data)
       SELECT 'debate_finished', $1, $2, jsonb_build_object('debate', debate)
         FROM unnest(ARRAY['2000000000', $3]) AS debate`,
      person.user.id,
      person.user.email,
      String(id),
    );
    expect(await toldOf(person)).toBe(1);
    const { text } = await harness.mailTo(person.user.email, FINISHED_SUBJECT);
    expect(text).toContain(`/debate/${id}\n`);
  });
});

describe("an optional email", () => {
  /** Returns the one-click address for mail programs and the address of the page for the reader. */
  const addressesIn = ({ headers, text }: ReceivedEmail) => {
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, address = ""] = /^<(.*)>$/.exec(headers["list-unsubscribe"] ?? "") ?? [];
    const { pathname, search, searchParams } = new URL(address);
    expect(searchParams.get("token")).toBe(extractToken({ text }));
    return { oneClick: `${pathname}${search}`, token: searchParams.get("token") ?? "" };
  };
  const finishAndReadLinks = async (person: TestUser) => {
    await finish(person);
    return addressesIn(await harness.mailTo(person.user.email, FINISHED_SUBJECT));
  };
  /** A one-click request from a mail provider's server. */
  const press = (address: string, body = "List-Unsubscribe=One-Click") =>
    harness.api.visitor().request("POST", address, {
      body,
      headers: {
        origin: "https://mail.example",
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      },
    });

  it("is turned off by one click in a mail program, for this user and kind only", async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    const { oneClick } = await finishAndReadLinks(person);
    expect((await press(oneClick)).status).toBe(204);
    expect([await mailsOf(person), await mailsOf(other)]).toEqual([[], ["debate_finished"]]);
    await finish(person);
    expect(await toldOf(person)).toBe(1);
    expect((await press(oneClick)).status).toBe(404);
    await harness.api.visitor().post("/api/password/forgot", { username: person.user.username });
    await harness.mailTo(person.user.email, /^Choose a new password/);
  });

  it("is turned off by the form as multipart too, and not by other bodies", async () => {
    const person = await confirmed();
    const { oneClick } = await finishAndReadLinks(person);
    for (const words of ["", "List-Unsubscribe=No", "One-Click"]) {
      const { status, error } = await press(oneClick, words);
      expect([status, error.code]).toEqual([422, "invalid"]);
    }
    expect(await mailsOf(person)).toEqual(["debate_finished"]);
    const part = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--`;
    expect((await press(oneClick, part)).status).toBe(204);
    expect(await mailsOf(person)).toEqual([]);
  });

  it("is not turned off by a scanner that opens the link, which leads to a confirmation page", async () => {
    const person = await confirmed();
    const { oneClick, token } = await finishAndReadLinks(person);
    const opened = await harness.api.visitor().get(oneClick);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, `/link#${token}`]);
    const link = (path: string) => harness.api.visitor().post(`/api/links/${path}`, { token });
    const { username, email } = person.user;
    const kind = "stop_debate_finished";
    expect((await link("look")).as(EmailLinkInfo)).toEqual({ kind, username, email });
    expect(await mailsOf(person)).toEqual(["debate_finished"]);
    expect((await link("use")).status).toBe(200);
    expect(await mailsOf(person)).toEqual([]);
    expect([(await link("look")).status, (await link("use")).status]).toEqual([404, 404]);
  });

  it("is turned off by its own link only, not by links for other purposes or unknown tokens", async () => {
    const person = await harness.api.person();
    const token = extractToken(await harness.mailTo(person.user.email, /^Verify/));
    for (const foreign of [token, "", "x", "ü", digestToken(token)])
      expect((await press(`/api/unsubscribe?token=${encodeURIComponent(foreign)}`)).status).toBe(
        404,
      );
    expect((await person.client.get("/api/account")).as(Account).isEmailConfirmed).toBe(false);
    const opened = await harness.api
      .visitor()
      .get("/api/unsubscribe?token=%2F%2Fevil.example%0D%0Ax:y");
    expect(opened.headers.get("location")).toBe("/link#%2F%2Fevil.example%0D%0Ax%3Ay");
  });

  it("has a link that survives a password change and works for 60 days", async () => {
    const person = await confirmed();
    const { oneClick } = await finishAndReadLinks(person);
    await harness.api.visitor().post("/api/password/forgot", { username: person.user.username });
    const token = extractToken(await harness.mailTo(person.user.email, /^Choose a new password/));
    const body = { token, password: "another horse" };
    expect((await harness.api.visitor().post("/api/password/reset", body)).status).toBe(200);
    const [link] = await harness.api.sql<{ days: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float / 86400 AS days FROM email_tokens
        WHERE user_id = $1 AND kind = 'stop_debate_finished'`,
      [person.user.id],
    );
    expect(Math.round(link?.days ?? 0)).toBe(60);
    expect((await press(oneClick)).status).toBe(204);
  });

  it("is the only kind of email with list headers", async () => {
    const person = await confirmed();
    const { headers } = await harness.mailTo(person.user.email, /^Verify/);
    expect(Object.keys(headers).filter((name) => name.startsWith("list-"))).toEqual([]);
  });
});
