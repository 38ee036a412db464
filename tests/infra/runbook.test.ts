import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { Variables } from "#infra/variables.ts";

const read = (file: string) => readFileSync(file, "utf8");
const runbook = readdirSync("docs/operations")
  .map((file) => read(`docs/operations/${file}`))
  .join("\n");
const compose = read("docker-compose.yml");

const Compose = z.looseObject({ services: z.record(z.string(), z.unknown()) });
const Package = z.looseObject({ scripts: z.record(z.string(), z.string()) });
const Dashboard = z.looseObject({ panels: z.array(z.looseObject({ title: z.string() })) });

/** Variables that Node itself reads, not the product. */
const NODE_VARIABLES = ["NODE_EXTRA_CA_CERTS"];

const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = ""]) => name);

/**
 * Kinds of names in the runbook, each with the pattern of its mentions and all names that exist.
 */
const KINDS: [kind: string, named: RegExp, known: string[]][] = [
  [
    "a process",
    /dist\/([\w-]+)\.js/g,
    namesIn(read("rolldown.config.ts"), /^ {4}"?([\w-]+)"?: "/gm),
  ],
  [
    "a command",
    /npm run ([\w:-]+)/g,
    Object.keys(Package.parse(JSON.parse(read("package.json"))).scripts),
  ],
  [
    "a service",
    /(?:--scale |`|docker compose (?:logs --tail 50|logs|run --rm) )(api|migrate|worker-(?!scaling)[\w-]+)\b/g,
    Object.keys(Compose.parse(parse(compose, { merge: true })).services),
  ],
  [
    "a variable",
    /(?:`|^ {4})([A-Z]+(?:_[A-Z]+)+?)(?:_FILE)?(?:=|`)/gm,
    [...Object.keys(Variables.shape), ...namesIn(compose, /\$\{(\w+)/g), ...NODE_VARIABLES],
  ],
  [
    "a panel",
    /[Pp]anel "([^"]+)"/g,
    readdirSync("infra/deploy/monitoring/dashboards").flatMap((file) =>
      Dashboard.parse(JSON.parse(read(`infra/deploy/monitoring/dashboards/${file}`))).panels.map(
        ({ title }) => title,
      ),
    ),
  ],
];

describe("the documents for operators", () => {
  it.each(KINDS)("do not mention %s that does not exist", (_kind, pattern, known) => {
    const named = namesIn(runbook, pattern);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
