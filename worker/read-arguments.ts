import { parseArgs } from "node:util";
import { type QueueName, QUEUES } from "#shared/contract/jobs.ts";

/**
 * Work under way waits for providers, so one process does a lot of it at once. Recordings are held
 * in memory until they are whole.
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
 * `--queues turns,judging` (all, if left out) and `--concurrency turns=300,judging=100`: how much of
 * which work a worker does at once. Throws a sentence for a person on anything else.
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
