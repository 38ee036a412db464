import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Backend } from "#infra/backend/backend.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { createBatchedRateLimiter, type RateLimiter } from "./batched-rate-limiter.ts";
import { REFUSAL_DELAY_MS } from "./reject-when-queue-full.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

interface ThrottleWindow {
  seconds: number;
  tries: (limits: Env["limits"]) => number;
  /**
   * Counts tries in the store up to 100 ms later, in batches. This is meant for cheap operations.
   */
  isCountedLater?: true;
  /** Delays rejections by `REFUSAL_DELAY_MS`, to slow down clients that retry at once. */
  isRefusedLate?: true;
}

/** All rate limits. The caller chooses the key: a user, a network or a name. */
const THROTTLE_WINDOWS = {
  register: { seconds: HOUR_S, tries: (l) => l.registerPerHour },
  /**
   * Registrations of all networks. Above this limit an alert is raised, but no registration is
   * rejected.
   */
  registrations: { seconds: HOUR_S, tries: (l) => l.usualRegistrationsPerHour },
  registrationAlert: { seconds: HOUR_S, tries: () => 1 },
  loginToAccount: { seconds: 15 * MINUTE_S, tries: (l) => l.loginFailuresPerAccount },
  /** Limits failed logins to one account from all unknown devices together. */
  loginFromAnywhere: { seconds: 15 * MINUTE_S, tries: (l) => l.loginFailuresPerAccount * 10 },
  loginFromAddress: { seconds: 15 * MINUTE_S, tries: (l) => l.loginFailuresPerAddress },
  loginSuccess: { seconds: HOUR_S, tries: (l) => l.loginsPerHour },
  challenge: { seconds: MINUTE_S, tries: () => 60 },
  createDebate: { seconds: MINUTE_S, tries: (l) => l.createDebatePerMinute },
  detectLanguage: { seconds: MINUTE_S, tries: () => 60, isCountedLater: true },
  nextTurn: { seconds: MINUTE_S, tries: (l) => l.nextTurnPerMinute, isCountedLater: true },
  audio: { seconds: MINUTE_S, tries: (l) => l.audioPerMinute, isCountedLater: true },
  purchase: { seconds: HOUR_S, tries: (l) => l.purchasePerHour },
  capture: { seconds: MINUTE_S, tries: (l) => l.capturePerMinute },
  paypalFromAddress: { seconds: MINUTE_S, tries: (l) => l.capturePerMinute * 5 },
  webhook: { seconds: MINUTE_S, tries: (l) => l.webhookPerMinute },
  page: {
    seconds: MINUTE_S,
    tries: (l) => l.pagePerMinute,
    isCountedLater: true,
    isRefusedLate: true,
  },
  reaction: { seconds: MINUTE_S, tries: (l) => l.reactionsPerMinute, isCountedLater: true },
  report: { seconds: HOUR_S, tries: (l) => l.reportsPerHour },
  picture: { seconds: MINUTE_S, tries: (l) => l.picturePerMinute },
  modelCheck: { seconds: HOUR_S, tries: () => 10 },
  judgeAudit: { seconds: HOUR_S, tries: () => 30 },
  passwordCheck: { seconds: MINUTE_S, tries: () => 60, isCountedLater: true },
  list: {
    seconds: MINUTE_S,
    tries: (l) => l.listPerMinute,
    isCountedLater: true,
    isRefusedLate: true,
  },
  /** Counts every request that can send an email, also if it sends none. */
  mail: { seconds: HOUR_S, tries: (l) => l.mailsPerHour },
} as const satisfies Record<string, ThrottleWindow>;

export type ThrottleName = keyof typeof THROTTLE_WINDOWS;

/** A rate limit of an endpoint. `user` counts visitors by network, because they have no account. */
export interface RateLimit {
  throttle: ThrottleName;
  by: "address" | "user";
}

export interface Throttle {
  /** Counts a try. Throws `too_many_requests` above the limit. */
  take(key: string): Promise<void>;
  refund(key: string): Promise<void>;
}

export type Throttles = Record<ThrottleName, Throttle>;

const formatWait = (seconds: number): string =>
  seconds < 2 * MINUTE_S ? `${seconds} seconds` : `${Math.ceil(seconds / MINUTE_S)} minutes`;

const createTooManyRequestsError = (msBeforeNext: number): DomainError => {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `Too many attempts. Please try again in ${formatWait(retryAfter)}.`;
  return new DomainError("too_many_requests", message, { retryAfter });
};

/** While the store is down, each process counts on its own. */
const createThrottle = (
  limiter: RateLimiter,
  fallback: RateLimiter,
  logStoreFailure: (err: unknown) => void,
  refusalDelayMs: number,
): Throttle => {
  const withFallback = async (call: (store: RateLimiter) => Promise<unknown>): Promise<void> => {
    try {
      await call(limiter);
    } catch (err) {
      if (err instanceof RateLimiterRes) throw err;
      logStoreFailure(err);
      await call(fallback);
    }
  };
  return {
    take: (key) =>
      withFallback((store) => store.consume(key)).catch(async (rejected: unknown) => {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        if (refusalDelayMs > 0) await pause(refusalDelayMs, undefined, { ref: false });
        throw createTooManyRequestsError(rejected.msBeforeNext);
      }),
    refund: (key) => withFallback((store) => store.reward(key)),
  };
};

export const createThrottles = (
  backend: Pick<Backend, "limiter">,
  limits: Env["limits"],
  logger: Logger,
): Throttles => {
  const logStoreFailure = (err: unknown) =>
    getThrottledLogger(logger).warn({ err }, "rate_limit.store_failed");
  const throttle = (name: ThrottleName): Throttle => {
    const { seconds, tries, isCountedLater, isRefusedLate }: ThrottleWindow =
      THROTTLE_WINDOWS[name];
    const points = tries(limits);
    const limiter = backend.limiter({ name, points, seconds });
    const fallback = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    const shared = isCountedLater
      ? createBatchedRateLimiter(limiter, points, logStoreFailure)
      : limiter;
    return createThrottle(shared, fallback, logStoreFailure, isRefusedLate ? REFUSAL_DELAY_MS : 0);
  };
  return {
    register: throttle("register"),
    registrations: throttle("registrations"),
    registrationAlert: throttle("registrationAlert"),
    loginToAccount: throttle("loginToAccount"),
    loginFromAnywhere: throttle("loginFromAnywhere"),
    loginFromAddress: throttle("loginFromAddress"),
    loginSuccess: throttle("loginSuccess"),
    challenge: throttle("challenge"),
    createDebate: throttle("createDebate"),
    detectLanguage: throttle("detectLanguage"),
    nextTurn: throttle("nextTurn"),
    audio: throttle("audio"),
    purchase: throttle("purchase"),
    capture: throttle("capture"),
    paypalFromAddress: throttle("paypalFromAddress"),
    webhook: throttle("webhook"),
    page: throttle("page"),
    reaction: throttle("reaction"),
    report: throttle("report"),
    picture: throttle("picture"),
    modelCheck: throttle("modelCheck"),
    judgeAudit: throttle("judgeAudit"),
    passwordCheck: throttle("passwordCheck"),
    list: throttle("list"),
    mail: throttle("mail"),
  };
};
