import { getRateLimits } from "#api/http/route.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { table } from "./markdown.ts";

const INTRODUCTION = `Every endpoint of the API, with the least role that may call it. A running server shows the same with
schemas and examples at \`/api/docs\`. "confirmed" endpoints ask for the identity again 15 minutes after the last sign-in.`;

/** The text of \`docs/routes.md\`. */
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
    table(["route", "role", "rate limit", ""], sorted),
  ].join("\n\n");
};
