import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../package.json" with { type: "json" };

interface Cruise {
  summary: {
    totalCruised: number;
    violations: { rule: { name: string }; from: string; to: string }[];
  };
}

const FOLDERS = ["shared", "infra", "api", "worker", "web", "tests"];

const cruise = (): Cruise => {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...FOLDERS];
  const options = { encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync("node_modules/.bin/depcruise", args, options)) as Cruise;
};

describe("the layers", () => {
  it("import only what the architecture allows, without cycles", () => {
    const { totalCruised, violations } = cruise().summary;
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    // Without this check, a dependency-cruiser that cannot read the code would report no
    // violations.
    expect(totalCruised).toBeGreaterThan(200);
  });
});

/** Matches statements and calls of TypeORM that write to job tables. */
const WRITE =
  /(?<verb>UPDATE|INSERT INTO|DELETE FROM) (?<table>turns|debates|audio_cache|moderations|emails|exports|model_checks|verdict_repeats|panel_votes|judge_audit_runs|\$\{table\})|(?:tx|db|\))\s*\.(?<method>save|insert|update|upsert|delete|remove)\((?<entity>Turn|Debate|Recording)(?:Row|Entity)?\b|getRepository\((?<repository>Turn|Debate|Recording)(?:Row|Entity)?\)\s*\.(?!find|exists|count)/g;

const writesIn = (file: string): string[] =>
  Array.from(readFileSync(file, "utf8").matchAll(WRITE), ({ groups = {} }) => {
    const { verb = "", table = "", method = "", entity, repository = "" } = groups;
    const what = verb ? `${verb} ${table}` : entity ? `${method} ${entity}` : `write ${repository}`;
    return `${file}: ${what}`;
  });

const sourcesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|js)$/.test(file))
      .map((file) => path.join(folder, file)),
  );
const isOfTheProduct = (file: string) => !/^infra\/(dev|db\/migrations)\//.test(file);

describe("tables of jobs", () => {
  it("are written under a lease, or by the listed writers that need none", () => {
    const allowed = [
      // The following statements create and delete whole debates.
      "api/commands/debates/create-debate.ts: save Debate",
      "api/commands/debates/delete-debate.ts: delete Debate",
      // The following statement writes counters that no job writes. It locks the debate.
      "api/commands/votes/recount-votes.ts: update Debate",
      // The following statements request new work or restart failed work. Such work has no lease.
      "api/commands/admin/retry-judging.ts: UPDATE turns",
      "api/commands/admin/retry-verdict.ts: UPDATE debates",
      "api/commands/turns/reopen-turn.ts: UPDATE turns",
      "api/commands/turns/reopen-turn.ts: update Debate",
      "api/commands/debates/set-auto-play.ts: UPDATE debates",
      "infra/services/debates/add-turn.ts: INSERT INTO turns",
      "infra/services/debates/auto-play.ts: UPDATE debates",
      "infra/services/debates/auto-play.ts: UPDATE debates",
      "infra/services/audio/enqueue-recordings.ts: INSERT INTO audio_cache",
      "infra/services/audio/enqueue-recordings.ts: UPDATE audio_cache",
      "infra/services/audio/enqueue-ruling.ts: INSERT INTO audio_cache",
      "infra/services/audio/enqueue-announcements.ts: INSERT INTO audio_cache",
      "infra/services/audio/enqueue-announcements.ts: UPDATE audio_cache",
      "infra/services/debates/enqueue-moderation.ts: INSERT INTO moderations",
      "infra/services/enqueue-email.ts: INSERT INTO emails",
      "api/commands/admin/retry-email.ts: UPDATE emails",
      "api/commands/accounts/export-data.ts: INSERT INTO exports",
      "api/commands/admin/retry-export.ts: UPDATE exports",
      "api/commands/admin/start-judge-audit.ts: INSERT INTO judge_audit_runs",
      "api/commands/admin/start-model-check.ts: INSERT INTO model_checks",
      "worker/jobs/judge-debate/store-verdict.ts: INSERT INTO verdict_repeats",
      "worker/jobs/common/open-panel.ts: INSERT INTO panel_votes",
      "api/commands/admin/retry-verdict.ts: UPDATE panel_votes",
      // The following statements make a verdict due, and end votes that the verdict does not wait
      // for.
      "worker/jobs/judge-in-panel/store-vote.ts: UPDATE debates",
      "worker/jobs/judge-debate/settle-panel.ts: UPDATE panel_votes",
      // The following statement writes visibility and Auto-Play, which no job writes.
      "api/commands/debates/update-debate.ts: update Debate",
      // The following statements delete unsent emails when links are revoked or the previous
      // address is restored.
      "infra/services/accounts/revoke-email-tokens.ts: DELETE FROM emails",
      "api/commands/links/apply-email-token.ts: DELETE FROM emails",
      // The following statement deletes expired rows. The file lists the tables.
      "infra/db/expired-rows.ts: DELETE FROM ${table}",
      // The following statement reveals blind debates, whose jobs have ended a day ago.
      "infra/db/debates/blind-debates-sql.ts: UPDATE debates",
      "infra/db/debates/blind-debates-sql.ts: UPDATE turns",
      // The following statements link a recording to the admin's batch that counts it.
      "api/commands/audio/enqueue-debate-recordings.ts: UPDATE audio_cache",
      "worker/jobs/synthesize-speech/finish-recording.ts: UPDATE audio_cache",
      // The following statements claim a job or store what the job waits for. Some also take a
      // provider slot, the right to one concurrent request.
      "infra/db/jobs/claim-job.ts: UPDATE ${table}",
      "infra/db/jobs/claim-job.ts: UPDATE ${table}",
      "infra/db/jobs/claim-job.ts: UPDATE ${table}",
      // The following file contains all other writes under a lease.
      "infra/db/jobs/job-lease.ts: UPDATE ${table}",
      "infra/db/jobs/job-lease.ts: UPDATE ${table}",
      "infra/db/jobs/job-lease.ts: UPDATE turns",
      // The following statements pause and resume pending jobs and their debates at a daily
      // spending limit.
      "infra/services/debates/spending-pause.ts: UPDATE ${table}",
      "infra/services/debates/spending-pause.ts: UPDATE debates",
      "infra/services/debates/spending-pause.ts: UPDATE debates",
      // The following statements update the debate when a turn ends, in the transaction that ends
      // the lease.
      "worker/jobs/generate-turn/complete-turn.ts: UPDATE debates",
      "worker/jobs/generate-turn/fail-turn.ts: UPDATE debates",
      "worker/jobs/synthesize-speech/finish-recording.ts: UPDATE audio_cache",
      "worker/jobs/common/enqueue-verdict.ts: UPDATE debates",
      // The following statements apply a moderation result, in the transaction that ends the lease.
      "worker/jobs/moderate/apply-moderation.ts: UPDATE debates",
      "worker/jobs/moderate/apply-moderation.ts: UPDATE turns",
      // The following statements write visibility, which no job writes. They lock the debate.
      "api/commands/moderation/report-debate.ts: UPDATE debates",
      "api/commands/moderation/decide-review.ts: UPDATE debates",
      "api/commands/moderation/decide-review.ts: UPDATE turns",
    ];
    expect(
      sourcesIn("api", "worker", "infra").filter(isOfTheProduct).flatMap(writesIn).toSorted(),
    ).toEqual(allowed.toSorted());
  });
});

describe("code that exists in one place", () => {
  const filesWith = (pattern: RegExp, ...folders: string[]): string[] =>
    sourcesIn("shared", "infra", "api", "worker", ...folders).filter((file) =>
      pattern.test(readFileSync(file, "utf8")),
    );

  it("reads the environment only in infra/env.ts, besides NODE_ENV in the web build", () => {
    expect(filesWith(/process\??\.env|\} = process\b|process\[|node:process/, "web")).toEqual([
      "infra/env.ts",
      "web/app/page-code.ts",
    ]);
    expect(readFileSync("web/app/page-code.ts", "utf8")).not.toMatch(
      /process\.env\.(?!NODE_ENV\b)/,
    );
  });

  it("passes the whole Context only where routes and processes are composed", () => {
    // All other functions declare which parts of the context they need: Pick<Context, "db" |
    // "enqueue">.
    const wholeContext = /(?<!Pick<\s*)\bContext\b(?!\["|.*context\.ts")/;
    const files = filesWith(wholeContext).filter((file) => file.startsWith("api/"));
    expect(files.toSorted()).toEqual([
      "api/app.ts",
      "api/context.ts",
      "api/http/route.ts",
      "api/http/serve-route.ts",
      "api/start-api.ts",
    ]);
  });

  it("compares error messages of drivers only in the listed files, since their wording changes between versions", () => {
    // Matches code that compares or searches an error's message, or the error as text.
    const words =
      /(?:\bmessage|String\(err\w*\))\s*(?:[!=]==|\??\.(?:includes|startsWith|endsWith|match|search))|\.test\((?:\w+\.)*(?:message|String\(err)/;
    expect(filesWith(words)).toEqual([
      // Redis' clients have the error code READONLY only in the message.
      "infra/backend/redis-failover.ts",
      "infra/db/connection/database-errors.ts",
    ]);
  });
});

it("npm's scripts start only node, npm and installed programs, so that they work in every shell", () => {
  const commands = Object.values(packageJson.scripts).flatMap((script) => script.split(" && "));
  const ours = /^(?:node|npm|jest|tsc|oxlint|prettier|knip|vite)(?: [\w./:=-]+)*$/;
  expect(commands.filter((command) => !ours.test(command))).toEqual([]);
});
