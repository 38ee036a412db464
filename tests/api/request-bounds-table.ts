import { ADMIN_ACTS } from "#shared/domain/accounts/audit-log.ts";
import { REVIEW_DECISIONS, REPORT_REASONS } from "#shared/domain/moderation.ts";
import { APPEAL_DECISIONS, APPEAL_GROUNDS } from "#shared/domain/debates/judging/appeal.ts";
import { FORMATS, PACES } from "#shared/domain/debates/debate.ts";
import { LANGUAGES } from "#shared/domain/debates/language/language.ts";
import { OPTIONAL_EMAILS } from "#shared/domain/email.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { SPEAKERS } from "#shared/domain/speaker.ts";
import {
  withMoreCases,
  constField,
  anyTextField,
  type FieldBounds,
  type FieldBoundsByName,
  booleanField,
  queryField,
  enumField,
  optionalField,
  textField,
  trimmedTextField,
  integerField,
} from "./field-bounds.ts";

/** The fields of a route, and the status of a request with accepted values. */
interface RequestBounds {
  params?: FieldBoundsByName;
  query?: FieldBoundsByName;
  headers?: FieldBoundsByName;
  body?: FieldBoundsByName;
  status: number;
}

/** PostgreSQL's largest integer, the upper bound of ids. */
const LARGEST_ID = 2_147_483_647;

const id = integerField(1, LARGEST_ID);

const writtenId: FieldBounds = {
  described: { type: "string", pattern: String.raw`^[1-9]\d{0,9}$` },
  becomes: { type: "integer", minimum: 1, maximum: LARGEST_ID },
  accepted: ["2147483647", "1"],
  refused:
    "0,-1,007,1.5,1.0,1e3,0x7,+1,one,2147483648,9999999999,12345678901, 1,1 ,\n1,1\n,1;2,١".split(
      ",",
    ),
};
const params = { id: writtenId };
const NOT_FOUND = { params, status: 404 };

const provider = enumField(...PROVIDERS);
const speaker = enumField(...SPEAKERS);

const TOO_LONG = `${"a".repeat(250)}@c.de`;
const NO_ADDRESSES =
  "a|a@b|@b.co|a@.co|a@b.c|a@b..co|a b@c.de|a@b@c.de|.a@b.co|a.@b.co|a@b.co x|a@b.co\nx|x\na@b.co";
const email: FieldBounds = {
  described: { type: "string", maxLength: 254 },
  becomes: { type: "string", format: "email" },
  accepted: ["a@b.co", `${"a".repeat(249)}@c.de`, " padded@d.org\n", "a.b_c+d'e-f@g-h.i.museum"],
  refused: ["", " ", TOO_LONG, ...NO_ADDRESSES.split("|"), null, 7, true, ["a@b.co"]],
};

/** A clip in a URL. An unparsable one is refused later, by the clip's own parser. */
const passage: FieldBounds = {
  described: { type: "string", maxLength: 40 },
  accepted: ["3.2-3.4", "", "x".repeat(40)],
  refused: ["x".repeat(41), ["1.1-1.1", "1.1-1.1"]],
};

const moment = queryField({
  described: { type: "string", pattern: String.raw`^\d{1,15}$` },
  becomes: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
  accepted: ["1700000000000", "0", "9".repeat(15)],
  refused: ["", "soon", "-1", "1.5", "1e3", "9".repeat(16), " 1", "1\n", "\u0661"],
});

const username = withMoreCases(trimmedTextField(3, 30, "^[A-Za-z0-9_.-]+$"), {
  accepted: ["A.z-0_9"],
  refused: ["a b", "abc!", "!abc", "ab\ncd", "äöü", "a@b", "a/b"],
});

const language: FieldBounds = {
  described: { type: "string", example: "pt-BR" },
  accepted: [...LANGUAGES, "pt-BR", "PT-br", "zh-Hant", "zh-Hant-TW", "es-419", "iw"],
  refused: "tlh und e\u0301s spanish es_MX es- es-MX- es-x-mine de-1996 en-u-ca-buddhist es-MXX"
    .split(" ")
    .concat("", " es", "en-".repeat(1000)),
};

const TOO_SHORT = ["", "Cats", " Cats ", "😀".repeat(4), "\u0007\u0007abcd", "Ca\u202E\u{E0041}ts"];
const longTopic = "x".repeat(300);
const topic: FieldBounds = {
  described: { type: "string", rules: 2 },
  // An emoji counts as one character, although JavaScript counts two.
  accepted: [
    "Cats?",
    longTopic,
    ` \n${longTopic}\t`,
    "😀".repeat(5),
    "😀".repeat(300),
    "ab\u0007cd",
  ],
  refused: [...TOO_SHORT, `${longTopic}x`, "😀".repeat(301), null, 7, ["Cats or dogs"]],
};

/** The number must be even, so that both sides speak equally often. */
const maxTurns: FieldBounds = {
  described: { type: "integer", rules: 1 },
  accepted: [2, 20, 10],
  refused: [0, 1, 3, 19, 21, 22, -2, 2.5, null, "6", true],
};

const orderId: FieldBounds = {
  described: { type: "string", pattern: String.raw`^[\w-]{1,64}$` },
  accepted: ["A", "x".repeat(64), "Az_-09"],
  refused: ["", "x".repeat(65), "a b", " a", "a ", "a\n", "\na", "é", "a/b", null, 7, ["A"]],
};
const balance = integerField(0, 1_000_000);
const setCredits = {
  credits: balance,
  /** The largest accepted value is the largest integer that JavaScript represents exactly. */
  expected: optionalField({
    described: { type: "integer", minimum: 0 },
    accepted: [0, 9_007_199_254_740_991],
    refused: [-1, 9_007_199_254_740_992, 0.5, null, "0"],
  }),
};

const longDetails = "x".repeat(500);
const appealReason: FieldBounds = {
  described: { type: "string", rules: 2 },
  accepted: ["x".repeat(20), "x".repeat(500), "😀".repeat(20), ` \n${"x".repeat(500)}\t`],
  refused: ["", "x".repeat(19), ` ${"x".repeat(19)} `, "x".repeat(501), null, 7, ["x".repeat(20)]],
};
const details: FieldBounds = {
  described: { type: "string", rules: 1 },
  accepted: ["", longDetails, ` ${longDetails}\u202E`, "😀".repeat(500)],
  refused: [`${longDetails}x`, "😀".repeat(501), null, 7],
};

const search: FieldBounds = queryField({
  described: { type: "string", maxLength: 100 },
  accepted: ["", "x".repeat(100), ` ${"x".repeat(100)} `, "%".repeat(100)],
  refused: ["x".repeat(101), "%".repeat(101)],
});
const numberInQuery = (min: number, max: number): FieldBounds =>
  queryField({
    described: { type: "integer", minimum: min, maximum: max },
    accepted: [String(max), String(min)],
    refused: [min - 1, max + 1, -1, 1.5, "", "x", "1 2", "1,2", "NaN", "Infinity"].map(String),
  });
const paging = { page: numberInQuery(1, 100_000), perPage: numberInQuery(1, 50) };

/** Keys made of `letter`. A key that was used for another route would be refused. */
const idempotencyKey = (letter: string) => ({
  "idempotency-key": optionalField({
    described: { type: "string", minLength: 1, maxLength: 200 },
    accepted: [letter.repeat(200), letter],
    refused: ["", letter.repeat(201)],
  }),
});

const users = {
  query: {
    sort: queryField(
      enumField(
        "newest",
        "oldest",
        "username",
        "-username",
        "email",
        "-email",
        "role",
        "-role",
        "credits",
        "-credits",
      ),
    ),
    q: search,
    ...paging,
  },
  status: 200,
};

const debateList = {
  query: {
    sort: queryField(enumField("popular", "newest", "voted")),
    q: search,
    status: queryField(enumField("live", "paused", "pending", "completed", "active")),
    format: queryField(enumField(...FORMATS)),
    provider: queryField(provider),
    ...paging,
  },
  status: 200,
};

const turnId: FieldBounds = { ...writtenId, refused: [...writtenId.refused, "", ["1", "1"]] };
const secondary = queryField({
  ...enumField("true", "false"),
  refused: ["", "1", "TRUE", "yes", ["true"]],
});
/** Parameters that old clients send and the API ignores. */
const ignored = { t: anyTextField, noCache: anyTextField, retry: anyTextField };

const maxText = (max: number): FieldBounds => ({
  described: { type: "string", maxLength: max },
  accepted: ["x".repeat(max), ""],
  refused: ["x".repeat(max + 1), null, 7, true, ["x"], { text: 1 }],
});
/** Any short text is accepted, because an unknown token is treated like an expired one. */
const token = maxText(200);
/** A token in a URL. A URL without one leads to the page about expired links. */
const optionalToken = queryField({
  described: { type: "string", maxLength: 200 },
  accepted: ["x".repeat(200), ""],
  refused: ["x".repeat(201)],
});
const sessionName: FieldBounds = {
  described: { type: "string", pattern: "^[0-9a-f]{32}$" },
  accepted: ["0".repeat(32), "9af".repeat(11).slice(1)],
  refused: ["", "0".repeat(31), "0".repeat(33), "G".repeat(32), `${"0".repeat(32)}\n`, null, 7],
};
const charterHash: FieldBounds = {
  described: { type: "string", pattern: "^[0-9a-f]{64}$" },
  accepted: ["0".repeat(64), "9af".repeat(22).slice(2)],
  refused: ["", "0".repeat(63), "0".repeat(65), "G".repeat(64), `${"0".repeat(64)}\n`],
};
const password = textField(6, 200);
/** The caller's current password. The rules for passwords apply only to new ones. */
const ownPassword = textField(1, 200);

/** Base64url bytes as in WebAuthn. */
const bytes = (max: number): FieldBounds => ({
  described: { type: "string", maxLength: max, pattern: String.raw`^[\w-]+$` },
  accepted: ["A".repeat(max), "_", "-"],
  refused: ["", "A".repeat(max + 1), "A=", "A\n", "A+", "A/", null, 7, ["A"]],
});
const signed = {
  id: bytes(1364),
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
};

/**
 * The inputs of every route. Each input has values that the route accepts, such as the longest one,
 * and values that it refuses.
 */
export const REQUEST_BOUNDS: Record<string, RequestBounds> = {
  "POST /register": {
    body: { username, email, password },
    status: 201,
  },
  "POST /login": {
    body: { username: trimmedTextField(1, 254), password: ownPassword },
    status: 401,
  },
  // Values within the bounds are refused, too: none of them is the caller's password, and email is
  // not configured.
  "PUT /account/password": {
    body: { password: ownPassword, newPassword: password },
    status: 422,
  },
  "PUT /account/email": { body: { email, password: ownPassword }, status: 503 },
  "PUT /account/mails": {
    body: { kind: enumField(...OPTIONAL_EMAILS), on: booleanField },
    status: 204,
  },
  "POST /account/identity": {
    body: { password: ownPassword, code: optionalField(trimmedTextField(1, 40)) },
    status: 422,
  },
  "POST /login/passkey": { body: signed, status: 422 },
  "POST /account/identity/passkey": { body: signed, status: 422 },
  "POST /account/passkeys": {
    body: {
      name: trimmedTextField(1, 60),
      id: bytes(1364),
      clientData: bytes(4000),
      attestation: bytes(16_000),
    },
    status: 422,
  },
  "PATCH /account/passkeys/:id": { ...NOT_FOUND, body: { name: trimmedTextField(1, 60) } },
  "DELETE /account/passkeys/:id": NOT_FOUND,
  "POST /login/second-step": { body: { token, code: trimmedTextField(1, 40) }, status: 401 },
  "POST /account/app/confirm": { body: { code: trimmedTextField(1, 40) }, status: 409 },
  "POST /account/sessions/end": { body: { session: sessionName }, status: 404 },
  "POST /account/delete": { body: { password: optionalField(ownPassword) }, status: 422 },
  "POST /password/check": {
    body: {
      password: maxText(200),
      username: optionalField(maxText(254)),
      email: optionalField(maxText(254)),
    },
    status: 200,
  },
  "POST /password/forgot": { body: { username: trimmedTextField(1, 254) }, status: 503 },
  "POST /sign-in-link": { body: { username: trimmedTextField(1, 254) }, status: 503 },
  "POST /login/link": { body: { token }, status: 404 },
  "POST /password/reset": { body: { token, password }, status: 404 },
  "POST /links/look": { body: { token }, status: 404 },
  "POST /links/use": { body: { token }, status: 404 },
  "GET /unsubscribe": { query: { token: optionalToken }, status: 303 },
  // A token within the bounds is refused, too, because the body of this request lacks the words of
  // a one-click unsubscribe.
  "POST /unsubscribe": { query: { token: optionalToken }, status: 422 },
  "POST /debates": {
    headers: idempotencyKey("d"),
    body: {
      topic,
      maxTurns: optionalField(maxTurns),
      botAProvider: optionalField(provider),
      botBProvider: optionalField(provider),
      botAStance: optionalField(constField("for")),
      botBStance: optionalField(constField("against")),
      format: optionalField(enumField(...FORMATS)),
      shareEnabled: optionalField(booleanField),
      isPublic: optionalField(booleanField),
      onlyOwnerSteps: optionalField(booleanField),
      language: optionalField(language),
      mystery: optionalField(booleanField),
    },
    status: 201,
  },
  "POST /debates/language": { body: { topic }, status: 200 },
  "GET /debates/public": {
    ...debateList,
    query: { ...debateList.query, language: queryField(language) },
  },
  "GET /debates/my": debateList,
  "GET /judge/rules": { query: { hash: charterHash }, status: 404 },
  "GET /debates/:id": NOT_FOUND,
  "PATCH /debates/:id": {
    ...NOT_FOUND,
    body: {
      language: optionalField(language),
      isPublic: optionalField(booleanField),
      shareEnabled: optionalField(booleanField),
      onlyOwnerSteps: optionalField(booleanField),
      pace: optionalField(enumField(...PACES)),
    },
  },
  "PUT /debates/:id/auto-play": { ...NOT_FOUND, body: { on: booleanField } },
  "POST /debates/:id/rematch": { ...NOT_FOUND, headers: idempotencyKey("r") },
  "DELETE /debates/:id": NOT_FOUND,
  "GET /debates/:id/turns": NOT_FOUND,
  "POST /debates/:id/turns": NOT_FOUND,
  "POST /turns/:id/reactions": { ...NOT_FOUND, body: { sentence: integerField(0, 9999) } },
  "POST /debates/:id/vote": { ...NOT_FOUND, body: { winner: enumField("bot_a", "bot_b") } },
  "POST /debates/:id/skip-vote": { ...NOT_FOUND, body: { undecided: optionalField(booleanField) } },
  "POST /debates/:id/ballot": {
    ...NOT_FOUND,
    body: { stance: enumField("for", "undecided", "against") },
  },
  "POST /turns/:id/seen": NOT_FOUND,
  "GET /debates/:id/swing": NOT_FOUND,
  "POST /debates/:id/appeal": {
    ...NOT_FOUND,
    body: { ground: enumField(...APPEAL_GROUNDS), reason: appealReason },
  },
  "GET /debates/:id/appeals": NOT_FOUND,
  "POST /debates/:id/reaction": { ...NOT_FOUND, body: { type: enumField("up", "down", "none") } },
  "GET /debates/:id/audio.mp3": NOT_FOUND,
  "GET /debates/:id/live.mp3": {
    ...NOT_FOUND,
    query: { at: moment, show: optionalField(constField("on")) },
  },
  "GET /debates/:id/live": NOT_FOUND,
  "GET /debates/:id/moment": { ...NOT_FOUND, query: { moment: passage } },
  "GET /debates/:id/moment.mp3": {
    ...NOT_FOUND,
    query: { moment: passage, save: queryField(enumField("on")) },
  },
  "POST /credits/purchase": {
    headers: idempotencyKey("p"),
    body: { packageIndex: integerField(0, 3) },
    status: 503,
  },
  "POST /credits/capture": { body: { orderId, transactionId: id }, status: 503 },
  "POST /credits/cancel": { body: { transactionId: id }, status: 404 },
  "POST /credits/resume": { body: { transactionId: id }, status: 503 },
  "POST /credits/dismiss": { body: { transactionId: id }, status: 404 },
  "GET /tts/audio": {
    query: {
      turnId,
      provider: queryField(speaker),
      secondary,
      version: anyTextField,
      text: anyTextField,
      altFormat: anyTextField,
      ...ignored,
    },
    status: 404,
  },
  "GET /tts/sentences": { query: { turnId, version: anyTextField }, status: 404 },
  "GET /turns/:id/ruling.mp3": NOT_FOUND,
  "GET /admin/users": users,
  "GET /superadmin/users": users,
  "GET /admin/debates": {
    query: {
      sort: queryField(enumField("newest", "oldest", "popular", "voted", "topic", "-topic")),
      q: search,
      ...paging,
    },
    status: 200,
  },
  "POST /admin/mails/:id/retry": { params, status: 503 },
  "POST /admin/exports/:id/retry": NOT_FOUND,
  "POST /admin/turns/:id/judging": NOT_FOUND,
  "GET /admin/spending": { query: { days: numberInQuery(1, 90) }, status: 200 },
  "DELETE /admin/users/:id": NOT_FOUND,
  "POST /admin/users/:id/end-sessions": NOT_FOUND,
  "PATCH /admin/users/:id/credits": { ...NOT_FOUND, body: setCredits },
  "PUT /superadmin/users/:id/credits": { ...NOT_FOUND, body: setCredits },
  "PUT /superadmin/users/:id/role": {
    ...NOT_FOUND,
    body: { role: enumField("user", "admin", "superadmin") },
  },
  "POST /admin/debates/:id/verdict": NOT_FOUND,
  "GET /admin/debates/:id/audio": NOT_FOUND,
  "POST /admin/debates/:id/audio": {
    params,
    body: { turns: enumField("missing", "all") },
    status: 404,
  },
  "GET /admin-regen-audio/:id": { ...NOT_FOUND, query: { token: anyTextField, ...ignored } },
  "GET /admin-audio-download": {
    query: {
      turnId,
      provider: queryField(speaker),
      secondary,
      download: anyTextField,
      version: anyTextField,
      token: anyTextField,
      ...ignored,
    },
    status: 404,
  },
  "POST /debates/:id/report": {
    ...NOT_FOUND,
    body: { reason: enumField(...REPORT_REASONS), details: optionalField(details) },
  },
  "GET /admin/reviews": {
    query: { state: queryField(enumField("open", "decided")), ...paging },
    status: 200,
  },
  "POST /admin/reviews/:id": { ...NOT_FOUND, body: { decision: enumField(...REVIEW_DECISIONS) } },
  "GET /admin/appeals": {
    query: { state: queryField(enumField("open", "decided")), ...paging },
    status: 200,
  },
  "POST /admin/appeals/:id": {
    ...NOT_FOUND,
    body: { decision: enumField(...APPEAL_DECISIONS), reason: appealReason },
  },
  "PUT /admin/users/:id/suspension": { ...NOT_FOUND, body: { suspended: booleanField } },
  "POST /superadmin/judge-audits": { body: { judge: provider }, status: 202 },
  "GET /superadmin/audit": {
    query: {
      who: search,
      what: queryField(enumField(...ADMIN_ACTS)),
      whom: search,
      ...paging,
    },
    status: 200,
  },
};

/** The message by which a client watches or leaves a debate over its socket. */
export const JOIN_DEBATE_FIELDS: FieldBoundsByName = {
  debateId: id,
  isPreview: optionalField(booleanField),
};
