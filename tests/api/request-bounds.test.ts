import { randomUUID } from "node:crypto";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import type { Endpoint } from "#api/http/route.ts";
import { JoinDebateRequest } from "#shared/contract/events.ts";
import type { ApiResponse } from "../helpers/api-client.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import type { FieldBoundsByName } from "./field-bounds.ts";
import { REQUEST_BOUNDS, JOIN_DEBATE_FIELDS } from "./request-bounds-table.ts";
import { type SchemaField, describeSchemaFields } from "./describe-schema-fields.ts";
import {
  giveCredits,
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
  type TestApi,
} from "./test-api.ts";

const PARTS = ["params", "query", "headers", "body"] as const;
type Part = (typeof PARTS)[number];

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
const ENDPOINTS = new Map(ALL_ROUTES.map(({ endpoint }) => [nameOf(endpoint), endpoint]));
const ENDPOINTS_WITH_INPUT = [...ENDPOINTS].filter(([, endpoint]) =>
  PARTS.some((part) => endpoint[part]),
);
const ENDPOINTS_THAT_WRITE = [...ENDPOINTS].filter(
  ([, { method, isSigned }]) => method !== "get" && !isSigned,
);

const stated = (fields: FieldBoundsByName): Record<string, SchemaField> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { accepted: _accepted, refused: _refused, ...field }]) => [
      name,
      field,
    ]),
  );

describe("the table of bounds", () => {
  it("contains every route with input and no other", () => {
    expect(Object.keys(REQUEST_BOUNDS).toSorted()).toEqual(
      ENDPOINTS_WITH_INPUT.map(([name]) => name).toSorted(),
    );
  });

  it.each(ENDPOINTS_WITH_INPUT)(
    "has every field of %s as the contract describes it",
    (name, endpoint) => {
      for (const part of PARTS) {
        const schema = endpoint[part];
        const fields = REQUEST_BOUNDS[name]?.[part];
        const isStrict = part !== "headers";
        expect(schema && describeSchemaFields(schema)).toEqual(
          fields && { fields: stated(fields), isStrict },
        );
      }
    },
  );

  it("has every field of socket messages as the contract describes it", () => {
    expect(describeSchemaFields(JoinDebateRequest)).toEqual({
      fields: stated(JOIN_DEBATE_FIELDS),
      isStrict: true,
    });
  });
});

let api: TestApi;
let superadmin: TestUser;
beforeAll(async () => {
  api = await startApiOnNewDatabase({
    LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "10000",
    LIMIT_LOGIN_FAILURES_PER_ADDRESS: "10000",
  });
  // New rows get ids from 1000, so that the smallest and the largest accepted id belong to no row.
  await api.sql("ALTER SEQUENCE users_id_seq RESTART WITH 1000");
  await api.sql("ALTER SEQUENCE debates_id_seq RESTART WITH 1000");
  superadmin = await api.person("superadmin");
  await giveCredits(api, superadmin, 10_000);
});
afterAll(() => api.close());

/** The parts of a request. Undefined fields are not sent. */
type Sent = Partial<Record<Part, Record<string, unknown>>> & { headers?: Record<string, string> };

const usual = (fields: FieldBoundsByName = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { isOptional, accepted }]) =>
      isOptional ? [] : [[name, accepted[0]]],
    ),
  );

const unique = (name: string): Record<string, string> =>
  name === "POST /register"
    ? { username: randomUUID().slice(0, 30), email: `${randomUUID()}@example.org` }
    : {};

const queryString = (query: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  ).toString();

/** Sends a request with accepted values, which the values in `but` replace. */
const sendRequest = (name: string, endpoint: Endpoint, but: Sent = {}): Promise<ApiResponse> => {
  const bounds = REQUEST_BOUNDS[name];
  const params = { ...usual(bounds?.params), ...but.params };
  const path = endpoint.path.replace(":id", encodeURIComponent(String(params["id"])));
  const query = queryString({ ...usual(bounds?.query), ...but.query });
  const body = { ...usual(bounds?.body), ...unique(name), ...but.body };
  const client = endpoint.as === "anyone" ? api.visitor() : superadmin.client;
  return client.request(endpoint.method.toUpperCase(), `/api${path}?${query}`, {
    headers: { origin: api.origin, ...but.headers },
    ...(Object.keys(body).length > 0 && { body }),
  });
};

const FIELDS = ENDPOINTS_WITH_INPUT.flatMap(([name, endpoint]) =>
  PARTS.flatMap((part) =>
    Object.entries(REQUEST_BOUNDS[name]?.[part] ?? {}).map(([field, bounds]) => ({
      name,
      endpoint,
      part,
      field,
      bounds,
    })),
  ),
);

const REQUIRED = FIELDS.filter(({ part, bounds }) => part !== "params" && !bounds.isOptional);

const refused = async (answer: Promise<ApiResponse>) => {
  const { status, error } = await answer;
  return { status, fields: Object.keys(error.fields ?? {}) };
};

describe.each(FIELDS)("$name: $field ($part)", ({ name, endpoint, part, field, bounds }) => {
  const send = (value: unknown) => sendRequest(name, endpoint, { [part]: { [field]: value } });

  it("is accepted up to its bounds", async () => {
    for (const value of bounds.accepted) {
      const { status } = await send(value);
      expect({ value, status }).toEqual({ value, status: REQUEST_BOUNDS[name]?.status });
    }
  });

  it("is refused beyond them, and the error names it", async () => {
    const isInPath = part === "params";
    const status = isInPath || field === "turnId" ? 400 : 422;
    const answer = { status, fields: isInPath ? [] : [field] };
    for (const value of bounds.refused)
      expect({ value, ...(await refused(send(value))) }).toEqual({ value, ...answer });
  });
});

it.each(REQUIRED)("$name requires $field ($part)", async ({ name, endpoint, part, field }) => {
  const answer = await refused(sendRequest(name, endpoint, { [part]: { [field]: undefined } }));
  expect(answer).toEqual({ status: 422, fields: [field] });
});

it.each(ENDPOINTS_THAT_WRITE)("%s refuses an unknown field in its body", async (name, endpoint) => {
  const answer = await refused(sendRequest(name, endpoint, { body: { colour: "red" } }));
  expect(answer).toEqual({ status: 422, fields: ["colour"] });
});

it.each(ENDPOINTS_WITH_INPUT.filter(([, { query }]) => query))(
  "%s refuses an unknown field in its query",
  async (name, endpoint) => {
    const answer = await refused(sendRequest(name, endpoint, { query: { colour: "red" } }));
    expect(answer).toEqual({ status: 422, fields: ["colour"] });
  },
);

describe("debate:join", () => {
  let watcher: DebateWatcher;
  beforeAll(async () => {
    const { id } = await createPaidDebate(api, superadmin);
    watcher = await watchDebate(api.origin, id, superadmin.client.cookie);
  });
  afterAll(() => watcher.close());

  /** Sends an unvalidated request, since clients can send anything. */
  const join = (request: object) =>
    watcher.socket.emitWithAck("debate:join", { debateId: 2_147_483_647, ...request });

  it.each(Object.entries(JOIN_DEBATE_FIELDS))(
    "accepts %s up to its bounds",
    async (field, { accepted }) => {
      for (const value of accepted)
        expect(await join({ [field]: value })).toMatchObject({ error: { code: "not_found" } });
    },
  );

  it.each(Object.entries(JOIN_DEBATE_FIELDS))(
    "refuses %s beyond them",
    async (field, { isOptional = false, refused }) => {
      for (const value of isOptional ? refused : [...refused, undefined])
        expect(await join({ [field]: value })).toMatchObject({
          error: { code: "invalid", fields: { [field]: expect.any(String) } },
        });
    },
  );

  it("refuses an unknown field", async () => {
    const answer = await join({ debateId: 1, room: "admins" });
    expect(answer).toMatchObject({
      error: { code: "invalid", fields: { room: expect.any(String) } },
    });
  });
});
