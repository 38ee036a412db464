import { readFileSync } from "node:fs";
import { DESCRIPTIONS } from "../docs/variables.ts";

/** Variables that the compose file sets itself, or that have no effect in a container. */
const VARIABLES_SET_BY_COMPOSE = new Set([
  "PORT",
  "WORKER_HEALTH_PORT",
  "DATA_DIR",
  "SAMPLES",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_OWNER_PASSWORD",
  "REDIS_URL",
]);

/** Names of all variables that operators can set. */
const variables = Object.keys(DESCRIPTIONS);

const section = (file: string, from: string, to: string): string => {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(from);
  return text.slice(start, text.indexOf(to, start));
};

describe("the configuration", () => {
  it("is passed on by the compose file", () => {
    const environment = section("docker-compose.yml", "environment: &environment", "x-started:");
    const passed = environment.match(/^ {4}[A-Z][A-Z0-9_]+(?=:)/gm)?.map((name) => name.trim());
    const settled = ["DATABASE_URL", "REDIS_URL"];
    const expectedNames = variables.filter((name) => !VARIABLES_SET_BY_COMPOSE.has(name));
    expect(passed?.toSorted()).toEqual([...settled, ...expectedNames].toSorted());
  });
});
