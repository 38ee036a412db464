import type { DataSource, EntityManager } from "typeorm";
import type { Logger } from "../logger.ts";
import { sparing } from "../sparing.ts";

declare const isOpen: unique symbol;

/** The manager of a transaction; only `transact` creates one. */
export type Tx = EntityManager & { readonly [isOpen]: true };

type Effect = () => unknown;

/** Registers an effect, such as a job or an event, that runs after the commit. */
export type AfterCommit = (effect: Effect) => void;

/**
 * A failed effect is logged and not thrown: the transaction is committed, and the reconciler
 * repeats what is missing.
 */
const takeEffect = async (logger: Logger, effect: Effect): Promise<void> => {
  try {
    await effect();
  } catch (err) {
    sparing(logger).error({ err }, "an effect after the commit failed");
  }
};

/** Runs `work`, a single statement; then runs the effects that it registered, in order. */
export const withEffects = async <T>(
  logger: Logger,
  work: (after: AfterCommit) => Promise<T>,
): Promise<T> => {
  const effects: Effect[] = [];
  const result = await work((effect) => effects.push(effect));
  for (const effect of effects) await takeEffect(logger, effect);
  return result;
};

/** Runs `work` in one transaction; then, after the commit, the effects that it registered. */
export const transact = <T>(
  db: DataSource,
  logger: Logger,
  work: (tx: Tx, after: AfterCommit) => Promise<T>,
): Promise<T> => withEffects(logger, (after) => db.transaction((tx) => work(tx as Tx, after)));
