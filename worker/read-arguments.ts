import { parseArgs } from "node:util";
import { type QueueName, QUEUES } from "#shared/contract/jobs.ts";

/**
 * Jobs mostly wait for providers, so one process runs many at once. Speech is lower because
 * recordings stay in memory until they are complete.
 */
const AT_ONCE: Record<QueueName, number> = { turns: 300, judging: 100, speech: 30, mail: 10 };

const readQueue = (name: string): QueueName => {
  const queue = QUEUES.find((each) => each === name);
  if (!queue) throw new Error(`There is no queue "${name}". Queues: ${QUEUES.join(", ")}.`);
  return queue;
};

const readAtOnce = (assignment: string): [QueueName, number] => {
  const [name = "", count = ""] = assignment.split("=");
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new Error(`"${assignment}" is not a concurrency, such as turns=${AT_ONCE.turns}.`);
  return [readQueue(name), Number(count)];
};

const list = (value: string): string[] => value.split(",").map((part) => part.trim());

/**
 * Parses `--queues turns,judging` (default: all queues) and `--concurrency turns=300,judging=100`.
 * Returns the number of concurrent jobs per queue. Throws an `Error` with a readable message for
 * invalid arguments.
 */
export const readArguments = (args: string[]): Map<QueueName, number> => {
  const { values } = parseArgs({
    args,
    options: { queues: { type: "string" }, concurrency: { type: "string" } },
  });
  const queues = values.queues === undefined ? QUEUES : list(values.queues).map(readQueue);
  const given = new Map(values.concurrency ? list(values.concurrency).map(readAtOnce) : []);
  return new Map(queues.map((queue) => [queue, given.get(queue) ?? AT_ONCE[queue]]));
};
