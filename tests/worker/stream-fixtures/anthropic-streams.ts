import { data, named, type StreamFixture } from "./stream-fixture.ts";

interface AnthropicStream {
  server: string;
  id: string;
  /** Events after the start of the message. */
  opening?: readonly string[];
  /** Further fields of the last event. */
  stop?: object;
  event?: (type: string, more?: object) => string;
}

const event = (type: string, more: object = {}): string => named(type, { type, ...more });

const toFixture = ({
  server,
  id,
  opening = [],
  stop = {},
  event: send = event,
}: AnthropicStream): StreamFixture => ({
  server,
  provider: "claude",
  usage: { input: 21, output: 9 },
  write: (deltas, ending) =>
    [
      send("message_start", {
        message: {
          id,
          type: "message",
          role: "assistant",
          content: [],
          stop_reason: null,
          usage: { input_tokens: 20, cache_read_input_tokens: 1, output_tokens: 1 },
        },
      }),
      ...opening,
      send("content_block_start", { index: 1, content_block: { type: "text", text: "" } }),
      ...deltas.map((text) =>
        send("content_block_delta", { index: 1, delta: { type: "text_delta", text } }),
      ),
      send("content_block_stop", { index: 1 }),
      send("message_delta", {
        delta: {
          stop_reason: ending === "cut" ? "max_tokens" : "end_turn",
          stop_sequence: null,
        },
        usage: { output_tokens: 9 },
      }),
      send("message_stop", stop),
    ].join(""),
});

const buildThinkingDelta = (delta: object) => event("content_block_delta", { index: 0, delta });

/** Servers that stream in Anthropic's protocol. */
export const ANTHROPIC_STREAMS: readonly StreamFixture[] = [
  {
    server: "Anthropic",
    id: "msg_01",
    opening: [
      event("ping"),
      event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "" } }),
      buildThinkingDelta({ type: "thinking_delta", thinking: "First, " }),
      buildThinkingDelta({ type: "signature_delta", signature: "EqQB" }),
      event("content_block_stop", { index: 0 }),
    ],
  },
  {
    server: "Anthropic on Bedrock",
    id: "msg_bdrk_01",
    stop: { "amazon-bedrock-invocationMetrics": { inputTokenCount: 21, firstByteLatency: 382 } },
    // Gateways that decode Amazon's binary frames send the JSON without event names.
    event: (type: string, more: object = {}) => data({ type, ...more }),
  },
  {
    server: "Anthropic on Vertex",
    id: "msg_vrtx_01",
    opening: [
      event("vertex_event", { usage: { input_tokens: 21, output_tokens: 1, tiers: {} } }),
      event("ping"),
    ],
  },
].map(toFixture);
