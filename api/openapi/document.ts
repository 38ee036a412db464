import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { User } from "#shared/contract/account.ts";
import { Debate } from "#shared/contract/debate.ts";
import { ErrorBody } from "#shared/contract/errors.ts";
import { Turn } from "#shared/contract/turn.ts";
import { type Endpoint, limitsOf } from "../http/route.ts";
import { ALL_ROUTES } from "../routes/all-routes.ts";
import { withExamples } from "./with-examples.ts";

const json = <S>(schema: S) => ({ "application/json": { schema } });

const ACCESS = {
  anyone: "Open to everyone.",
  user: "Needs a session.",
  admin: "Needs an admin's session.",
  superadmin: "Needs a superadmin's session.",
} as const satisfies Record<Endpoint["as"], string>;

const bytes = (media: string) =>
  ({ [media]: { schema: { type: "string", format: "binary" } } }) as const;

/** Error responses of this endpoint beside those that every endpoint has. */
const refusals = (
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

const refused = (description: string) => ({ description, content: json(ErrorBody) });

const described = (endpoint: Endpoint) => {
  const { summary, as, params, query, headers, body, status, answer, media } = endpoint;
  return {
    summary,
    description: ACCESS[as],
    security: as === "anyone" ? [] : [{ session: [] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { content: json(body) } }),
    responses: {
      [String(status)]: {
        description: answer || media ? "Done." : "Done; there is nothing to say.",
        ...(answer && { content: json(answer) }),
        ...(media !== undefined && { content: bytes(media) }),
      },
      ...Object.fromEntries(
        Object.entries(refusals(endpoint, limitsOf(endpoint).length > 0)).map(([code, why]) => [
          code,
          refused(why),
        ]),
      ),
      default: refused("Why it was not done."),
    },
  };
};

/** For example `getDebatesByIdTurns`. */
const operationId = ({ method, path }: Endpoint): string =>
  method +
  path
    .split(/[/.-]/)
    .filter(Boolean)
    .map((part) => part.replace(/^:/, "by-"))
    .flatMap((part) => part.split("-"))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const operation = (endpoint: Endpoint) => ({
  operationId: operationId(endpoint),
  tags: [endpoint.path.split("/")[1] ?? ""],
  ...described(endpoint),
});

const paths = (): ZodOpenApiPathsObject => {
  const found: ZodOpenApiPathsObject = {};
  for (const { endpoint } of ALL_ROUTES) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    found[path] = { ...found[path], [endpoint.method]: operation(endpoint) };
  }
  return found;
};

/** Returns the OpenAPI document, generated from the schemas that validate requests. */
export const openApiDocument = (cookieName: string, origin: string): oas31.OpenAPIObject =>
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
      paths: paths(),
      components: {
        schemas: { Debate, Turn, User, Error: ErrorBody },
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
      },
    }),
  );
