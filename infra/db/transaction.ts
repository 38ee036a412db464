import type { DataSource, EntityManager } from "typeorm";
import type { Logger } from "../logger.ts";
import { getThrottledLogger } from "../throttled-logger.ts";

declare const isOpenTransaction: unique symbol;

/** TypeORM's manager of an open transaction. Only `withTransaction` creates one. */
export type Tx = EntityManager & { readonly [isOpenTransaction]: true };

type AfterCommitEffect = () => unknown;

/** Registers an effect, such as a job or an event, that runs after the commit. */
export type AfterCommit = (effect: AfterCommitEffect) => void;

/**
 * Logs a failed effect and does not throw, because the transaction is committed. The reconciler
 * later enqueues jobs that are missing.
 */
const runEffect = async (logger: Logger, effect: AfterCommitEffect): Promise<void> => {
  try {
    await effect();
  } catch (err) {
    getThrottledLogger(logger).error({ err }, "effect.failed");
  }
};

/** Runs `work`, which is a single statement. Then runs the effects that it registered, in order. */
export const withAfterCommit = async <T>(
  logger: Logger,
  work: (after: AfterCommit) => Promise<T>,
): Promise<T> => {
  const effects: AfterCommitEffect[] = [];
  const result = await work((effect) => effects.push(effect));
  for (const effect of effects) await runEffect(logger, effect);
  return result;
};

/** Runs `work` in one transaction. After the commit, runs the effects that it registered. */
export const withTransaction = <T>(
  db: DataSource,
  logger: Logger,
  work: (tx: Tx, after: AfterCommit) => Promise<T>,
): Promise<T> => withAfterCommit(logger, (after) => db.transaction((tx) => work(tx as Tx, after)));
