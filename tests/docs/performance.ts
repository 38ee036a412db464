import results from "../bench/results.json" with { type: "json" };
import { table } from "./markdown.ts";

const INTRODUCTION = `Each row compares the product with a bare baseline in the same run, on two otherwise idle cores. A baseline does
the same work without the product: a plain Express route, a bare Socket.IO server or a scripted provider. If there is no
such baseline, the column "baseline" contains the limit. Values are medians, with minimum and maximum in brackets.

\`\`\`sh
npm run bench                       # everything, about two hours
npm run bench -- watchers-redis     # one bench
npm run bench -- --save             # also writes tests/bench/results.json, from which this page is made
npm run bench:web                   # Lighthouse, axe, script bytes, main thread of a live debate
\`\`\`

## Why some figures miss their budget

- **First and last words of 20 turns requested in one instant.** Twenty turns take about 180 ms of CPU time on two cores:
  PostgreSQL 65 ms, worker 45 ms, API 30 ms, the bench's own client and provider 40 ms. The budget is 1.10 times
  the baseline of about 400 ms, which allows 40 ms more than the baseline.
- **Turn jobs.** The baseline's worker publishes and logs nothing. The product's worker publishes events and log lines for
  every job.

## Time of the tests

\`npm test\` takes 885 s on two cores (2026-11-27, 8,742 tests in 347 files, \`build:web\` included; 18 minutes of user
and 4 minutes of system time). The goal of 330 s is missed. The 17 test files with a real browser take the first 385 s,
because each file starts a database, API, worker, fakes and Chromium. The test files of API, worker and audio take 300 s, the
tests that render pages in jsdom 100 s, and all others 90 s. Two measures keep the time this short: Jest's workers keep
compiled modules between files (\`tests/setup/caching-runtime.cjs\`), and test files that mostly wait run beside files
that mostly compute (\`tests/setup/balanced-sequencer.cjs\`). More Jest workers would not help, because both cores are
busy. For the same reason, \`.ci/run\` misses its goal of 15 minutes: it takes 28 minutes on two cores, of which the slow
tests take 8 (2026-11-28, 9,744 tests).

## Requests to models

A worker reads replies of models with undici's \`fetch\`, because it decompresses replies and uses proxies. An earlier
client used \`node:http\`. For 200 replies of 300 tokens, at 60 tokens a second, \`fetch\` takes 1.91 s of CPU time and the
earlier client 1.57 s (medians of six interleaved runs, 2026-11-27). The ratio is 1.21; the limit is 1.30. \`fetch\` spends
the additional time in its streams.

## Share pictures

A picture of a Chinese topic takes 115 ms of CPU time, a picture of an English topic 78 ms (medians of 24 topics each,
drawn alternately, 2026-11-28). The ratio is 1.5; the limit is 2. The first picture after a start takes 0.95 s of CPU time
with a Japanese topic and 0.79 s with an English one. Most of this time is spent on loading fonts. Fonts with thousands
of glyphs are loaded in slices of about 100 glyphs. At most 100 slices are kept; they take about 4 MB.

## Leaderboard

The measured database has 100,000 debates between 18 models, each with ten turns and one vote (2026-11-28). The job
\`rank-models\` reads the rows in 7.5 s, in batches of 1,000. Its thread computes for 1.0 s; the limit is 5 s.

## Browser

Lighthouse measures two pages on a simulated phone. Each value is the median of five runs (2026-11-29).

| page | performance | accessibility, best practices, SEO | LCP | CLS | blocking time |
| --- | --- | --- | --- | --- | --- |
| home page | 100 | 100 each | 1.4 s | 0 | 86 ms |
| debate with five turns | 100 | 100 each | 1.4 s | 0 | 57 ms |

While a turn is written at 60 tokens a second, the page of the debate uses 21 to 24 % of the main thread.
The limit is 30 %.

The scripts of a first load have 186 KB on the home page and 190 KB on a debate, gzipped; the limit is 190 KB. With a
voice, a debate exceeds the limit by 7 KB, the size of the code that plays the voice. Loading this code later would
delay the first spoken word.`;

/** The text of `docs/performance.md`. */
export const performancePage = (): string => {
  const rows = Object.values(results).flatMap(({ measured, rows: measuredRows }) =>
    measuredRows.map((cells) => [...cells, measured]),
  );
  const head = ["what", "product", "baseline", "ratio", "budget", "kept", "measured"];
  return ["# Performance", INTRODUCTION, "## All figures", table(head, rows)].join("\n\n");
};
