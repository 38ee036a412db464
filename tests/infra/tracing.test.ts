import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type ManagementServer, openManagementServer } from "#infra/process/management-server.ts";
import { parseJobOrigin, serializeJobOrigin } from "#infra/queue/job-origin.ts";
import { requestNextTurn, registerUser, createDebateWith } from "../helpers/api-client.ts";
import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";
import { type TestStack, startTestStack } from "../helpers/test-stack.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";

/** The parts of an OTLP payload (JSON) that these tests read. */
const Facts = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((facts) => new Map(facts.map(({ key, value }) => [key, Object.values(value)[0]])));
const Span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Facts,
});
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: Facts }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(Span) })),
    }),
  ),
});

describe("the trace of a turn", () => {
  let backend: TestBackend;
  let stack: TestStack;
  let collector: ManagementServer;
  const spans: (z.infer<typeof Span> & { service: unknown })[] = [];
  const asked: unknown[] = [];
  let output = "";

  beforeAll(async () => {
    collector = await openManagementServer(0, { servesHost: () => true }, async (req, res) => {
      const body = await text(req);
      res.writeHead(200, { "content-type": "application/json" }).end("{}");
      asked.push([req.url, req.headers["x-key"]]);
      output += body;
      for (const { resource, scopeSpans } of Sent.parse(JSON.parse(body)).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service: resource.attributes.get("service.name") });
    });
    backend = await openTestBackend("postgres");
    stack = await startTestStack(backend, {
      hasVoice: true,
      variables: {
        OPENAI_MODEL: "gpt-5.4",
        GROK_MODEL: "grok-4.3",
        TTS_MODEL: "gpt-4o-mini-tts",
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20key%2C%20of%20ours",
      },
    });
  });
  afterAll(async () => {
    await stack.stop();
    await collector.close();
    await backend.database.drop();
  });

  it("leads from the request through queue, models, judge and voice to the sockets", async () => {
    const person = await registerUser(stack.origin);
    const { id: debateId, topic } = await createDebateWith(person);
    const watcher = await watchDebate(stack.origin, debateId, person.cookie);
    const { id: turnId } = await requestNextTurn(person, debateId);
    const click = "POST /api/debates/:id/turns";
    const parents = {
      [click]: undefined,
      "generate-turn": click,
      "generate-turn waits": "generate-turn",
      "chat gpt-5.4": "generate-turn",
      "first words to sockets": "generate-turn",
      "judge-turn": click,
      "chat grok-4.3": "judge-turn",
      "synthesize-speech": click,
      "text_to_speech gpt-4o-mini-tts": "synthesize-speech",
    };
    const found = await waitUntil(() => {
      const all = Object.keys(parents).flatMap((name) => spans.find((s) => s.name === name) ?? []);
      return all.length === Object.keys(parents).length && all;
    });
    const content = watcher.textOf(turnId) ?? "";
    watcher.close();
    const named = new Map(found.map((span) => [span.spanId, span.name]));
    const links = found.map(({ name, parentSpanId = "" }) => [name, named.get(parentSpanId)]);
    expect(Object.fromEntries(links)).toEqual(parents);
    expect(new Set(found.map(({ traceId }) => traceId)).size).toBe(1);
    const facts = found.map(({ name, service, attributes }) => [
      name,
      { service, ...Object.fromEntries(attributes) },
    ]);
    expect(Object.fromEntries(facts)).toMatchObject({
      [click]: { service: "debate-api", "http.response.status_code": 202 },
      "generate-turn": {
        service: "debate-worker",
        "debate.id": debateId,
        "debate.job.id": turnId,
        "debate.outcome": "completed",
      },
      "first words to sockets": { service: "debate-api", "debate.sockets": 1 },
      "chat gpt-5.4": { "gen_ai.provider.name": "openai" },
      "chat grok-4.3": { "gen_ai.provider.name": "x_ai" },
    });
    expect(asked.at(-1)).toEqual(["/v1/traces", "a key, of ours"]);
    // Traces must contain no text of users or models.
    for (const words of [topic, content.slice(0, 40)]) {
      expect(words).not.toBe("");
      expect(output).not.toContain(words);
    }
  });
});

describe("the origin of a job", () => {
  const traceparent = `00-${"a1".repeat(16)}-${"b2".repeat(8)}-01`;

  it.each([
    [{ requestId: "a-press" }, "a-press"],
    [{ requestId: "a-press", traceparent }, `a-press ${traceparent}`],
    [{ traceparent }, ` ${traceparent}`],
    [{}, undefined],
  ])("%j is serialized and parsed again", (origin, written) => {
    expect(serializeJobOrigin(origin)).toBe(written);
    expect(parseJobOrigin(written)).toEqual(origin);
  });

  it.each(["", "two words", `a-press 01-${"a1".repeat(16)}`, "x".repeat(65)])(
    "is ignored if it is invalid in a log line: %j",
    (text) => {
      const { requestId, traceparent: read } = parseJobOrigin(text);
      expect(read).toBeUndefined();
      expect(requestId === undefined || /^[\w.-]{1,64}$/.test(requestId)).toBe(true);
    },
  );
});

it("OpenTelemetry is only loaded when traces are configured", () => {
  const sources = ["shared", "infra", "api", "worker"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => path.join(folder, file)),
  );
  const importing = (what: RegExp) =>
    sources.filter((file) => what.test(readFileSync(file, "utf8")));
  const [adapter = ""] = importing(/from "@opentelemetry\//);
  expect(importing(/["']@opentelemetry\//)).toEqual([adapter]);
  expect(importing(/from "[^"]*\/opentelemetry-tracer\.ts"/)).toEqual([]);
  expect(importing(/await import\("[^"]*\/opentelemetry-tracer\.ts"\)/)).toEqual([
    "infra/tracing/create-tracer.ts",
  ]);
});
