import { JOBS, type QueueName } from "#shared/contract/jobs.ts";
import { PAID_JOBS } from "#shared/contract/admin/spending.ts";

const rows = (pairs: readonly (readonly [string, string | number])[]): string =>
  pairs
    .map(([key, value]) => `('${key}', ${typeof value === "number" ? value : `'${value}'`})`)
    .join(", ");

const QUEUE_OF_KIND = rows(PAID_JOBS.map((kind) => [kind, JOBS[kind].queue]));

/**
 * SQL for days, or for users and days, on which more was spent than allowed. Attempts that run when
 * the limit is reached may finish, so each queue may exceed it by up to `atOnce` usage rows. The
 * SQL therefore leaves out the `atOnce` most expensive rows of each queue. The other rows must add
 * up to less than the limit.
 * - `limit`: daily spending limit in millionths of a dollar.
 * - `atOnce`: number of jobs per queue that all workers together run at once.
 */
export const overspending = (
  limit: number,
  atOnce: ReadonlyMap<QueueName, number>,
  per: "day" | "day, user_id",
): string => `
  SELECT ${per}, sum(price)::float8 AS spent FROM (
    SELECT usage.*, at_once,
           row_number() OVER (PARTITION BY ${per}, queue ORDER BY price DESC) AS nth
      FROM usage JOIN (VALUES ${QUEUE_OF_KIND}) AS kinds (kind, queue) USING (kind)
                 JOIN (VALUES ${rows([...atOnce])}) AS queues (queue, at_once) USING (queue)) AS paid
   ${per === "day" ? "" : "WHERE user_id IS NOT NULL"}
   GROUP BY ${per} HAVING sum(price) FILTER (WHERE nth > at_once) >= ${limit}`;
