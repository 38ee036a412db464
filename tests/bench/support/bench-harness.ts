import path from "node:path";
import OpenAI from "openai";
import { User } from "#shared/contract/accounts/account.ts";
import { ApiClient, registerWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import {
  type TestStack,
  type TestStackOptions,
  startTestProcess,
  startTestStack,
} from "#tests/helpers/test-stack.ts";
import type { WatchedTurn } from "./watched-turn.ts";
import { runOnBackend } from "./run-on-backend.ts";
import { runSql } from "./run-sql.ts";
import type { ScriptedSpeech } from "./scripted-speech.ts";
import type { BenchRow } from "./table.ts";

const UNLIMITED_VARIABLES = {
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
  LIMIT_OPEN_TURNS_PER_USER: "100000",
  LIMIT_REGISTER_PER_HOUR: "1000",
  LIMIT_SOCKETS_PER_ADDRESS: "1000",
};
const REPORT_USAGE_FLAGS = ["--import", path.resolve("dist/bench/report-usage.js")];
const GIVE_CREDITS_SQL = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 1e6, 'admin', gen_random_uuid()::text)`;

/** The product with a scripted model, and a user with unlimited credits. */
export interface BenchHarness {
  backend: TestBackend;
  stack: TestStack;
  user: ApiClient;
  giveCredits(user: ApiClient): Promise<unknown>;
  /** Returns the speeches that the model has finished since the last call, by topic. */
  spoken(): Promise<Map<string, ScriptedSpeech>>;
  /** Requests a speech directly from the model, as the worker does, and reads it to its end. */
  askDirectly(topic: string): Promise<Omit<WatchedTurn, "answered">>;
}

const giveCredits = async (backend: TestBackend, user: ApiClient) => {
  const { id } = (await user.get("/api/user")).as(User);
  await runSql(backend, GIVE_CREDITS_SQL, [id]);
};

const now = () => performance.timeOrigin + performance.now();

const askDirectly = async (client: OpenAI, topic: string) => {
  const askedAt = now();
  const chunks = await client.chat.completions.create({
    model: "scripted",
    messages: [{ role: "user", content: topic }],
    stream: true,
  });
  const received = { topic, text: "", first: 0, endedAt: 0 };
  for await (const { choices } of chunks) {
    const words = choices[0]?.delta.content;
    if (!words) continue;
    received.first ||= now() - askedAt;
    received.endedAt = now();
    received.text += words;
  }
  return received;
};

/** Opens a harness, measures with it and closes it. */
export const runOnBenchHarness = (
  name: TestBackend["name"],
  measure: (harness: BenchHarness) => Promise<BenchRow[]>,
  {
    variables: more,
    ...options
  }: Pick<TestStackOptions, "apis" | "workers" | "variables" | "hasModeration"> = {},
): Promise<BenchRow[]> =>
  runOnBackend(name, async (backend) => {
    const model = await startTestProcess("bench/scripted-provider.js", [], {});
    const baseURL = `http://127.0.0.1:${model.port}/v1`;
    const variables = {
      ...UNLIMITED_VARIABLES,
      OPENAI_BASE_URL: baseURL,
      XAI_BASE_URL: baseURL,
      ...more,
    };
    let stack: TestStack | undefined;
    try {
      stack = await startTestStack(backend, {
        variables,
        nodeFlags: REPORT_USAGE_FLAGS,
        ...options,
      });
      const user = new ApiClient(stack.origin);
      await registerWith(user);
      await giveCredits(backend, user);
      const client = new OpenAI({ apiKey: "bench", baseURL, maxRetries: 0 });
      return await measure({
        backend,
        stack,
        user,
        giveCredits: (other) => giveCredits(backend, other),
        askDirectly: (topic) => askDirectly(client, topic),
        async spoken() {
          const speeches = (await model.ask("speeches")) as ScriptedSpeech[];
          return new Map(speeches.map((speech) => [speech.topic, speech]));
        },
      });
    } finally {
      await stack?.stop();
      await model.kill("SIGKILL");
    }
  });
