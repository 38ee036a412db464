import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

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
    // A cruiser that cannot read the code finds no violation either.
    expect(totalCruised).toBeGreaterThan(200);
  });
});

/** What writes to rows that jobs work on: by SQL, or by TypeORM's entities. */
const WRITE =
  /(?<verb>UPDATE|INSERT INTO|DELETE FROM) (?<table>turns|debates|audio_cache|moderations|mails|exports|\$\{table\})|(?:tx|db|\))\s*\.(?<method>save|insert|update|upsert|delete|remove)\((?<entity>Turn|Debate|CachedAudio)(?:Row)?\b|getRepository\((?<repository>Turn|Debate|CachedAudio)(?:Row)?\)\s*\.(?!find|exists|count)/g;

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
const isOfTheProduct = (file: string) => !/^infra\/(local|db\/migrations)\//.test(file);

describe("rows that jobs work on", () => {
  it("are written by their fence, and else by what may do so without a hold", () => {
    const allowed = [
      // A new debate, and all that is the end of one.
      "api/commands/debates/create-debate.ts: save Debate",
      "api/commands/debates/delete-debate.ts: delete Debate",
      // What signing in keeps for minutes; its type names the tables.
      "api/commands/sign-in-methods/keep-for-minutes.ts: DELETE FROM ${table}",
      "api/commands/sign-in-methods/keep-for-minutes.ts: INSERT INTO ${table}",
      // Counters that no job has, under the debate's lock.
      "api/commands/votes/recount-votes.ts: update Debate",
      // Work that nobody holds is asked for: new, or failed before.
      "api/commands/debates/retry-judging.ts: UPDATE turns",
      "api/commands/debates/retry-verdict.ts: UPDATE debates",
      "api/commands/debates/reopen-turn.ts: UPDATE turns",
      "api/commands/debates/reopen-turn.ts: update Debate",
      "api/commands/debates/set-auto-play.ts: UPDATE debates",
      "infra/operations/add-turn.ts: INSERT INTO turns",
      "infra/operations/auto-play.ts: UPDATE debates",
      "infra/operations/auto-play.ts: UPDATE debates",
      "infra/operations/ask-for-recordings.ts: INSERT INTO audio_cache",
      "infra/operations/ask-for-recordings.ts: UPDATE audio_cache",
      "infra/operations/ask-for-notices.ts: INSERT INTO audio_cache",
      "infra/operations/ask-for-notices.ts: UPDATE audio_cache",
      "infra/operations/ask-for-moderation.ts: INSERT INTO moderations",
      "infra/operations/ask-for-mail.ts: INSERT INTO mails",
      "api/commands/mail/retry-mail.ts: UPDATE mails",
      "api/commands/accounts/export-data.ts: INSERT INTO exports",
      "api/commands/accounts/retry-export.ts: UPDATE exports",
      // Who sees a debate, and who steps: no job has a say in it.
      "api/commands/debates/change-debate.ts: update Debate",
      // What is of no use to anybody any more: an address given up, and what is over long ago;
      // and what must not come any more to whoever has lost the account.
      "infra/operations/revoke-mail-links.ts: DELETE FROM mails",
      "api/commands/links/use-link.ts: DELETE FROM mails",
      "worker/jobs/send-mail.ts: DELETE FROM mails",
      "worker/reconcile.ts: DELETE FROM exports",
      // Which admin's job counts a recording.
      "api/commands/audio/voice-debate.ts: UPDATE audio_cache",
      "worker/jobs/end-recording.ts: UPDATE audio_cache",
      // The fence: taking the work, with a place at a provider or without, or noting that it waits,
      "infra/db/claim-work.ts: UPDATE ${table}",
      "infra/db/claim-work.ts: UPDATE ${table}",
      "infra/db/claim-work.ts: UPDATE ${table}",
      // and every write of a hold.
      "infra/db/work.ts: UPDATE ${table}",
      "infra/db/work.ts: UPDATE ${table}",
      "infra/db/work.ts: UPDATE turns",
      // What waits for a daily spending limit, and goes on: pending work and its debates.
      "infra/operations/spending-pause.ts: UPDATE ${table}",
      "infra/operations/spending-pause.ts: UPDATE debates",
      "infra/operations/spending-pause.ts: UPDATE debates",
      // What the end of a turn means for its debate, in the transaction in which a hold ends.
      "worker/jobs/complete-turn.ts: UPDATE debates",
      "worker/jobs/fail-turn.ts: UPDATE debates",
      "worker/jobs/end-recording.ts: UPDATE audio_cache",
      "worker/jobs/ask-for-verdict.ts: UPDATE debates",
      // What a text means that was looked at, in the transaction in which a hold ends.
      "worker/jobs/settle-moderation.ts: UPDATE debates",
      "worker/jobs/settle-moderation.ts: UPDATE turns",
      // What is seen, which no job has, under the debate's lock.
      "api/commands/moderation/report-debate.ts: UPDATE debates",
      "api/commands/moderation/decide-review.ts: UPDATE debates",
      "api/commands/moderation/decide-review.ts: UPDATE turns",
    ];
    expect(
      sourcesIn("api", "worker", "infra").filter(isOfTheProduct).flatMap(writesIn).toSorted(),
    ).toEqual(allowed.toSorted());
  });
});

describe("what stands in one place", () => {
  const filesWith = (pattern: RegExp, ...folders: string[]): string[] =>
    sourcesIn("shared", "infra", "api", "worker", ...folders).filter((file) =>
      pattern.test(readFileSync(file, "utf8")),
    );

  it("is the environment, but for what a build of the web is for", () => {
    expect(filesWith(/process\??\.env|\} = process\b|process\[|node:process/, "web")).toEqual([
      "infra/env.ts",
      "web/app/pages.ts",
    ]);
    expect(readFileSync("web/app/pages.ts", "utf8")).not.toMatch(/process\.env\.(?!NODE_ENV\b)/);
  });

  it("is what drivers say in words, which change with their versions", () => {
    // Compared, or looked into: a message, and an error as text.
    const words =
      /(?:\bmessage|String\(err\w*\))\s*(?:[!=]==|\??\.(?:includes|startsWith|endsWith|match|search))|\.test\((?:\w+\.)*(?:message|String\(err)/;
    // The second looks for the name of the parameter that it has sent.
    expect(filesWith(words)).toEqual(["infra/db/outage.ts", "worker/llm/openai-compatible.ts"]);
  });
});
