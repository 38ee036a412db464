import { parseArgs } from "node:util";
import { type QueueName, QUEUES } from "#shared/contract/jobs.ts";

/**
 * Jobs mostly wait for providers, so one process runs many at once. Speech has a lower number,
 * because recordings stay in memory until they are complete.
 */
const DEFAULT_CONCURRENCY: Record<QueueName, number> = {
  turns: 300,
  judging: 100,
  speech: 30,
  mail: 10,
};

const parseQueue = (name: string): QueueName => {
  const queue = QUEUES.find((each) => each === name);
  if (!queue) throw new Error(`There is no queue "${name}". Queues: ${QUEUES.join(", ")}.`);
  return queue;
};

const parseConcurrency = (assignment: string): [QueueName, number] => {
  const [name = "", count = ""] = assignment.split("=");
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new Error(
      `"${assignment}" is not a concurrency, such as turns=${DEFAULT_CONCURRENCY.turns}.`,
    );
  return [parseQueue(name), Number(count)];
};

const splitList = (value: string): string[] => value.split(",").map((part) => part.trim());

/**
 * Parses `--queues turns,judging` (default: all queues) and `--concurrency turns=300,judging=100`.
 * Returns the number of concurrent jobs per queue. Throws an `Error` with a readable message for
 * invalid arguments.
 */
export const parseArguments = (args: string[]): Map<QueueName, number> => {
  const { values } = parseArgs({
    args,
    options: { queues: { type: "string" }, concurrency: { type: "string" } },
  });
  const queues = values.queues === undefined ? QUEUES : splitList(values.queues).map(parseQueue);
  const given = new Map(
    values.concurrency ? splitList(values.concurrency).map(parseConcurrency) : [],
  );
  return new Map(queues.map((queue) => [queue, given.get(queue) ?? DEFAULT_CONCURRENCY[queue]]));
};
