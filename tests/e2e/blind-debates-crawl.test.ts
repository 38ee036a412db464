import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { PublicConfig } from "#shared/contract/config.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { PAGES } from "#shared/domain/pages.ts";
import { Client } from "pg";
import { z } from "zod";
import { ApiClient, registerWith } from "../helpers/api-client.ts";
import { type DebateWatcher, watchDebate } from "../helpers/debate-watcher.ts";
import { startTestStack, type TestStack } from "../helpers/test-stack.ts";
import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";

/** Names that occur in no other text, so that every occurrence is a leak. */
const MARKERS = {
  OPENAI_LABEL: "Markerone",
  OPENAI_MODEL: "markermodel-one",
  GROK_LABEL: "Markertwo",
  GROK_MODEL: "markermodel-two",
  CLAUDE_LABEL: "Markerthree",
  CLAUDE_MODEL: "markermodel-three",
};
const MARKER_PATTERN = /marker(?:one|two|three|model)|\b(?:openai|grok|claude|chatgpt)\b/gi;

/** Pages and endpoints that list all configured providers, independent of any debate. */
const NAMES_ALL_PROVIDERS = [
  /^\/api\/config$/,
  /^\/api\/superadmin\/(?:model-check|judge-audits)/,
  // These list all providers in the form for a new debate, the filter of lists, the colours and the
  // operations page.
  /^\/(?:$|debates|assets|admin|operations)/,
  /^\/docs/,
  /^\/api\/openapi/,
];

/** No page or endpoint names the models of a debate, not even those that list all providers. */
const MODEL_PATTERN = /markermodel/gi;

let backend: TestBackend;
let stack: TestStack;
let database: Client;
const clients = {} as Record<"visitor" | "user" | "owner" | "admin" | "superadmin", ApiClient>;
let watchers: DebateWatcher[];
let debate: Debate;
let turnIds: number[];
let userIds: number[];
let providersInConfig: string;

const signUp = async (role: "user" | "admin" | "superadmin") => {
  const client = new ApiClient(stack.origin);
  const { id } = await registerWith(client);
  await database.query("UPDATE users SET role = $1, email_confirmed_at = now() WHERE id = $2", [
    role,
    id,
  ]);
  userIds.push(id);
  return client;
};

const getDebate = async (client: ApiClient): Promise<Debate> =>
  (await client.get(`/api/debates/${debate.id}`)).as(Debate);
const listTurns = async (client: ApiClient): Promise<Turn[]> =>
  (await client.get(`/api/debates/${debate.id}/turns`)).as(z.array(Turn));

/** Requests all turns one after the other and waits for the verdict and the recordings. */
const runDebate = async (): Promise<void> => {
  for (let turn = 1; turn <= debate.maxTurns; turn += 1) {
    await clients.owner.post(`/api/debates/${debate.id}/turns`);
    await waitUntil(async () => {
      const { rowCount } = await database.query(
        "SELECT FROM turns WHERE turn_number = $1 AND status = 'complete'",
        [turn],
      );
      return rowCount === 1;
    });
  }
  const count = `
    SELECT (SELECT count(*) FROM turns WHERE judging_status IN ('complete', 'failed')) AS judged,
    (SELECT count(*) FROM audio_cache WHERE status = 'complete' AND turn_id IS NOT NULL) AS recorded,
    (SELECT verdict_status FROM debates) AS verdict`;
  await waitUntil(async () => {
    const { rows } = await database.query<Record<string, string>>(count);
    const [row] = rows;
    return row?.["judged"] === "6" && row["recorded"] === "6" && row["verdict"] === "complete";
  });
};

beforeAll(async () => {
  backend = await openTestBackend("postgres");
  database = new Client({ connectionString: backend.database.url });
  await database.connect();
  stack = await startTestStack(backend, {
    hasVoice: true,
    hasMail: true,
    hasModeration: true,
    variables: {
      ...MARKERS,
      STANDIN_PROVIDERS: "",
      STANDIN_TOKENS_PER_SECOND: "2000",
      STANDIN_SPEECH_SPEED: "8",
      LIMIT_NEXT_TURN_PER_MINUTE: "1000",
      LIMIT_PAGE_PER_MINUTE: "10000",
      LIMIT_LIST_PER_MINUTE: "10000",
      LIMIT_AUDIO_PER_MINUTE: "10000",
      LIMIT_REGISTER_PER_HOUR: "1000",
    },
  });
  userIds = [];
  clients.visitor = new ApiClient(stack.origin);
  clients.user = await signUp("user");
  clients.owner = await signUp("user");
  clients.admin = await signUp("admin");
  clients.superadmin = await signUp("superadmin");
  const { providers } = (await clients.visitor.get("/api/config")).as(PublicConfig);
  providersInConfig = JSON.stringify(providers);
  const body = { topic: "Should cities ban cars?", maxTurns: 6, mystery: true };
  debate = (await clients.owner.post("/api/debates", body)).as(Debate);
  watchers = await Promise.all(
    Object.values(clients).map((client) => watchDebate(stack.origin, debate.id, client.cookie)),
  );
  for (const { socket } of watchers) socket.emit("lists:join");
  await clients.owner.request("PATCH", `/api/debates/${debate.id}`, { body: { pace: "voice" } });
  // A failed job is listed on the operations page. Its stored message names the provider.
  await stack.fakes.fault({ kind: "judge", effect: "status", status: 403 });
  await runDebate();
  turnIds = (await listTurns(clients.owner)).map(({ id }) => id);
  await clients.owner.post("/api/account/export");
  await waitUntil(async () => {
    const { rowCount } = await database.query("SELECT FROM exports WHERE status = 'complete'");
    return rowCount === 1;
  });
  await database.query(
    `INSERT INTO verdict_appeals (debate_id, user_id, ground, reason, decision, decision_reason, decided_at)
     SELECT $1, id, 'misquoted', 'It misquoted Claude.', decision, decision, decided_at
       FROM (VALUES ($2::int, NULL, NULL::timestamptz), ($3::int, 'upheld', now())) AS appeals (id, decision, decided_at)`,
    [debate.id, ...userIds.slice(0, 2)],
  );
  await database.query(
    "UPDATE verdict_appeals SET decision_reason = 'Claude said it.' WHERE decision IS NOT NULL",
  );
});
afterAll(async () => {
  for (const watcher of watchers) watcher.close();
  await stack.stop();
  await database.end();
  await backend.database.drop();
});

const QUERIES: Record<string, string> = {
  "/debates/:id/moment": "?moment=1.1-1.2",
  "/debates/:id/moment.mp3": "?moment=1.1-1.2&save=on",
};

/** Returns the ids to put into a path: of debates, users or turns. */
const listIds = (path: string): number[] => {
  if (path.includes("/debates/")) return [debate.id];
  return path.includes("users") ? userIds : turnIds.slice(0, 2);
};

/** All URLs of the API that answer GET, with ids filled in. */
const listApiUrls = (): string[] =>
  ALL_ROUTES.filter(({ endpoint }) => endpoint.method === "get").flatMap(({ endpoint }) => {
    const { path } = endpoint;
    // Left out: an endless stream, and an endpoint that starts a job.
    if (path.endsWith("live.mp3") || path.startsWith("/admin-regen")) return [];
    const urls = path.includes(":id")
      ? listIds(path).map((id) => path.replace(":id", String(id)))
      : [path];
    const query = path.startsWith("/tts/")
      ? turnIds.map((id) => `?turnId=${id}`)
      : [QUERIES[path] ?? ""];
    const download = path.includes("audio-download") ? [`?turnId=${turnIds[0]}`] : query;
    return urls.flatMap((url) => download.map((each) => `/api${url}${each}`));
  });

const listOtherUrls = (): string[] => [
  ...Object.values(PAGES).map(({ path }) => path.replace(":id", String(debate.id))),
  `/debate/${debate.id}`,
  `/debate/${debate.id}?moment=1.1-1.2`,
  `/debate/${debate.id}/picture.png`,
  `/debate/${debate.id}/picture.png?moment=1.1-1.2`,
  `/embed/debate/${debate.id}`,
  `/oembed?url=${stack.origin}/debate/${debate.id}`,
  "/feed.xml",
  `/feed/${debate.id}.mp3`,
  "/sitemap.xml",
  "/robots.txt",
];

/** Removes the parts of every page that list all providers: configuration, styles and scripts. */
const withoutConfig = (text: string): string =>
  text
    .replaceAll(providersInConfig, "")
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, "")
    .replaceAll(/<link[^>]*>/g, "")
    // The page `/judge` lists configured judges that have not been tested.
    .replaceAll(/Not tested under these rules: <!-- -->[^<]*/g, "")
    // The rules of judging list all models.
    .replaceAll(/- (?:openai|grok|claude): markermodel-\w+/g, "");

/**
 * Returns the JSON data inside a page. It must name no provider, even if the page around it does.
 */
const getPageData = (text: string): string =>
  /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? "";

const findMarkers = (url: string, text: string): string[] => {
  const isGlobal = NAMES_ALL_PROVIDERS.some((pattern) => pattern.test(url));
  const rest = withoutConfig(url === "/api/admin/operations" ? withoutProviders(text) : text);
  const find = (part: string, pattern: RegExp) =>
    Array.from(part.matchAll(pattern), ({ index }) =>
      part.slice(Math.max(0, index - 60), index + 40),
    );
  const found = isGlobal
    ? [...find(rest, MODEL_PATTERN), ...find(getPageData(rest), MARKER_PATTERN)]
    : find(rest, MARKER_PATTERN);
  return found.map((passage) => `${url}: ${passage}`);
};

/** The operations page lists the state of all providers, which belongs to no debate. */
const withoutProviders = (text: string): string =>
  text.startsWith("{") ? JSON.stringify({ ...(JSON.parse(text) as object), providers: [] }) : text;

/** ID3 tags may be in UTF-16, so zero bytes are removed. */
const readBytes = (bytes: ArrayBuffer): string =>
  Buffer.from(bytes).toString("latin1").replaceAll("\0", "");

const crawl = async (): Promise<{ leaks: string[]; answered: Set<string> }> => {
  const leaks: string[] = [];
  const answered = new Set<string>();
  for (const client of Object.values(clients))
    for (const url of [...listApiUrls(), ...listOtherUrls()]) {
      const answer = await fetch(stack.origin + url, {
        redirect: "manual",
        headers: { "x-requested-with": "fetch", cookie: client.cookie },
      });
      const body = readBytes(await answer.arrayBuffer());
      if (answer.status === 200) answered.add(url.replaceAll(/\d+/g, "n"));
      const headers = JSON.stringify([...answer.headers]);
      leaks.push(...findMarkers(url, body), ...findMarkers(`${url} headers`, headers));
    }
  return { leaks: [...new Set(leaks)], answered };
};

const SPEAKERS = ["botAProvider", "botBProvider", "judge"] as const;
const namesOf = (shown: Debate) => SPEAKERS.map((name) => shown[name]);
const BLIND = ["blue", "red", "judge"];

describe("a blind debate", () => {
  it("names nobody in any response to anybody who has not voted", async () => {
    const { leaks, answered } = await crawl();
    expect(leaks).toEqual([]);
    for (const url of [
      "/debate/n",
      "/debate/n/picture.png",
      "/embed/debate/n",
      "/feed/n.mpn",
      "/api/debates/n/audio.mpn",
      "/api/tts/audio?turnId=n",
      "/api/admin/debates/n/audio",
      "/api/admin/operations",
      "/api/admin/spending",
    ])
      expect(answered).toContain(url);
  });

  it("names nobody in any event", () => {
    for (const { events } of watchers) {
      expect(events.length).toBeGreaterThan(20);
      // The operations page lists the state of all providers, which belongs to no debate.
      const shown = events.map(({ name, event }) =>
        name === "operations:updated" ? Object.assign(event, { providers: [] }) : event,
      );
      expect(findMarkers("events", JSON.stringify(shown))).toEqual([]);
    }
  });

  it("names nobody in emails, exports and stored events", async () => {
    const { rows } = await database.query<{ text: string }>(
      `SELECT to_jsonb(emails)::text AS text FROM emails
       UNION ALL SELECT facts || debates FROM exports
       UNION ALL SELECT to_jsonb(audit_log)::text FROM audit_log
       UNION ALL SELECT to_jsonb(debate_words)::text FROM debate_words
       UNION ALL SELECT to_jsonb(verdicts)::text FROM verdicts`,
    );
    expect(rows.some(({ text }) => text?.includes("whatAdminsDid"))).toBe(true);
    expect(rows.flatMap(({ text }) => findMarkers("rows", text))).toEqual([]);
  });

  it("has responses of the same bytes for all speakers", async () => {
    const load = async () =>
      Promise.all(
        [
          `/debate/${debate.id}/picture.png`,
          `/feed/${debate.id}.mp3`,
          `/api/debates/public?provider=openai`,
          `/api/debates/public?provider=grok`,
          `/api/debates/public?provider=claude`,
          `/api/debates/public?q=Markerone`,
        ].map(async (url) => readBytes(await (await fetch(stack.origin + url)).arrayBuffer())),
      );
    const before = await load();
    await database.query(
      `UPDATE debate_identities SET bot_a_provider = bot_b_provider, bot_b_provider = bot_a_provider`,
    );
    expect(await load()).toEqual(before);
    await database.query(
      `UPDATE debate_identities SET bot_a_provider = bot_b_provider, bot_b_provider = bot_a_provider`,
    );
  });

  it("fails this crawl if one field names a speaker", async () => {
    await database.query("UPDATE turns SET judge_model = 'markermodel-one' WHERE turn_number = 1");
    expect((await crawl()).leaks).not.toEqual([]);
    await database.query("UPDATE turns SET judge_model = NULL WHERE turn_number = 1");
  });

  it("tells a viewer who has voted, and nobody else, who speaks and judges", async () => {
    await clients.user.post(`/api/debates/${debate.id}/skip-vote`);
    expect(namesOf(await getDebate(clients.user))).toEqual(BLIND);
    await clients.user.post(`/api/debates/${debate.id}/vote`, { winner: "bot_a" });
    const told = namesOf(await getDebate(clients.user));
    expect(new Set(told)).toEqual(new Set(["openai", "grok", "claude"]));
    const turns = await listTurns(clients.user);
    for (const { model, judge } of turns) {
      expect(model).toMatch(/^markermodel/);
      expect(judge).toBe(told[2]);
    }
    expect(turns[5]?.judgeModel).toMatch(/^markermodel/);
    for (const who of ["visitor", "owner", "admin", "superadmin"] as const) {
      expect(namesOf(await getDebate(clients[who]))).toEqual(BLIND);
      expect((await listTurns(clients[who])).every(({ model }) => model === null)).toBe(true);
    }
    clients.user = new ApiClient(stack.origin);
    expect((await crawl()).leaks).toEqual([]);
  });

  it("names its speakers and judge to everybody a day after its end", async () => {
    await database.query("UPDATE debates SET spoken_at = now() - interval '25 hours'");
    await database.query("UPDATE cleanups SET run_at = now() - interval '2 seconds'");
    await waitUntil(async () => (await getDebate(clients.visitor)).botAProvider !== "blue");
    const shown = await getDebate(clients.owner);
    expect(shown).toMatchObject({ mystery: true });
    expect(new Set(namesOf(shown))).toEqual(new Set(["openai", "grok", "claude"]));
    for (const { model, judge } of await listTurns(clients.owner)) {
      expect(model).toMatch(/^markermodel/);
      expect(judge).toBe(shown.judge);
    }
    const { rows } = await database.query("SELECT FROM turn_identities, debate_identities");
    expect(rows).toEqual([]);
    const label = "Markerone";
    const found = await clients.owner.get(`/api/debates/public?q=${label}`);
    expect(JSON.parse(found.text)).toHaveLength(
      namesOf(shown).slice(0, 2).includes("openai") ? 1 : 0,
    );
  });
});
