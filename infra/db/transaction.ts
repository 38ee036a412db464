import type { DataSource, EntityManager } from "typeorm";
import type { Logger } from "../logger.ts";
import { sparing } from "../sparing.ts";

declare const isOpen: unique symbol;

/** A transaction's own connection. Only `transact` gives one. */
export type Tx = EntityManager & { readonly [isOpen]: true };

/** Something for the outside world to know once the rows are there. */
type Effect = () => unknown;

/** Registers an effect to run after the commit, and only then. */
export type AfterCommit = (effect: Effect) => void;

/** A failure is logged, not thrown: the rows stand, and the reconciler makes up for it. */
const takeEffect = async (logger: Logger, effect: Effect): Promise<void> => {
  try {
    await effect();
  } catch (err) {
    sparing(logger).error({ err }, "an effect after the commit failed");
  }
};

/** Runs `work`, of one statement; the jobs and events it registers leave afterwards, in order. */
export const withEffects = async <T>(
  logger: Logger,
  work: (after: AfterCommit) => Promise<T>,
): Promise<T> => {
  const effects: Effect[] = [];
  const result = await work((effect) => effects.push(effect));
  for (const effect of effects) await takeEffect(logger, effect);
  return result;
};

/** Runs `work` in one transaction; the jobs and events it registers leave after the commit. */
export const transact = <T>(
  db: DataSource,
  logger: Logger,
  work: (tx: Tx, after: AfterCommit) => Promise<T>,
): Promise<T> => withEffects(logger, (after) => db.transaction((tx) => work(tx as Tx, after)));
