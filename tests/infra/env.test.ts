import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { OPENAI_VOICE_LANGUAGES } from "#shared/domain/audio/voice-languages.ts";
import { mapProviders, PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import { DEFAULT_MODEL_PRICES } from "#shared/domain/billing/spending.ts";
import { BLIND_LABELS } from "#shared/domain/speaker.ts";
import {
  assertPanelConfigured,
  listAvailableProviders,
  readEnv,
  requireVariable,
} from "#infra/env.ts";

/** Labels and voices of all providers. The tests below check the values of some providers. */
const LABELS = mapProviders((id) => PROVIDER_DEFINITIONS[id].label);
const VOICES = mapProviders((id) => PROVIDER_DEFINITIONS[id].voices);

const ALL_LANGUAGES = new Map(OPENAI_VOICE_LANGUAGES.map((language) => [language, null]));

/** The environment with the default of each variable. */
const DEFAULTS: ReturnType<typeof readEnv> = {
  mode: "production",
  port: 3000,
  workerHealthPort: 0,
  metricsPort: undefined,
  traces: null,
  drainMs: 25_000,
  workerGraceMs: 310_000,
  dataDir: ".data",
  hasSamples: true,
  databaseUrl: undefined,
  databaseOwnerUrl: undefined,
  poolSize: 10,
  poolMin: 4,
  listPoolSize: 4,
  redisUrl: undefined,
  publicOrigin: undefined,
  isHttps: false,
  allowedHosts: [],
  trustProxy: false,
  proxies: { httpProxy: undefined, httpsProxy: undefined, noProxy: undefined },
  sessionSecret: undefined,
  previousSessionSecret: undefined,
  providers: mapProviders(() => null),
  judgePanel: [],
  requestsInFlight: 500,
  providerTimeouts: { firstByteMs: 120_000, silenceMs: 60_000, totalMs: 300_000 },
  spending: { prices: DEFAULT_MODEL_PRICES, perDay: null, perUserAndDay: null },
  voice: null,
  synthesizesEveryTurnLive: false,
  moderation: null,
  paypal: null,
  mail: null,
  origin: "http://localhost:3000",
  mailboxUrl: undefined,
  fakeSmtpPort: 0,
  signupCredit: "at_once",
  passwordCheck: "warn",
  adminsNeedSecondFactor: false,
  labels: { ...LABELS, openai: "ChatGPT", grok: "Grok", claude: "Claude", ...BLIND_LABELS },
  fakePace: { firstTokenMs: 400, tokensPerSecond: 60, speechSpeed: 1 },
  fakeWebhookUrl: undefined,
  productName: "Chatbot Debate",
  companyName: "Chatbot Debate LLC",
  contactEmail: "contact@chatbotdebate.example",
  logLevel: "info",
  limits: {
    registerPerHour: 20,
    loginFailuresPerAccount: 10,
    loginFailuresPerAddress: 50,
    createDebatePerMinute: 30,
    nextTurnPerMinute: 120,
    openTurnsPerUser: 5,
    audioPerMinute: 120,
    purchasePerHour: 20,
    capturePerMinute: 30,
    webhookPerMinute: 600,
    pagePerMinute: 600,
    loginsPerHour: 60,
    socketsPerAddress: 200,
    usualRegistrationsPerHour: 200,
    picturePerMinute: 120,
    reactionsPerMinute: 20,
    reportsPerHour: 20,
    mailsPerHour: 20,
    listPerMinute: 300,
  },
};

const livesAt = (origin: string) => ({
  publicOrigin: origin,
  origin,
  isHttps: origin.startsWith("https:"),
});

describe("the environment", () => {
  it("needs no variable: each has a default or is optional", () => {
    expect(readEnv({})).toEqual(DEFAULTS);
    expect(listAvailableProviders(readEnv({}))).toEqual([]);
  });

  it("treats an empty variable as unset", () => {
    expect(readEnv({ PORT: "", OPENAI_API_KEY: "", REDIS_URL: "" })).toEqual(readEnv({}));
  });

  it("merges custom prices with the default ones, and omitted prices are 0", () => {
    const { prices, perDay, perUserAndDay } = readEnv({
      PRICES: '{"llama": {}, "gpt-5.4": {"input": 1, "output": 2.5}}',
      DAILY_SPEND_LIMIT: "12.5",
      DAILY_SPEND_LIMIT_PER_USER: "0",
    }).spending;
    expect(prices).toEqual({
      ...DEFAULT_MODEL_PRICES,
      llama: { input: 0, output: 0, characters: 0 },
      "gpt-5.4": { input: 1, output: 2.5, characters: 0 },
    });
    expect([perDay, perUserAndDay]).toEqual([12.5, 0]);
  });

  it.each([
    ["PRICES", "{"],
    ["PRICES", '{"llama": 3}'],
    ["PRICES", '{"llama": {"input": -1}}'],
    ["PRICES", '{"llama": {"in": 1}}'],
    ["DAILY_SPEND_LIMIT", "-1"],
    ["DAILY_SPEND_LIMIT_PER_USER", "much"],
  ])("rejects the price or limit %s=%s", (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(`${name}: `);
  });

  it("takes a database password literally, even with characters that are special in URLs", () => {
    const DATABASE_URL = "postgres://debate@db:5432/debate";
    const { databaseUrl } = readEnv({ DATABASE_URL, DATABASE_PASSWORD: "p@ss/w#rd:50% " });
    expect(new Client({ connectionString: databaseUrl })).toMatchObject({
      user: "debate",
      password: "p@ss/w#rd:50% ",
      host: "db",
      database: "debate",
    });
    expect(readEnv({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it("reads a value from the file named by its _FILE variable, or reports that it cannot", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "debate-env-"));
    const file = path.join(folder, "secret");
    await writeFile(file, "a secret of sixteen letters\n");
    expect(readEnv({ SESSION_SECRET_FILE: file }).sessionSecret).toBe(
      "a secret of sixteen letters",
    );
    expect(() => readEnv({ XAI_API_KEY_FILE: path.join(folder, "none") })).toThrow(
      /^XAI_API_KEY_FILE: cannot be read$/m,
    );
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ PROVIDER_TOTAL_SECONDS: "60" }, 70_000],
    [{ WORKER_GRACE_SECONDS: "5" }, 5000],
  ])("gives a worker with %j a grace period of %i ms", (variables, graceMs) => {
    expect(readEnv(variables).workerGraceMs).toBe(graceMs);
  });

  it("makes a provider available by a key or a base URL", () => {
    const env = readEnv({ XAI_API_KEY: "k", OPENAI_BASE_URL: "http://localhost:11434/v1" });
    expect(listAvailableProviders(env)).toEqual(["openai", "grok"]);
  });

  it("reads label, model, key and address of each provider", () => {
    const { providers } = readEnv({
      OPENAI_BASE_URL: "http://localhost:11434/v1",
      XAI_API_KEY: " k ",
      GROK_LABEL: "Grok of xAI",
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_BASE_URL: "http://localhost:1",
      CLAUDE_MODEL: "claude-next",
      STANDIN_PROVIDERS: "grok,claude",
    });
    expect(providers).toEqual({
      ...mapProviders(() => null),
      openai: {
        label: "ChatGPT",
        model: "gpt-5.4",
        apiKey: "unused",
        baseUrl: "http://localhost:11434/v1",
        isFake: false,
      },
      grok: {
        label: "Grok of xAI",
        model: "grok-4.3",
        apiKey: "k",
        baseUrl: "https://api.x.ai/v1",
        isFake: true,
      },
      claude: {
        label: "Claude",
        model: "claude-next",
        apiKey: "k",
        baseUrl: "http://localhost:1",
        isFake: true,
      },
    });
    const own = readEnv({ XAI_BASE_URL: "http://localhost:2", OPENAI_API_KEY: "k" }).providers;
    expect(own.grok).toMatchObject({ apiKey: "unused", baseUrl: "http://localhost:2" });
    expect(own.openai).toMatchObject({ baseUrl: undefined, isFake: false });
    const fakes = readEnv({ OPENAI_API_KEY: "k", STANDIN_PROVIDERS: "openai" }).providers;
    expect(fakes.openai).toMatchObject({ isFake: true });
    expect(readEnv({ ANTHROPIC_API_KEY: "k" }).providers.claude).toMatchObject({
      model: "claude-sonnet-5-5",
      isFake: false,
    });
  });

  it.each([
    [{}, { url: "http://collector:4318/v1/traces", headers: {}, sampleRatio: 1 }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example/otlp/" },
      { url: "https://traces.example/otlp/v1/traces", headers: {}, sampleRatio: 1 },
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "key=a%20b=, other = c", OTEL_TRACES_SAMPLER_ARG: "0.5" },
      {
        url: "http://collector:4318/v1/traces",
        headers: { key: "a b=", other: "c" },
        sampleRatio: 0.5,
      },
    ],
  ])("reads traces from %p as %p", (variables, traces) => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
    expect(readEnv({ ...collector, ...variables }).traces).toEqual(traces);
  });

  it("reports an unreadable header of traces without its value", () => {
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: "key=%E0%A4%A" })).toThrow(
      "OTEL_EXPORTER_OTLP_HEADERS: must be as name=value,name=value, percent-encoded",
    );
  });

  const THREE_KEYS = { OPENAI_API_KEY: "k", XAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" };
  it.each([
    ["", []],
    ["grok, openai", ["openai", "grok"]],
    ["openai,claude,grok", ["openai", "grok", "claude"]],
  ])("reads the panel of judges %p in the fixed order of providers", (JUDGE_PANEL, panel) => {
    expect(readEnv({ ...THREE_KEYS, JUDGE_PANEL }).judgePanel).toEqual(panel);
  });

  const NO_PANEL =
    "JUDGE_PANEL: must be two or three different providers of openai,grok,claude, such as openai,claude";
  it.each([
    ["a single judge", "openai", NO_PANEL],
    ["the same judge twice", "openai,openai", NO_PANEL],
    ["a judge named twice beside another", "openai,claude,openai", NO_PANEL],
    ["an unknown judge", "openai,gemini", NO_PANEL],
    ["an empty name", "openai,,claude", NO_PANEL],
  ])("refuses a panel with %s", (_what, JUDGE_PANEL, problem) => {
    expect(() => readEnv({ OPENAI_API_KEY: "k", JUDGE_PANEL })).toThrow(problem);
  });

  it("lets no process start with a panel whose judge is not configured", () => {
    const JUDGE_PANEL = "openai,claude";
    expect(() => assertPanelConfigured(readEnv({ OPENAI_API_KEY: "k", JUDGE_PANEL }))).toThrow(
      "JUDGE_PANEL: names claude, which has no API key and no base URL",
    );
    assertPanelConfigured(readEnv({ ...THREE_KEYS, JUDGE_PANEL }));
    assertPanelConfigured(readEnv({}));
  });

  it("reads the switches for speaking ahead and for the admins' second factor", () => {
    const env = readEnv({ SPEAK_AHEAD: "always", REQUIRE_SECOND_FACTOR: "admins" });
    expect([env.synthesizesEveryTurnLive, env.adminsNeedSecondFactor]).toEqual([true, true]);
  });

  const OPENAI = "https://api.openai.com/v1";
  it.each([
    [{ MODERATION_API_KEY: "k" }, { apiKey: "k", baseUrl: OPENAI }],
    [{ MODERATION_BASE_URL: "http://localhost:3/v1" }, { baseUrl: "http://localhost:3/v1" }],
    [{ OPENAI_API_KEY: "k" }, { apiKey: "k", baseUrl: OPENAI }],
    [{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://localhost:3/v1" }, null],
    // The API key is sent only to the vendor it belongs to.
    [
      { OPENAI_API_KEY: "k", MODERATION_BASE_URL: "http://localhost:3/v1" },
      { apiKey: "unused", baseUrl: "http://localhost:3/v1" },
    ],
    [
      { OPENAI_API_KEY: "k", MODERATION_API_KEY: "m", OPENAI_BASE_URL: "http://localhost:3/v1" },
      { apiKey: "m", baseUrl: OPENAI },
    ],
    [{ XAI_API_KEY: "k" }, null],
  ])("reads moderation from %p as %p", (variables, access) => {
    const model = { model: "omni-moderation-latest", apiKey: "unused", isFree: true };
    expect(readEnv(variables).moderation).toEqual(access && { ...model, ...access });
  });

  it.each([
    ["a-model", "{}", false],
    ["a-model", '{"a-model": {}}', true],
    ["a-model", '{"*": {}}', true],
    ["omni-moderation-latest", '{"omni-moderation-latest": {"input": 0.1}}', false],
  ])("reads %p as moderation model with the prices %p, free: %p", (model, PRICES, isFree) => {
    const variables = { MODERATION_API_KEY: "k", MODERATION_MODEL: model, PRICES };
    expect(readEnv(variables).moderation).toMatchObject({ model, isFree });
  });

  it("reads mail server, sender and the origin of links", () => {
    const SMTP_URL = "smtps://user:secret@mail.example:465";
    const from = { name: "Chatbot Debate", address: "contact@chatbotdebate.example" };
    const usual = readEnv({ SMTP_URL });
    expect([usual.mail, usual.origin]).toEqual([{ url: SMTP_URL, from }, "http://localhost:3000"]);
    const more = { MAIL_FROM: "Us <us@example.org>", PUBLIC_ORIGIN: "https://debate.example/" };
    const { mail, origin } = readEnv({ SMTP_URL, ...more });
    expect([mail, origin]).toEqual([
      { url: SMTP_URL, from: { name: "Us", address: "us@example.org" } },
      "https://debate.example",
    ]);
    expect(() => readEnv({ SMTP_URL: "http://mail.example" })).toThrow("SMTP_URL: ");
  });

  it("has a voice with a key or a base URL, and two voices per provider", () => {
    expect(readEnv({ TTS_API_KEY: "k" }).voice).toEqual({
      blindVoices: ["ash", "nova"],
      model: "gpt-4o-mini-tts",
      apiKey: "k",
      baseUrl: undefined,
      voices: {
        ...VOICES,
        openai: ["alloy", "echo"],
        grok: ["onyx", "coral"],
        claude: ["sage", "fable"],
      },
      languages: ALL_LANGUAGES,
      isFake: false,
    });
    const own = { TTS_BASE_URL: "http://localhost:3/v1", TTS_MODEL: "kokoro" };
    expect(readEnv({ ...own, TTS_VOICES_GROK: "one", TTS_VOICES_CLAUDE: " a , b " }).voice).toEqual(
      {
        blindVoices: ["ash", "nova"],
        model: "kokoro",
        apiKey: "unused",
        baseUrl: "http://localhost:3/v1",
        voices: { ...VOICES, openai: ["alloy", "echo"], grok: ["one", "one"], claude: ["a", "b"] },
        languages: ALL_LANGUAGES,
        isFake: false,
      },
    );
  });

  it("has the languages of the voice, with voices of their own where configured", () => {
    const languagesOf = (variables: Record<string, string>) =>
      Object.fromEntries(readEnv({ TTS_API_KEY: "k", ...variables }).voice?.languages ?? []);
    expect(languagesOf({ TTS_LANGUAGES: " en, fr = siwis / gilles ,he=dana" })).toEqual({
      en: null,
      fr: ["siwis", "gilles"],
      he: ["dana", "dana"],
    });
    expect(Object.keys(languagesOf({ TTS_LANGUAGES: "" }))).toEqual(OPENAI_VOICE_LANGUAGES);
    // The fake voice is English, whatever else is configured.
    expect(languagesOf({ TTS_API_KEY: "stand-in", TTS_LANGUAGES: "en,es" })).toEqual({ en: null });
  });

  it("has PayPal with a client id and a secret, live by default", () => {
    expect(readEnv({ PAYPAL_CLIENT_ID: "id" }).paypal).toBeNull();
    expect(readEnv({ PAYPAL_CLIENT_SECRET: "s" }).paypal).toBeNull();
    expect(readEnv({ PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "s" }).paypal).toEqual({
      clientId: "id",
      clientSecret: "s",
      webhookId: undefined,
      baseUrl: "https://api-m.paypal.com",
      sdkUrl: undefined,
      isFake: false,
    });
  });

  it.each([
    ["2", 2],
    ["12", 12],
    ["true", true],
    ["false", false],
    ["10.0.0.1", "10.0.0.1"],
    ["loopback, 10.0.0.0/8", "loopback, 10.0.0.0/8"],
  ])("reads TRUST_PROXY=%s", (value, trusted) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toBe(trusted);
  });

  it.each([
    [
      "DATABASE_URL",
      "postgres://localhost/debates",
      { databaseUrl: "postgres://localhost/debates" },
    ],
    ["DATABASE_URL", "postgresql://db/x", { databaseUrl: "postgresql://db/x" }],
    ["REDIS_URL", "redis://localhost", { redisUrl: "redis://localhost" }],
    ["REDIS_URL", "rediss://far", { redisUrl: "rediss://far" }],
    ["PUBLIC_ORIGIN", "https://debate.example/", livesAt("https://debate.example")],
    ["PUBLIC_ORIGIN", "http://localhost:80/", livesAt("http://localhost")],
    ["ALLOWED_HOSTS", "a.lan,10.0.0.1", { allowedHosts: ["a.lan", "10.0.0.1"] }],
    ["SESSION_SECRET", "x".repeat(16), { sessionSecret: "x".repeat(16) }],
    ["SESSION_SECRET_PREVIOUS", "x".repeat(16), { previousSessionSecret: "x".repeat(16) }],
    ["PORT", "65535", { port: 65_535, origin: "http://localhost:65535" }],
    ["WORKER_HEALTH_PORT", "0", { workerHealthPort: 0 }],
    ["DATA_DIR", " /data ", { dataDir: "/data" }],
    ["NODE_ENV", "development", { mode: "development" }],
    ["LOG_LEVEL", "fatal", { logLevel: "fatal" }],
    ["STANDIN_WEBHOOK_URL", "http://localhost/x", { fakeWebhookUrl: "http://localhost/x" }],
    [
      "STANDIN_TOKENS_PER_SECOND",
      "0.5",
      { fakePace: { firstTokenMs: 400, tokensPerSecond: 0.5, speechSpeed: 1 } },
    ],
  ])("accepts %s=%s", (name, value, read) => {
    expect(readEnv({ [name]: value })).toEqual({ ...DEFAULTS, ...read });
  });

  it.each(["development", "production", "test"])("runs in the mode %s", (mode) => {
    expect(readEnv({ NODE_ENV: mode }).mode).toBe(mode);
  });

  it.each(["fatal", "error", "warn", "info", "debug", "silent"])("logs at level %s", (level) => {
    expect(readEnv({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  it.each([
    ["DATABASE_URL", "mysql://localhost/debates"],
    ["DATABASE_URL", "localhost"],
    ["DATABASE_URL", "postgresqls://localhost"],
    ["DATABASE_URL", "my-postgres://localhost"],
    ["REDIS_URL", "http://localhost"],
    ["REDIS_URL", "redisss://localhost"],
    ["REDIS_URL", "my-redis://localhost"],
    ["PUBLIC_ORIGIN", "debate.example"],
    ["PUBLIC_ORIGIN", "ftp://debate.example"],
    ["PUBLIC_ORIGIN", "httpsx://debate.example"],
    ["PUBLIC_ORIGIN", "xhttp://debate.example"],
    ["SESSION_SECRET", "x".repeat(15)],
    ["SESSION_SECRET_PREVIOUS", "x".repeat(15)],
    ["SESSION_SECRET", "x".padEnd(16)],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["WORKER_HEALTH_PORT", "65536"],
    ["LIMIT_AUDIO_PER_MINUTE", "-1"],
    ["STANDIN_TOKENS_PER_SECOND", "0"],
    ["STANDIN_SPEECH_SPEED", "0"],
    ["NODE_ENV", "staging"],
    ["LOG_LEVEL", "loud"],
    ["OPENAI_BASE_URL", "localhost"],
    ["OPENAI_BASE_URL", "localhost:11434/v1"],
    ["XAI_BASE_URL", "https://user:secret@api.x.ai/v1"],
    ["ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1/messages"],
    ["OPENAI_BASE_URL", "https://api.openai.com/v1/chat/completions"],
    ["TTS_BASE_URL", "https://api.openai.com/v1/audio/speech"],
    ["MODERATION_BASE_URL", "https://api.openai.com/v1#x"],
    ["OPENAI_API_KEY", "sk-one\nsk-two"],
    ["XAI_API_KEY", "xai-“quoted”"],
    ["ANTHROPIC_API_KEY", "Bearer sk-ant"],
    ["TTS_API_KEY", "schlüssel"],
    ["TTS_LANGUAGES", "en,xx"],
    ["TTS_LANGUAGES", "en,es-MX"],
    ["TTS_LANGUAGES", "en,"],
    ["TTS_LANGUAGES", "en,en"],
    ["TTS_LANGUAGES", "iw"],
    ["TTS_LANGUAGES", "fr="],
    ["TTS_LANGUAGES", "fr=siwis/gilles/tom"],
    ["TTS_LANGUAGES", "fr=siwis=gilles"],
    ["MODERATION_API_KEY", "k\u200b1"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["HTTPS_PROXY", "proxy.example:3128"],
    ["HTTP_PROXY", "socks5://proxy.example:1080"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a key=1"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "key=a%0Ab"],
    ["PUBLIC_ORIGIN", "https://debate.example/debate"],
    ["PUBLIC_ORIGIN", "https://debate.example/?x"],
    ["PUBLIC_ORIGIN", "https://user@debate.example"],
    ["MAIL_FROM", "Debates"],
    ["MAIL_FROM", "Debates: Live <nobody>"],
    ["CONTACT_EMAIL", "support"],
    ["PAYPAL_BASE_URL", "paypal"],
  ])("rejects %s=%s with one sentence", (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(
      new RegExp(`^The configuration is invalid\\.\n${name}: [^\n]+$`),
    );
  });

  it("reports every invalid variable in a sentence, without its value", () => {
    const read = () => readEnv({ PORT: "eighty", SESSION_SECRET: "short-secret" });
    expect(read).toThrow(/^PORT: /m);
    expect(read).toThrow(/^SESSION_SECRET: /m);
    expect(read).not.toThrow(/short-secret/);
  });

  it("returns a required variable, or reports which one is missing", () => {
    expect(requireVariable("x", "SESSION_SECRET")).toBe("x");
    expect(() => requireVariable(undefined, "SESSION_SECRET")).toThrow(
      "SESSION_SECRET is not set. See the configuration table.",
    );
  });
});

describe("the rate limits", () => {
  it("are set by one variable each", () => {
    const names = [
      "LIMIT_REGISTER_PER_HOUR",
      "LIMIT_LOGIN_FAILURES_PER_ACCOUNT",
      "LIMIT_LOGIN_FAILURES_PER_ADDRESS",
      "LIMIT_CREATE_DEBATE_PER_MINUTE",
      "LIMIT_NEXT_TURN_PER_MINUTE",
      "LIMIT_OPEN_TURNS_PER_USER",
      "LIMIT_AUDIO_PER_MINUTE",
      "LIMIT_PURCHASE_PER_HOUR",
      "LIMIT_CAPTURE_PER_MINUTE",
      "LIMIT_WEBHOOK_PER_MINUTE",
      "LIMIT_PAGE_PER_MINUTE",
      "LIMIT_LOGINS_PER_HOUR",
      "LIMIT_SOCKETS_PER_ADDRESS",
      "ALERT_REGISTRATIONS_PER_HOUR",
      "LIMIT_PICTURE_PER_MINUTE",
      "LIMIT_REACTIONS_PER_MINUTE",
      "LIMIT_REPORTS_PER_HOUR",
      "LIMIT_MAILS_PER_HOUR",
      "LIMIT_LIST_PER_MINUTE",
    ];
    const set = Object.fromEntries(names.map((name, at) => [name, String(at)]));
    expect(Object.values(readEnv(set).limits)).toEqual(names.map((_name, at) => at));
  });
});
