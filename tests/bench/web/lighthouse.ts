import lighthouse from "lighthouse";
import { median } from "../support/measure.ts";
import type { WebMeasure } from "./web-measure.ts";

const RUNS = 5;

const SCORES = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
} as const;

const TIMINGS = {
  "largest-contentful-paint": { name: "LCP", unit: "s", per: 1000, atMost: 1.5 },
  "cumulative-layout-shift": { name: "CLS", unit: "", per: 1, atMost: 0.02 },
  "total-blocking-time": { name: "blocking time", unit: "ms", per: 1, atMost: 200 },
} as const;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

/** Number of tries, because on a loaded machine Lighthouse sometimes misses the start of a page. */
const TRIES = 3;

const run = async (url: string, port: number, tries = TRIES): Promise<Result> => {
  const answer = await lighthouse(url, {
    port,
    logLevel: "error",
    onlyCategories: Object.keys(SCORES),
  });
  if (answer && !answer.lhr.runtimeError) return answer.lhr;
  if (tries > 1) return run(url, port, tries - 1);
  throw new Error(`Lighthouse failed on ${url}: ${answer?.lhr.runtimeError?.message}`);
};

const listAuditFailures = ({ categories, audits }: Result): string[] =>
  Object.entries(categories)
    .filter(([name]) => name !== "performance")
    .flatMap(([, { auditRefs }]) => auditRefs)
    .flatMap(({ id, weight }) =>
      weight > 0 && audits[id]?.score === 0 ? [`${id}: ${audits[id].title}`] : [],
    );

/**
 * Returns Lighthouse's medians for a page on a phone. Uses the browser with this debugging port.
 */
export const measureLighthouse = async (
  name: string,
  url: string,
  port: number,
): Promise<WebMeasure[]> => {
  const results: Result[] = [];
  for (let round = 0; round < RUNS; round += 1) results.push(await run(url, port));
  const found = new Set(results.flatMap(listAuditFailures));
  for (const fault of found) process.stderr.write(`${name}: ${fault}\n`);
  return [
    {
      name: `${name}, the machine by Lighthouse's index: below 1000 it is too busy to judge speed`,
      unit: "",
      value: median(results.map(({ environment }) => environment.benchmarkIndex)),
    },
    ...Object.entries(SCORES).map(([category, atLeast]) => ({
      name: `${name}, ${category}`,
      unit: "",
      value: median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
      target: { atLeast },
    })),
    ...Object.entries(TIMINGS).map(([audit, { name: timing, unit, per, atMost }]) => ({
      name: `${name}, ${timing}`,
      unit,
      value: median(results.map(({ audits }) => (audits[audit]?.numericValue ?? NaN) / per)),
      target: { atMost },
    })),
  ];
};
