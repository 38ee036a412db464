import { getRateLimits } from "#api/http/route.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { table } from "./markdown.ts";

const INTRODUCTION = `The table lists every endpoint of the API with the lowest role that may call it. A running server shows all endpoints with
schemas and examples at \`/api/docs\`. Endpoints with "confirmed" answer 403 \`confirm_identity\` if the user signed in or last
confirmed the identity more than 15 minutes ago.`;

/** The text of `docs/routes.md`. */
export const routesPage = (): string => {
  const rows = ALL_ROUTES.map(({ endpoint }) => {
    const limits = getRateLimits(endpoint).map(({ throttle }) => `\`${throttle}\``);
    return [
      `\`${endpoint.method.toUpperCase()} /api${endpoint.path}\``,
      endpoint.as + (endpoint.requiresIdentity ? ", confirmed" : ""),
      [...new Set(limits)].join(", "),
      endpoint.summary,
    ];
  });
  const sorted = rows.toSorted(([a = ""], [b = ""]) =>
    a.replace(/^`\w+ /, "").localeCompare(b.replace(/^`\w+ /, ""), "en"),
  );
  return [
    "# Routes and roles",
    INTRODUCTION,
    table(["route", "role", "rate limit", "purpose"], sorted),
  ].join("\n\n");
};
