import { createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { readEnv } from "#infra/env.ts";
import type { ChatModel } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import type * as http from "#worker/llm/http/fetch-with-timeouts.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
import { ANTHROPIC_STREAMS } from "./stream-fixtures/anthropic-streams.ts";
import { OPENAI_STREAMS } from "./stream-fixtures/openai-streams.ts";
import type { FixtureEnding, StreamFixture } from "./stream-fixtures/stream-fixture.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const STREAMS = [...OPENAI_STREAMS, ...ANTHROPIC_STREAMS];
/** Contains characters of two, three and four bytes, so that a split can fall within one. */
const DELTAS = ["We äct", " – 100 %", " now 🎉."];

/** The body of the server's next reply; each element is one HTTP chunk. */
let chunks: readonly Uint8Array[] = [];
/** Whether replies skip the network, which takes most of the time of a request. */
let isDirect = false;

jest.mock("#worker/llm/http/fetch-with-timeouts.ts", () => {
  const actual = jest.requireActual<typeof http>("#worker/llm/http/fetch-with-timeouts.ts");
  const fetchWithTimeouts: typeof actual.fetchWithTimeouts = (timeouts) => {
    const fetchOverSocket = actual.fetchWithTimeouts(timeouts);
    return async (...request) => {
      if (!isDirect) return fetchOverSocket(...request);
      const body = new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
  };
  return { ...actual, fetchWithTimeouts };
});

const server = createServer((req, res) => {
  req.resume();
  // A kept-alive connection could time out during the tests that send no request. Then the next
  // request on it would fail.
  res.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
  for (const chunk of chunks) res.write(chunk);
  res.end();
});
const models = new Map<string, ChatModel>();
beforeAll(async () => {
  const port = await listenLocally(server);
  const url = `http://127.0.0.1:${port}`;
  const env = readEnv({ OPENAI_BASE_URL: url, XAI_BASE_URL: url, ANTHROPIC_BASE_URL: url });
  for (const [provider, model] of createChatModels(env)) models.set(provider, model);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  isDirect = false;
});

/** Sends these chunks as a reply; returns its text, how it ended and its token counts. */
const read = async ({ provider }: StreamFixture, sent: readonly Uint8Array[]) => {
  chunks = sent;
  const meter = new AttemptMeter({});
  const request = { system: "You debate.", user: "Speak.", maxTokens: 100, schema: null, meter };
  const stream = models.get(provider)?.stream(request, new AbortController().signal);
  if (!stream) throw new Error("no model");
  let text = "";
  for (;;) {
    const { value, done } = await stream.next();
    if (!done) text += value;
    if (!done) continue;
    const { inputTokens, outputTokens, isEstimated } = meter.usage ?? {};
    const usage = isEstimated === true ? null : { input: inputTokens, output: outputTokens };
    return { text, ending: value ?? "done", usage };
  }
};

interface Form {
  change: (body: string) => string;
  /**
   * Whether the test splits the body at this position. The form "with LF" is split everywhere. The
   * other forms are split only where they differ from it.
   */
  isSplitAt: (body: Buffer, position: number) => boolean;
}

const isNearEnd: Form["isSplitAt"] = (body, position) => position > body.length - 20;
const isBesideLineEnd: Form["isSplitAt"] = (body, position) =>
  /[\r\n]/.test(body.toString("latin1", position - 1, position + 1));

/** Forms in which servers and proxies send the same stream. */
const FORMS: Record<string, Form> = {
  "with LF": { change: (body) => body, isSplitAt: () => true },
  "with CRLF": {
    change: (body) => body.replaceAll("\n", "\r\n"),
    isSplitAt: isBesideLineEnd,
  },
  "without the final blank line": {
    change: (body) => body.replace(/\n\n$/, "\n"),
    isSplitAt: isNearEnd,
  },
  "without a final line end": { change: (body) => body.trimEnd(), isSplitAt: isNearEnd },
};

describe.each(STREAMS)("the stream of $server", (fixture) => {
  const expected = (ending: FixtureEnding) => ({
    text: DELTAS.join(""),
    ending,
    usage: fixture.usage,
  });

  describe.each(Object.entries(FORMS))("%s", (_form, { change, isSplitAt }) => {
    const write = (ending: FixtureEnding) => Buffer.from(change(fixture.write(DELTAS, ending)));

    it.each(["done", "cut"] as const)(
      "is read in one chunk and byte by byte, to the ending %s",
      async (ending) => {
        const body = write(ending);
        const bytes = [...body].map((byte) => Uint8Array.of(byte));
        expect(await read(fixture, [body])).toEqual(expected(ending));
        expect(await read(fixture, bytes)).toEqual(expected(ending));
      },
    );

    it("is read when it is split at any byte", async () => {
      isDirect = true;
      const body = write("done");
      const positions = [...body.keys()].filter((n) => n > 0 && isSplitAt(body, n));
      expect(positions).not.toHaveLength(0);
      const wrong: object[] = [];
      for (const n of positions) {
        const reply = await read(fixture, [body.subarray(0, n), body.subarray(n)]);
        if (!isDeepStrictEqual(reply, expected("done"))) wrong.push({ n, ...reply });
      }
      expect(wrong).toEqual([]);
    });
  });
});
