import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { WIRE_DEVIATIONS } from "#infra/dev/fakes/models/wire-deviations.ts";
import { readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { CHAT_REQUEST, readReply } from "../helpers/scripted-model-server.ts";

let fakes: FakeServers;
beforeAll(async () => {
  fakes = await startFakes({ firstTokenMs: 0, tokensPerSecond: 10_000 });
});
afterAll(() => fakes.close());
afterEach(() => fakes.faults.clear());

/** Creates a model with a new adapter, which has learned nothing about its server. */
const createModel = (provider: Provider) => {
  const model = createChatModels(
    readEnv({
      OPENAI_API_KEY: "stand-in",
      OPENAI_BASE_URL: fakes.baseUrls.openai,
      ANTHROPIC_API_KEY: "stand-in",
      ANTHROPIC_BASE_URL: fakes.baseUrls.claude,
    }),
  ).get(provider);
  if (!model) throw new Error("no model");
  return model;
};

const PROVIDERS = ["openai", "claude"] as const;
const CASES = PROVIDERS.flatMap((provider) =>
  WIRE_DEVIATIONS.map((deviation) => ({ provider, deviation })),
);

test.each(CASES)(
  "a reply with $deviation in the protocol of $provider is read as without it",
  async ({ provider, deviation }) => {
    const right = await readReply(createModel(provider));
    fakes.faults.add({ deviation });
    // If its start mark is missing, reasoning is recognized only by its end mark. The adapter may
    // have returned the first words by then. So this reply is read only when it is complete.
    const isReadAtEnd = deviation === "unopened-reasoning";
    const reply = await readReply(createModel(provider), { ...CHAT_REQUEST, isReadAtEnd });
    expect(reply.trimStart()).toBe(deviation === "network-error" ? `${right}(interrupted)` : right);
  },
);
