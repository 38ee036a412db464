import { readFileSync } from "node:fs";
import {
  mapProviders,
  PROVIDER_DEFINITIONS,
  PROVIDERS,
  type Provider,
} from "#shared/domain/provider.ts";
import { BLIND_LABELS, type Speaker } from "#shared/domain/speaker.ts";
import {
  readEmailConfig,
  readModerationConfig,
  getPublicOrigin,
  readPayPalConfig,
  readProviderConfigs,
  readTracingConfig,
  readVoiceConfig,
} from "./service-config.ts";
import { Variables } from "./variables.ts";

/** Parses TRUST_PROXY for Express: a boolean, a number of proxies in front, or their addresses. */
const parseTrustProxy = (value: string): boolean | number | string => {
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : value;
};

/** Returns the URL with its password replaced. The password may contain any character. */
const withPassword = (address: string | undefined, password: string | undefined) => {
  if (address === undefined || password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
};

const buildEnv = (v: Variables) => ({
  mode: v.NODE_ENV,
  port: v.PORT,
  workerHealthPort: v.WORKER_HEALTH_PORT,
  metricsPort: v.METRICS_PORT,
  traces: readTracingConfig(v),
  drainMs: v.DRAIN_SECONDS * 1000,
  /**
   * How long a stopping worker waits for its running turns. The default suffices for a turn that
   * has just started. Judging jobs are released, and another worker runs them again.
   */
  workerGraceMs: (v.WORKER_GRACE_SECONDS ?? v.PROVIDER_TOTAL_SECONDS + 10) * 1000,
  dataDir: v.DATA_DIR,
  hasSamples: v.SAMPLES === "on",
  databaseUrl: withPassword(v.DATABASE_URL, v.DATABASE_PASSWORD),
  /** URL for schema changes; undefined if the role in `databaseUrl` owns the tables. */
  databaseOwnerUrl: withPassword(v.DATABASE_OWNER_URL, v.DATABASE_OWNER_PASSWORD),
  poolSize: v.DATABASE_POOL_SIZE,
  poolMin: v.DATABASE_POOL_MIN,
  listPoolSize: v.DATABASE_LIST_POOL_SIZE,
  redisUrl: withPassword(v.REDIS_URL, v.REDIS_PASSWORD),
  publicOrigin: v.PUBLIC_ORIGIN,
  /** Whether browsers reach the product through HTTPS. */
  isHttps: v.PUBLIC_ORIGIN?.startsWith("https:") ?? false,
  allowedHosts: v.ALLOWED_HOSTS,
  trustProxy: parseTrustProxy(v.TRUST_PROXY),
  proxies: { httpProxy: v.HTTP_PROXY, httpsProxy: v.HTTPS_PROXY, noProxy: v.NO_PROXY },
  sessionSecret: v.SESSION_SECRET,
  previousSessionSecret: v.SESSION_SECRET_PREVIOUS,
  providers: readProviderConfigs(v),
  providerTimeouts: {
    firstByteMs: v.PROVIDER_FIRST_BYTE_SECONDS * 1000,
    silenceMs: v.PROVIDER_SILENCE_SECONDS * 1000,
    totalMs: v.PROVIDER_TOTAL_SECONDS * 1000,
  },
  judgePanel: v.JUDGE_PANEL,
  requestsInFlight: v.PROVIDER_REQUESTS_IN_FLIGHT,
  spending: {
    prices: v.PRICES,
    perDay: v.DAILY_SPEND_LIMIT ?? null,
    perUserAndDay: v.DAILY_SPEND_LIMIT_PER_USER ?? null,
  },
  voice: readVoiceConfig(v),
  synthesizesEveryTurnLive: v.SPEAK_AHEAD === "always",
  moderation: readModerationConfig(v),
  paypal: readPayPalConfig(v),
  mail: readEmailConfig(v),
  /** Public origin for texts that are not part of a response, such as emails. */
  origin: getPublicOrigin(v),
  mailboxUrl: v.STANDIN_MAILBOX_URL,
  fakeSmtpPort: v.STANDIN_SMTP_PORT,
  signupCredit: v.SIGNUP_CREDIT,
  passwordCheck: v.PASSWORD_CHECK,
  adminsNeedSecondFactor: v.REQUIRE_SECOND_FACTOR === "admins",
  labels: {
    ...mapProviders((id) => v[PROVIDER_DEFINITIONS[id].variables.label]),
    ...BLIND_LABELS,
  } as Record<Speaker, string>,
  fakePace: {
    firstTokenMs: v.STANDIN_FIRST_TOKEN_MS,
    tokensPerSecond: v.STANDIN_TOKENS_PER_SECOND,
    speechSpeed: v.STANDIN_SPEECH_SPEED,
  },
  fakeWebhookUrl: v.STANDIN_WEBHOOK_URL,
  productName: v.PRODUCT_NAME,
  companyName: v.COMPANY_NAME,
  contactEmail: v.CONTACT_EMAIL,
  logLevel: v.LOG_LEVEL,
  limits: {
    registerPerHour: v.LIMIT_REGISTER_PER_HOUR,
    loginFailuresPerAccount: v.LIMIT_LOGIN_FAILURES_PER_ACCOUNT,
    loginFailuresPerAddress: v.LIMIT_LOGIN_FAILURES_PER_ADDRESS,
    createDebatePerMinute: v.LIMIT_CREATE_DEBATE_PER_MINUTE,
    nextTurnPerMinute: v.LIMIT_NEXT_TURN_PER_MINUTE,
    openTurnsPerUser: v.LIMIT_OPEN_TURNS_PER_USER,
    audioPerMinute: v.LIMIT_AUDIO_PER_MINUTE,
    purchasePerHour: v.LIMIT_PURCHASE_PER_HOUR,
    capturePerMinute: v.LIMIT_CAPTURE_PER_MINUTE,
    webhookPerMinute: v.LIMIT_WEBHOOK_PER_MINUTE,
    pagePerMinute: v.LIMIT_PAGE_PER_MINUTE,
    loginsPerHour: v.LIMIT_LOGINS_PER_HOUR,
    socketsPerAddress: v.LIMIT_SOCKETS_PER_ADDRESS,
    usualRegistrationsPerHour: v.ALERT_REGISTRATIONS_PER_HOUR,
    picturePerMinute: v.LIMIT_PICTURE_PER_MINUTE,
    reactionsPerMinute: v.LIMIT_REACTIONS_PER_MINUTE,
    reportsPerHour: v.LIMIT_REPORTS_PER_HOUR,
    mailsPerHour: v.LIMIT_MAILS_PER_HOUR,
    listPerMinute: v.LIMIT_LIST_PER_MINUTE,
  },
});

export type Env = ReturnType<typeof buildEnv>;

/** Unparsed environment, to pass to child processes. Other modules must use `readEnv`. */
export const processEnv = process.env;

const FILE_SUFFIX = "_FILE";

/**
 * Adds the contents of files named by `…_FILE` variables, for container secrets:
 * OPENAI_API_KEY_FILE sets OPENAI_API_KEY. Throws if a file cannot be read.
 */
const withFileContents = (variables: Record<string, string | undefined>) => {
  const resolved = { ...variables };
  for (const name of Object.keys(Variables.shape)) {
    const file = variables[`${name}${FILE_SUFFIX}`];
    if (!file) continue;
    try {
      resolved[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    } catch {
      throw new Error(`The configuration is invalid.\n${name}${FILE_SUFFIX}: cannot be read`);
    }
  }
  return resolved;
};

const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];

/**
 * Reads `http_proxy`, `https_proxy` and `no_proxy` too. As in other programs, the lower-case name
 * takes precedence.
 */
const withLowerCaseProxies = (variables: Record<string, string | undefined>) => ({
  ...variables,
  ...Object.fromEntries(
    PROXY_VARIABLES.map((name) => [name, variables[name.toLowerCase()] || variables[name]]),
  ),
});

/**
 * The only place that parses the environment. Throws one error that lists all invalid variables.
 */
export const readEnv = (variables: Record<string, string | undefined> = processEnv): Env => {
  const parsed = Variables.safeParse(withFileContents(withLowerCaseProxies(variables)));
  if (parsed.success) return buildEnv(parsed.data);
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The configuration is invalid.\n${problems.join("\n")}`);
};

/** Configured providers, in their fixed order. */
export const listAvailableProviders = (env: Pick<Env, "providers">): Provider[] =>
  PROVIDERS.filter((id) => env.providers[id] !== null);

/**
 * Throws if a judge of the panel is not configured. Not part of `readEnv`, because the launcher of the
 * demo mode reads the environment before it adds the fake providers.
 */
export const assertPanelConfigured = ({ judgePanel, providers }: Env): void => {
  const missing = judgePanel.filter((judge) => providers[judge] === null);
  if (missing.length === 0) return;
  const problems = missing.map((judge) => `names ${judge}, which has no API key and no base URL`);
  throw new Error(`The configuration is invalid.\nJUDGE_PANEL: ${problems.join("; ")}`);
};

/** Throws if the variable is not set. */
export const requireVariable = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`${name} is not set. See the configuration table.`);
  return value;
};
