import { createServer } from "node:http";
import { describeBackends, waitUntil } from "../harness.ts";
import { ANTHROPIC_STREAMS } from "./stream-fixtures/anthropic-streams.ts";
import { OPENAI_STREAMS } from "./stream-fixtures/openai-streams.ts";
import type { StreamFixture } from "./stream-fixtures/stream-fixture.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const SPEECH =
  "Cars – so many of them – make cities loud. Trams cost 5 % of that, and they’re quiet.";
const JUDGEMENT = { score: 7, feedback: "Clear and calm.", quotes: ["make cities loud"] };
const VERDICT = { winner: "draw", margin: 0, reasoning: "Both speakers were clear." };

const composeReply = (prompt: string): string => {
  if (prompt.includes("final verdict")) return JSON.stringify(VERDICT);
  return prompt.includes("Judge this turn:") ? JSON.stringify(JUDGEMENT) : SPEECH;
};

/**
 * Starts a server that speaks both protocols. It streams each reply in the form of the protocol's
 * fixture, about one token per chunk.
 */
const startStreamServer = async (openAi: StreamFixture, anthropic: StreamFixture) => {
  const server = createServer(async (req, res) => {
    const prompt = (await req.toArray()).join("");
    const fixture = req.url === "/v1/messages" ? anthropic : openAi;
    const deltas = composeReply(prompt).match(/[^]{1,6}/g) ?? [];
    res.writeHead(200, { "content-type": "text/event-stream" });
    for (const part of fixture.write(deltas, "done").split(/(?<=\n\n)/)) res.write(part);
    res.end();
  });
  const origin = `http://127.0.0.1:${await listenLocally(server)}`;
  return {
    variables: {
      OPENAI_BASE_URL: `${origin}/v1`,
      XAI_BASE_URL: `${origin}/v1`,
      ANTHROPIC_BASE_URL: origin,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The debates of this test. Together they use each server as a speaker and as the judge. */
const DEBATES = [
  ...OPENAI_STREAMS.map((openAi, n) => ({
    server: openAi.server,
    openAi,
    anthropic: ANTHROPIC_STREAMS[n % ANTHROPIC_STREAMS.length],
    bots: { botAProvider: "openai", botBProvider: "claude" } as const,
    judge: "grok",
  })),
  ...ANTHROPIC_STREAMS.map((anthropic, n) => ({
    server: anthropic.server,
    openAi: OPENAI_STREAMS[n],
    anthropic,
    bots: { botAProvider: "claude", botBProvider: "grok" } as const,
    judge: "openai",
  })),
  ...ANTHROPIC_STREAMS.map((anthropic, n) => ({
    server: `${anthropic.server} as the judge`,
    openAi: OPENAI_STREAMS[n],
    anthropic,
    bots: { botAProvider: "openai", botBProvider: "grok" } as const,
    judge: "claude",
  })),
];

describeBackends(
  "a debate",
  (backend) => {
    let harness: WorkerHarness;
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend());
    });
    afterAll(() => harness.close());

    it.each(DEBATES)(
      "with $server is spoken, judged and ends with a verdict",
      async ({ openAi, anthropic, bots, judge }) => {
        if (!openAi || !anthropic) throw new Error("no fixture");
        const server = await startStreamServer(openAi, anthropic);
        const worker = await harness.startWorker({
          env: backend().env({
            ...server.variables,
            TTS_BASE_URL: harness.fakes.ttsBaseUrl,
            TTS_API_KEY: "stand-in",
            SPEAK_AHEAD: "always",
          }),
          concurrency: new Map([
            ["turns", 2],
            ["judging", 2],
            ["speech", 2],
          ]),
        });
        try {
          const { id } = await harness.makeDebate(bots);
          await harness.runToEnd(await harness.debate(id));
          await waitUntil(async () => (await harness.debate(id)).verdictStatus === "complete");
          const turns = await waitUntil(async () => {
            const rows = await harness.db.query<{ sound: string | null }[]>(
              `SELECT t.content, t.judge, t.score, a.status AS sound
                 FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
                WHERE t.debate_id = $1 ORDER BY t.turn_number`,
              [id],
            );
            return rows.every(({ sound }) => sound === "complete") && rows;
          });
          const turn = { content: SPEECH, judge, score: 7, sound: "complete" };
          expect(turns).toEqual([turn, turn]);
        } finally {
          await worker.close();
          server.close();
        }
      },
    );
  },
  ["postgres"],
);
