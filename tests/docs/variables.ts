import type { Variables } from "#infra/variables.ts";

/** Set by the launcher for the processes it starts; operators do not set them. */
export const INTERNAL_VARIABLES = [
  "NODE_ENV",
  "STANDIN_WEBHOOK_URL",
  "STANDIN_SMTP_PORT",
  "STANDIN_MAILBOX_URL",
  "PAYPAL_SDK_URL",
] as const satisfies (keyof Variables)[];

type Documented = Exclude<keyof Variables, (typeof INTERNAL_VARIABLES)[number]>;

interface Described {
  group: string;
  about: string;
  /** Shown instead of the default in `infra/variables.ts`. */
  fallback?: string;
}

const inGroup = <Names extends Documented>(
  group: string,
  variables: Record<Names, string | [about: string, fallback: string]>,
): Record<Names, Described> => {
  const described = Object.entries<string | [string, string]>(variables).map(([name, said]) => {
    const [about, fallback] = typeof said === "string" ? [said] : said;
    return [name, { group, about, ...(fallback !== undefined && { fallback }) }];
  });
  // Object.fromEntries returns a type without the names.
  return Object.fromEntries(described) as Record<Names, Described>;
};

const FAKE = "a fake, with `npm start`";

/** What each variable is for, in the order of `docs/configuration.md`. */
export const DESCRIPTIONS: Record<Documented, Described> = {
  ...inGroup("Server", {
    PORT: "Port of the API.",
    PUBLIC_ORIGIN: [
      "Address of the site without a path, such as `https://debate.example`. With https, cookies are Secure.",
      "origin of the request",
    ],
    ALLOWED_HOSTS:
      "Further host names of the site, separated by commas: `debate.lan,192.168.1.20`. Requests for others get a 421.",
    TRUST_PROXY:
      "Number of proxies in front of the API, or their addresses in the format of Express. Needs `PUBLIC_ORIGIN`.",
    HTTP_PROXY: "Proxy for outgoing requests to `http://` addresses. Also read as `http_proxy`.",
    HTTPS_PROXY: [
      "Proxy for outgoing requests to models, voice, moderation and PayPal. Also read as `https_proxy`.",
      "`HTTP_PROXY`",
    ],
    NO_PROXY:
      "Hosts that are reached without a proxy, with their subdomains: `localhost,10.0.0.5:8080`; `*` means all hosts.",
    DATA_DIR: "Folder of the embedded database and of generated secrets.",
    SESSION_SECRET: [
      "Signs the cookies. Required unless `npm start` starts the processes.",
      "generated, kept in `DATA_DIR`",
    ],
    SESSION_SECRET_PREVIOUS:
      "The secret before a rotation; still accepted. Remove it after 30 days.",
    LOG_LEVEL: [
      "`fatal`, `error`, `warn`, `info`, `debug` or `silent`.",
      "info; `npm start`: warn",
    ],
    DRAIN_SECONDS: [
      "Seconds between SIGTERM and the end of an API process. See [Upgrades](operations/upgrade.md#rolling-updates).",
      "25; `npm start`: 0",
    ],
    WORKER_GRACE_SECONDS: [
      "Seconds a worker may take to finish its jobs after SIGTERM.",
      "longest reply plus 10 s; `npm start`: 5",
    ],
    WORKER_HEALTH_PORT: ["Port of a worker's `/healthz` and `/readyz`.", "any free port"],
  }),
  ...inGroup("Database and Redis", {
    DATABASE_URL: [
      "PostgreSQL 14 or newer. See [TLS](operations/databases.md#tls-for-postgresql) and [PgBouncer](operations/databases.md#pgbouncer).",
      "embedded PostgreSQL",
    ],
    DATABASE_PASSWORD: "Replaces the password in `DATABASE_URL`; needs no escaping.",
    DATABASE_OWNER_URL: [
      "Owner of the tables. `migrate` uses it and grants the role of `DATABASE_URL` its rights.",
      "`DATABASE_URL`",
    ],
    DATABASE_OWNER_PASSWORD: "Replaces the password in `DATABASE_OWNER_URL`.",
    DATABASE_POOL_SIZE:
      "Maximum connections per process for single statements, and as many again for transactions.",
    DATABASE_POOL_MIN: [
      "Connections per process that stay open, with the most frequent queries prepared.",
      "4; `npm start`: 2",
    ],
    DATABASE_LIST_POOL_SIZE: "Additional connections of an API process for lists and searches.",
    REDIS_URL:
      "Queue, sockets and rate limits use [Redis](operations/databases.md#redis). Without it they use PostgreSQL.",
    REDIS_PASSWORD: "Replaces the password in `REDIS_URL`; needs no escaping.",
  }),
  ...inGroup("Models", {
    OPENAI_API_KEY: ["Key for OpenAI, or for any compatible server.", FAKE],
    OPENAI_BASE_URL: ["A compatible server, such as `http://localhost:11434/v1`.", "OpenAI"],
    OPENAI_MODEL: "Model.",
    OPENAI_LABEL: "Name shown to users.",
    XAI_API_KEY: ["Key for xAI.", FAKE],
    XAI_BASE_URL: ["A compatible server, with `/v1`.", "xAI"],
    GROK_MODEL: "Model.",
    GROK_LABEL: "Name shown to users.",
    ANTHROPIC_API_KEY: ["Key for Anthropic.", FAKE],
    ANTHROPIC_BASE_URL: ["A compatible server, without `/v1`.", "Anthropic"],
    CLAUDE_MODEL: "Model.",
    CLAUDE_LABEL: "Name shown to users.",
    PROVIDER_FIRST_BYTE_SECONDS: "Timeout for the first byte of a reply.",
    PROVIDER_SILENCE_SECONDS: "Timeout between two chunks of a reply, heartbeats included.",
    PROVIDER_TOTAL_SECONDS: "Timeout for a whole reply.",
    PROVIDER_REQUESTS_IN_FLIGHT:
      "Maximum number of concurrent requests of all workers to one provider; at most 1,000.",
    JUDGE_PANEL: [
      "Two or three providers that vote on each verdict, as `openai,claude,grok`; see [The panel](judge-panel.md). Each costs two requests per debate.",
      "no panel: one judge decides",
    ],
  }),
  ...inGroup("Voice and moderation", {
    TTS_API_KEY: ["Key for OpenAI's speech, or for any compatible server.", FAKE],
    TTS_BASE_URL: ["A compatible server.", "OpenAI"],
    TTS_MODEL: "Speech model.",
    TTS_LANGUAGES: [
      "Languages that the voice speaks, each with the voices of both sides if they differ: `en,fr=siwis/gilles`.",
      "those of OpenAI's speech",
    ],
    TTS_VOICES_OPENAI: "Voice of ChatGPT, and its second voice for a debate against itself.",
    TTS_VOICES_GROK: "Voices of Grok.",
    TTS_VOICES_CLAUDE: "Voices of Claude.",
    TTS_VOICES_BLIND: "Voices of Blue and Red in blind debates.",
    SPEAK_AHEAD:
      "`listened`: turns are spoken while they are written if there is a listener. `always`: every turn.",
    MODERATION_API_KEY: ["Key of the moderation service.", "`OPENAI_API_KEY`"],
    MODERATION_BASE_URL: ["A compatible server.", "OpenAI"],
    MODERATION_MODEL:
      "Moderation model. If it has a price in `PRICES`, it counts towards the spending limits.",
  }),
  ...inGroup("Spending", {
    PRICES: [
      'Prices in dollars per million, as JSON: `{"a-model": {"input": 2.5, "output": 15, "characters": 0}}`. `*` is any other model.',
      "known models",
    ],
    DAILY_SPEND_LIMIT: "Dollars per UTC day after which paid work waits. Set it in production.",
    DAILY_SPEND_LIMIT_PER_USER: "Dollars per UTC day for the debates of one user.",
  }),
  ...inGroup("Payments and email", {
    PAYPAL_CLIENT_ID: ["Client id of a PayPal app. Without it there are no purchases.", FAKE],
    PAYPAL_CLIENT_SECRET: ["Secret of the PayPal app.", FAKE],
    PAYPAL_WEBHOOK_ID: "Id of the webhook for `/api/webhooks/paypal`.",
    PAYPAL_BASE_URL: "Sandbox: `https://api-m.sandbox.paypal.com`.",
    SMTP_URL: ["`smtp://` or `smtps://`, with user and password.", FAKE],
    MAIL_FROM: ["Sender, such as `Debates <hello@debate.example>`.", "`CONTACT_EMAIL`"],
    PRODUCT_NAME: "Name of the site.",
    COMPANY_NAME: "Name in the footer and the privacy policy.",
    CONTACT_EMAIL: "Address of support.",
  }),
  ...inGroup("Accounts", {
    SIGNUP_CREDIT: "`confirmed`: the first credit waits until the address is confirmed.",
    PASSWORD_CHECK: "`refuse`: common passwords are rejected for all users, not only for admins.",
    REQUIRE_SECOND_FACTOR: "`admins`: an admin must add a passkey or an authenticator app first.",
  }),
  ...inGroup("Limits", {
    LIMIT_REGISTER_PER_HOUR: "New accounts per address.",
    LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "Failed logins per account and network in 15 minutes.",
    LIMIT_LOGIN_FAILURES_PER_ADDRESS: "Failed logins per address in 15 minutes.",
    LIMIT_LOGINS_PER_HOUR: "Successful logins per account.",
    LIMIT_MAILS_PER_HOUR: "Requested emails per address or user.",
    LIMIT_CREATE_DEBATE_PER_MINUTE: "New debates per user.",
    LIMIT_NEXT_TURN_PER_MINUTE: "Requested turns per user.",
    LIMIT_OPEN_TURNS_PER_USER:
      "Open turns per user at the same time. At this limit, Auto-Play waits.",
    LIMIT_LIST_PER_MINUTE: "Lists, searches, feed and sitemap, per user or visitor's address.",
    LIMIT_PAGE_PER_MINUTE: "Pages, embeds, pictures, feed and sitemap, per address.",
    LIMIT_PICTURE_PER_MINUTE: "Rendered pictures of debates, per address.",
    LIMIT_AUDIO_PER_MINUTE: "Audio requests per address.",
    LIMIT_REACTIONS_PER_MINUTE: "Good points for sentences per user.",
    LIMIT_REPORTS_PER_HOUR: "Reports of debates per address, and appeals of verdicts per user.",
    LIMIT_PURCHASE_PER_HOUR: "Purchases per user.",
    LIMIT_CAPTURE_PER_MINUTE: "Captured payments per user; five times as many per address.",
    LIMIT_WEBHOOK_PER_MINUTE: "Webhook calls per address.",
    LIMIT_SOCKETS_PER_ADDRESS: "Open sockets per address. An IPv6 /64 counts as one address.",
    ALERT_REGISTRATIONS_PER_HOUR:
      "Number of new accounts in an hour, from all addresses, that raises an alert.",
  }),
  ...inGroup("Monitoring", {
    METRICS_PORT: [
      "Port of `/metrics` for Prometheus. With `npm start` the worker uses the next port.",
      "not served",
    ],
    OTEL_EXPORTER_OTLP_ENDPOINT: "Collector of traces (OTLP, JSON over HTTP).",
    OTEL_EXPORTER_OTLP_HEADERS: "Headers for the collector: `name=value,name=value`.",
    OTEL_TRACES_SAMPLER_ARG: "Share of traces that are kept, 0 to 1.",
  }),
  ...inGroup("Demo mode", {
    STANDIN_PROVIDERS: ["Providers that are fakes. Pages say so.", "providers without a key"],
    STANDIN_FIRST_TOKEN_MS: "Delay of a fake model before its first token.",
    STANDIN_TOKENS_PER_SECOND: "Pace of a fake model.",
    STANDIN_SPEECH_SPEED: "Pace of the fake voice, as a factor.",
    SAMPLES:
      "`off`: in demo mode, `npm start` adds no sample debates and lets none play by itself.",
  }),
};
