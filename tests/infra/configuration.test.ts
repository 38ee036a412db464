import { readFileSync } from "node:fs";
import { Variables } from "#infra/variables.ts";

/** Set by the launcher for the processes it starts, and by nobody else. */
const INNER = new Set([
  "NODE_ENV",
  "STANDIN_WEBHOOK_URL",
  "STANDIN_SMTP_PORT",
  "STANDIN_MAILBOX_URL",
  "PAYPAL_SDK_URL",
]);
/** Said by the compose file itself, or without meaning in it. */
const SETTLED = new Set([
  "PORT",
  "WORKER_HEALTH_PORT",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_OWNER_PASSWORD",
  "REDIS_URL",
]);

const variables = Object.keys(Variables.shape).filter((name) => !INNER.has(name));

const section = (file: string, from: string, to: string): string => {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(from);
  return text.slice(start, text.indexOf(to, start));
};

describe("the configuration", () => {
  it("is in the README's table, all of it and nothing else", () => {
    const table = section("README.md", "\n## Configuration", "\n## Operating");
    const rows = table.match(/^\| `[^|]+/gm) ?? [];
    const documented = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]{2,}/g) ?? []);
    expect(documented.toSorted()).toEqual(variables.toSorted());
  });

  it("is passed on by the compose file", () => {
    const environment = section("docker-compose.yml", "environment: &environment", "x-started:");
    const passed = environment.match(/^ {4}[A-Z][A-Z0-9_]+(?=:)/gm)?.map((name) => name.trim());
    const settled = ["DATABASE_URL", "REDIS_URL"];
    const wanted = variables.filter((name) => !SETTLED.has(name));
    expect(passed?.toSorted()).toEqual([...settled, ...wanted].toSorted());
  });
});
