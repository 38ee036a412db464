import { createServer, type ServerResponse } from "node:http";
import { readEnv } from "#infra/env.ts";
import type { CheckedService } from "#shared/contract/admin/model-check.ts";
import { checkModels } from "#worker/model-check/check-models.ts";
import { renderModelCheck } from "#worker/model-check/render-report.ts";
import {
  type Answer,
  API_KEY,
  type RequestBody,
  type ScriptedModelServer,
  sendJson,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());

const getSystemText = ({ messages }: RequestBody) =>
  messages.find(({ role }) => role === "system")?.content;
const getLimit = ({ max_tokens, max_completion_tokens }: RequestBody) =>
  max_completion_tokens ?? max_tokens ?? Infinity;

interface ModelTraits {
  readsSystemText: boolean;
  knowsJson: boolean;
  keepsLimit: boolean;
  reportsUsage: boolean;
  saysWhyItEnds: boolean;
  isStreamed: (body: RequestBody) => boolean;
}

const GOOD_TRAITS: ModelTraits = {
  readsSystemText: true,
  knowsJson: true,
  keepsLimit: true,
  reportsUsage: true,
  saysWhyItEnds: true,
  isStreamed: ({ stream: isStreamed = false }) => isStreamed,
};

const JUDGEMENT = JSON.stringify({ score: 7, feedback: "Clear.", quotes: [] });
/** A text with about one token per word. */
const NUMBERS = Array.from({ length: 200 }, () => "seven,");

const composeWords = (body: RequestBody, traits: ModelTraits): string[] => {
  const prompt = body.messages.map(({ content }) => content).join("\n");
  if (prompt.includes("Judge this turn")) return [traits.knowsJson ? JUDGEMENT : "Seven of ten."];
  if (prompt.includes("numbers")) return NUMBERS;
  const read = traits.readsSystemText ? prompt : "";
  const [, codeWord = "unknown"] = /code word is (\S+)\./.exec(read) ?? [];
  return ["The", "code", "word", "is", `${codeWord}.`, "A", "debate", "is", "talk."];
};

/** Answers as a good server does, except for these traits. */
const answerWithTraits =
  (different: Partial<ModelTraits>): Answer =>
  (res, body) => {
    const traits = { ...GOOD_TRAITS, ...different };
    const words = composeWords(body, traits);
    const limit = traits.keepsLimit ? getLimit(body) : Infinity;
    const isCut = words.length > limit;
    const content = words.slice(0, limit).join(" ");
    const finish_reason = isCut && traits.saysWhyItEnds ? "length" : "stop";
    const usage = traits.reportsUsage ? { prompt_tokens: 100, completion_tokens: 20 } : null;
    if (!traits.isStreamed(body)) {
      sendJson(res, 200, { choices: [{ message: { content }, finish_reason }], usage });
      return;
    }
    stream(res, [
      { choices: [{ delta: { content: content.slice(0, 1) } }] },
      { choices: [{ delta: { content: content.slice(1) }, finish_reason }] },
      ...(usage ? [{ choices: [], usage }] : []),
    ]);
  };

/** Calls `run` after `count` rounds of the event loop, in which the client reads what was sent. */
const afterPolls = (count: number, run: () => void): void =>
  void setImmediate(count === 0 ? run : () => afterPolls(count - 1, run));

/** Sends the first event in its own chunk, as a model that needs time to write does. */
const stream = (res: ServerResponse, [first, ...others]: object[]): void => {
  const toText = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  res.writeHead(200, { "content-type": "text/event-stream" }).write(toText(first ?? {}));
  const finish = () => void res.end(`${others.map(toText).join("")}data: [DONE]\n\n`);
  afterPolls(20, finish);
};

const answerWell = answerWithTraits({});

/** Refuses requests that match, with this status and error. */
const refuse =
  (isRefused: (body: RequestBody) => boolean, status: number, error: object): Answer =>
  (res, body) =>
    isRefused(body) ? sendJson(res, status, { error }) : answerWell(res, body);

const check = (variables: Record<string, string>) =>
  checkModels(readEnv(variables), new AbortController().signal);

const checkChatModel = async (answer: Answer): Promise<CheckedService> => {
  server.answer = answer;
  const [service] = await check({
    OPENAI_API_KEY: API_KEY,
    OPENAI_BASE_URL: `${server.origin}/v1?api-key=${API_KEY}`,
  });
  if (!service) throw new Error("nothing was checked");
  return service;
};

/** Returns the checks whose status is not "works", as `check: status`. */
const listDeviations = ({ results }: CheckedService): string[] =>
  results.filter(({ status }) => status !== "works").map((one) => `${one.check}: ${one.status}`);

describe("the check of a model", () => {
  it("reports that everything works on a server that does", async () => {
    const service = await checkChatModel(answerWell);
    expect(listDeviations(service)).toEqual([]);
    expect(service).toMatchObject({
      label: "ChatGPT",
      model: "gpt-5.4",
      isUsable: true,
      adaptations: [],
      // Three requests of 100 input and 20 output tokens, at 2.50 and 15 dollars a million.
      price: 1650,
      isPriceEstimated: false,
    });
    expect(service.results.map((one) => one.check)).toEqual([
      "answer",
      "streaming",
      "system_role",
      "token_limit",
      "finish_reason",
      "json_schema",
      "usage",
    ]);
  });

  it.each<[string, Answer, string[], kinds?: string[]]>([
    [
      "refuses to stream",
      refuse(({ stream: isStreamed }) => isStreamed === true, 400, {
        message: "Your organization must be verified to stream this model.",
        param: "stream",
      }),
      ["streaming: adapted"],
      ["no_streaming"],
    ],
    [
      "sends whole replies, though asked to stream",
      answerWithTraits({ isStreamed: () => false }),
      ["streaming: limited"],
    ],
    [
      "fails with a schema",
      refuse((body) => body.response_format !== undefined, 500, { message: "grammar failed" }),
      ["json_schema: adapted"],
      ["no_schema"],
    ],
    [
      "refuses system messages",
      refuse((body) => getSystemText(body) !== undefined, 400, {
        message: "System role not supported",
      }),
      ["system_role: adapted"],
      ["system_in_user_message"],
    ],
    [
      "ignores system messages",
      answerWithTraits({ readsSystemText: false }),
      ["system_role: limited"],
    ],
    [
      "only knows max_tokens",
      refuse((body) => body.max_completion_tokens !== undefined, 400, {
        message: "Unrecognized request argument supplied: max_completion_tokens",
      }),
      ["token_limit: adapted"],
      ["max_tokens_field"],
    ],
    ["ignores the token limit", answerWithTraits({ keepsLimit: false }), ["token_limit: limited"]],
    [
      "calls a reply complete that it has cut off",
      answerWithTraits({ saysWhyItEnds: false }),
      ["finish_reason: limited"],
    ],
    ["reports no tokens", answerWithTraits({ reportsUsage: false }), ["usage: limited"]],
    [
      "reasons at length before its first word",
      (res, body) =>
        getLimit(body) < 3000
          ? stream(res, [{ choices: [{ delta: {}, finish_reason: "length" }] }])
          : answerWell(res, body),
      ["token_limit: adapted", "usage: limited"],
      ["larger_output"],
    ],
    [
      "ends its streams without a finish reason",
      (res, body) =>
        stream(res, [
          {
            choices: [
              { delta: { content: composeWords(body, GOOD_TRAITS).slice(0, 60).join(" ") } },
            ],
          },
        ]),
      ["streaming: limited", "finish_reason: limited", "usage: limited"],
    ],
    [
      "refuses stream_options",
      refuse((body) => body.stream_options !== undefined, 400, {
        message: "Unknown parameter: stream_options",
      }),
      ["usage: adapted"],
      ["no_stream_options"],
    ],
  ])("reports a usable server that %s", async (_what, answer, deviations, kinds = []) => {
    const service = await checkChatModel(answer);
    expect(listDeviations(service)).toEqual(deviations);
    expect(service.isUsable).toBe(true);
    expect(service.adaptations.map(({ kind }) => kind)).toEqual(kinds);
    const notes = service.results.filter(({ status }) => status !== "works");
    for (const { note } of notes) expect(note).toMatch(/^[A-Z].+\.$/);
  });

  it.each<[string, Answer, string[], RegExp]>([
    [
      "refuses the key",
      (res) =>
        sendJson(res, 401, {
          error: { message: `Incorrect API key provided: ${API_KEY}`, code: "invalid_api_key" },
        }),
      ["answer: failed"],
      /refuses the API key.*401 invalid_api_key/,
    ],
    [
      "sends a web page",
      (res) => res.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
      ["answer: failed"],
      /./,
    ],
    [
      "sends no text",
      (res) => stream(res, [{ choices: [{ delta: {}, finish_reason: "stop" }] }]),
      ["answer: failed"],
      /no text/,
    ],
    [
      "is overloaded",
      (res) => sendJson(res, 503, { error: { message: "Overloaded" } }),
      ["answer: failed"],
      /overloaded/,
    ],
    [
      "never writes JSON",
      answerWithTraits({ knowsJson: false }),
      ["json_schema: failed"],
      /not the JSON/,
    ],
  ])("reports an unusable server that %s", async (_what, answer, deviations, note) => {
    const service = await checkChatModel(answer);
    expect(listDeviations(service)).toEqual(deviations);
    expect(service.isUsable).toBe(false);
    expect(service.results.find(({ status }) => status === "failed")?.note).toMatch(note);
    const text = renderModelCheck([service]);
    expect(text).toContain("Not usable: ChatGPT.");
    expect(text).not.toContain(API_KEY);
  });

  it("never shows the key, not even one in the address", async () => {
    const text = renderModelCheck([await checkChatModel(answerWell)]);
    expect(text).toContain(`${server.origin}/v1`);
    expect(text).not.toContain(API_KEY);
  });
});

describe("the check of a voice and of a moderation", () => {
  /** One MP3 frame of 48 kbit/s, 16 kHz, mono. */
  const FRAME = Buffer.alloc(216);
  FRAME.write("fff368c4", "hex");
  const SPEECH = Buffer.concat([FRAME, FRAME]);
  const SCORES = { results: [{ category_scores: { hate: 0, violence: 0.1 } }] };

  interface Services {
    speak: (res: ServerResponse, body: { voice: string }) => void;
    moderate: (res: ServerResponse) => void;
  }
  const good: Services = {
    speak: (res) => void res.end(SPEECH),
    moderate: (res) => sendJson(res, 200, SCORES),
  };

  const checkServices = async (different: Partial<Services>): Promise<CheckedService[]> => {
    const services = { ...good, ...different };
    const fakeServer = createServer(async (req, res) => {
      const body = (await req.toArray()).join("");
      if (req.url === "/v1/audio/speech") services.speak(res, JSON.parse(body));
      else services.moderate(res);
    });
    const url = `http://127.0.0.1:${await listenLocally(fakeServer)}/v1`;
    server.answer = answerWell;
    try {
      const [, ...others] = await check({
        OPENAI_API_KEY: API_KEY,
        OPENAI_BASE_URL: `${server.origin}/v1`,
        TTS_BASE_URL: url,
        TTS_VOICES_OPENAI: "ash,ballad",
        MODERATION_BASE_URL: url,
      });
      return others;
    } finally {
      fakeServer.closeAllConnections();
      fakeServer.close();
    }
  };

  it("reports that everything works", async () => {
    const asked: string[] = [];
    const services = await checkServices({
      speak(res, { voice }) {
        asked.push(voice);
        res.end(SPEECH);
      },
    });
    expect(services.map(({ service, isUsable }) => [service, isUsable])).toEqual([
      ["voice", true],
      ["moderation", true],
    ]);
    expect(services.flatMap(listDeviations)).toEqual([]);
    // Only the voices of the configured providers are tried out.
    expect(asked).toEqual(["ash", "ballad"]);
    // 2 sentences of 15 characters, at 15 dollars a million.
    expect(services[0]?.price).toBe(450);
  });

  it.each<[string, Partial<Services>, string, RegExp]>([
    [
      "a voice that sends WAV",
      { speak: (res) => void res.end("RIFF....WAVEfmt ") },
      "speech_format: failed",
      /Voice ash: The voice sends WAV instead of MP3.* Voice ballad: /,
    ],
    [
      "a voice that does not exist",
      {
        speak: (res, { voice }) =>
          voice === "ash" ? void res.end(SPEECH) : sendJson(res, 400, { error: { code: "bad" } }),
      },
      "speech_format: failed",
      /^Voice ballad: The server does not accept the request \(.*400 bad.*\)\.$/,
    ],
    [
      "a moderation without OpenAI's categories",
      { moderate: (res) => sendJson(res, 200, { results: [{ category_scores: { toxic: 1 } }] }) },
      "moderation_scores: limited",
      /none of OpenAI's categories/,
    ],
    [
      "a moderation that refuses the key",
      { moderate: (res) => sendJson(res, 401, { error: {} }) },
      "moderation_scores: failed",
      /refuses the API key/,
    ],
  ])("reports %s", async (_what, different, deviation, note) => {
    const services = await checkServices(different);
    expect(services.flatMap(listDeviations)).toEqual([deviation]);
    const notes = services.flatMap(({ results }) => results.map((result) => result.note));
    expect(notes.join("")).toMatch(note);
  });
});
