import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { User } from "#shared/contract/accounts/account.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import { ErrorBody } from "#shared/contract/errors.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { type Endpoint, getRateLimits } from "../http/route.ts";
import { ALL_ROUTES } from "../routes/all-routes.ts";
import { withExamples } from "./with-examples.ts";

const describeJson = <S>(schema: S) => ({ "application/json": { schema } });

const ACCESS_DESCRIPTIONS = {
  anyone: "Open to everyone.",
  user: "Needs a session.",
  admin: "Needs an admin's session.",
  superadmin: "Needs a superadmin's session.",
} as const satisfies Record<Endpoint["as"], string>;

const describeBinary = (media: string) =>
  ({ [media]: { schema: { type: "string", format: "binary" } } }) as const;

/** Error responses of this endpoint beside those that every endpoint has. */
const describeRefusals = (
  { method, guard, as, asksIdentity, params, query, headers, body }: Endpoint,
  isLimited: boolean,
) => ({
  ...((params || body) && { "400": "No id, or no JSON." }),
  ...(as !== "anyone" && { "401": "Nobody is signed in." }),
  ...((method !== "get" || guard || asksIdentity || as === "admin" || as === "superadmin") && {
    "403": asksIdentity
      ? "Not from this page, not for this role, or not until one's identity is confirmed again."
      : "Not from this page, or not for this role.",
  }),
  ...(params && { "404": "There is no such thing, or not for this viewer." }),
  ...((query || headers || body) && { "422": "A field is wrong: `fields` says which." }),
  ...(isLimited && { "429": "Too often: `Retry-After` says when to try again." }),
});

const describeError = (description: string) => ({ description, content: describeJson(ErrorBody) });

const describeEndpoint = (endpoint: Endpoint) => {
  const { summary, as, params, query, headers, body, status, answer, media } = endpoint;
  return {
    summary,
    description: ACCESS_DESCRIPTIONS[as],
    security: as === "anyone" ? [] : [{ session: [] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { content: describeJson(body) } }),
    responses: {
      [String(status)]: {
        description: answer || media ? "Done." : "Done; there is nothing to say.",
        ...(answer && { content: describeJson(answer) }),
        ...(media !== undefined && { content: describeBinary(media) }),
      },
      ...Object.fromEntries(
        Object.entries(describeRefusals(endpoint, getRateLimits(endpoint).length > 0)).map(
          ([code, why]) => [code, describeError(why)],
        ),
      ),
      default: describeError("Why it was not done."),
    },
  };
};

/** For example `getDebatesByIdTurns`. */
const buildOperationId = ({ method, path }: Endpoint): string =>
  method +
  path
    .split(/[/.-]/)
    .filter(Boolean)
    .map((part) => part.replace(/^:/, "by-"))
    .flatMap((part) => part.split("-"))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const buildOperation = (endpoint: Endpoint) => ({
  operationId: buildOperationId(endpoint),
  tags: [endpoint.path.split("/")[1] ?? ""],
  ...describeEndpoint(endpoint),
});

const buildPaths = (): ZodOpenApiPathsObject => {
  const found: ZodOpenApiPathsObject = {};
  for (const { endpoint } of ALL_ROUTES) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    found[path] = { ...found[path], [endpoint.method]: buildOperation(endpoint) };
  }
  return found;
};

/** Returns the OpenAPI document, generated from the schemas that validate requests. */
export const buildOpenApiDocument = (cookieName: string, origin: string): oas31.OpenAPIObject =>
  withExamples(
    createDocument({
      openapi: "3.1.0",
      info: {
        title: "Chatbot Debate",
        version: "1",
        license: { name: "MIT", identifier: "MIT" },
        description:
          "What changes something needs a same-origin `Origin` or `Sec-Fetch-Site` header, and JSON " +
          "where there is a body. Unknown fields are refused.",
      },
      servers: [{ url: origin, description: "This server." }],
      paths: buildPaths(),
      components: {
        schemas: { Debate, Turn, User, Error: ErrorBody },
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
      },
    }),
  );
