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

/** Returns the error responses of this endpoint, without those that every endpoint has. */
const describeRefusals = (
  { method, guard, as, requiresIdentity, params, query, headers, body }: Endpoint,
  isLimited: boolean,
) => ({
  ...((params || body) && { "400": "The id or the JSON is malformed." }),
  ...(as !== "anyone" && { "401": "The caller is not signed in." }),
  ...((method !== "get" || guard || requiresIdentity || as === "admin" || as === "superadmin") && {
    "403": requiresIdentity
      ? "Wrong origin, wrong role, or the identity must be confirmed again."
      : "Wrong origin or wrong role.",
  }),
  ...(params && { "404": "It does not exist, or this viewer may not see it." }),
  ...((query || headers || body) && { "422": "A field is invalid; `fields` says which." }),
  ...(isLimited && { "429": "Too many requests; `Retry-After` says when to try again." }),
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
        description: answer || media ? "Done." : "Done. The response is empty.",
        ...(answer && { content: describeJson(answer) }),
        ...(media !== undefined && { content: describeBinary(media) }),
      },
      ...Object.fromEntries(
        Object.entries(describeRefusals(endpoint, getRateLimits(endpoint).length > 0)).map(
          ([code, why]) => [code, describeError(why)],
        ),
      ),
      default: describeError("The error."),
    },
  };
};

/** Returns an operation id, for example `getDebatesByIdTurns`. */
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
          "Requests that change something need a same-origin `Origin` or `Sec-Fetch-Site` header, and JSON " +
          "if they have a body. Unknown fields are refused.",
      },
      servers: [{ url: origin, description: "This server." }],
      paths: buildPaths(),
      components: {
        schemas: { Debate, Turn, User, Error: ErrorBody },
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
      },
    }),
  );
