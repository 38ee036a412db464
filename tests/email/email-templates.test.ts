import { EMAIL_KINDS, type EmailKind, EMAIL_RULES } from "#shared/domain/email.ts";
import { buildEmail } from "#worker/email/email-templates.ts";
import { renderEmail } from "#worker/email/render-email.ts";

const FACTS = {
  productName: "Debates & more",
  contactEmail: "help@example.org",
  origin: "https://debates.example",
  username: "ada",
  email: "ada@example.org",
  isConfirmed: true,
  token: "a-token",
  data: {
    device: "Firefox on Linux",
    method: "the passkey “Laptop”",
    address: "192.0.2.1",
    at: "2026-11-23T04:10:00.000Z",
    credits: "5",
    amount: "5.99 USD",
    purchase: "7",
    order: "ORDER-7",
    debate: "8",
    topic: "Cats & dogs",
  },
};

/** The link that some kinds of email contain in addition to the link with a token. */
const PAGES: Partial<Record<EmailKind, string>> = {
  password_changed: "/auth?tab=forgot",
  export_ready: "/account",
  new_device: "/account",
  signed_in_by_link: "/account",
  access_removed: "/auth?tab=forgot",
  sign_in_method_added: "/account",
  sign_in_method_removed: "/account",
  receipt: "/credits",
  debate_finished: "/debate/8",
};

const write = (kind: EmailKind, more: Partial<typeof FACTS> = {}) =>
  renderEmail(buildEmail(kind, { ...FACTS, ...more }), FACTS.productName);

describe.each(EMAIL_KINDS)("the email %s", (kind) => {
  it("has the same content as text and as HTML", () => {
    const { text, html } = write(kind);
    const words = html
      .replace(/<title>.*<\/title>/, "")
      .replace(/<\/?bdi[^>]*>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    for (const sentence of buildEmail(kind, FACTS).paragraphs) {
      expect(text).toContain(sentence);
      expect(words).toContain(sentence);
    }
  });

  it("contains its token only behind #, and no other links", () => {
    const { text, html } = write(kind);
    const links = [...text.matchAll(/https:\S+/g), ...html.matchAll(/https:[^"\s]+/g)].map(String);
    const addresses = [PAGES[kind] ?? [], EMAIL_RULES[kind].link ? "/link#a-token" : []].flat();
    expect(new Set(links.map((link) => link.replaceAll("&#38;", "&")))).toEqual(
      new Set(addresses.map((address) => `https://debates.example${address}`)),
    );
  });

  it("escapes the username in HTML", () => {
    const { html } = write(kind, { username: `<img src="x">` });
    expect(html).not.toContain("<img");
  });
});

it.each([
  ["new_device", ["Firefox on Linux", "192.0.2.1", "2026-11-23 04:10 UTC"]],
  [
    "debate_finished",
    ["AI-generated: AI models wrote all", "“Cats & dogs”", "a debate by ada", "Unsubscribe"],
  ],
  ["sign_in_method_added", ["the passkey “Laptop”", "2026-11-23 04:10 UTC"]],
  ["sign_in_method_removed", ["the passkey “Laptop”", "2026-11-23 04:10 UTC"]],
  ["receipt", ["5 credits", "5.99 USD", "2026-11-23 04:10 UTC", "Purchase number: 7", "ORDER-7"]],
] as const)("%s contains what happened and when", (kind, words) => {
  for (const word of words) expect(write(kind).text).toContain(word);
});

it("marks a topic in another language inside of the English quotation marks", () => {
  const data = { ...FACTS.data, topic: "هل القطط أفضل؟", language: "ar" };
  const { html } = write("debate_finished", { data });
  expect(html).toContain(`“<bdi lang="ar" dir="rtl">\u2068${data.topic}\u2069</bdi>” has finished`);
  const short = write("debate_finished", { data: { ...FACTS.data, topic: "a" } });
  expect(short.html.match(/<bdi/g)).toHaveLength(1);
});

it("keeps the question mark of a French topic on the line of its word", () => {
  const data = { ...FACTS.data, topic: "Faut-il travailler ?", language: "fr" };
  const { html, text } = write("debate_finished", { data });
  for (const version of [html, text]) {
    expect(version).toContain("travailler\u00a0?");
    expect(version).not.toContain("travailler ?");
  }
});

it("to an unconfirmed address asks to confirm it", () => {
  expect(write("reset_password").subject).toBe("Choose a new password for Debates & more");
  const { subject, text } = write("reset_password", { isConfirmed: false });
  expect(subject).toBe("Verify your email for Debates & more");
  expect(text).toContain("Choosing a new password verifies that it is yours");
});

it.each([
  ["confirm_email", "for 3 days"],
  ["reset_password", "for an hour"],
  ["change_email", "for 24 hours"],
  ["email_changed", "for 3 days"],
] as const)("%s states how long its link works: %s", (kind, words) => {
  expect(write(kind).text).toContain(words);
});
