import { createServer, type ServerResponse } from "node:http";
import { readEnv } from "#infra/env.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { createVoiceService } from "#worker/speech/voice-service.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/** One MP3 frame of 48 kbit/s, 16 kHz, mono. */
const frame = Buffer.alloc(216);
frame.write("fff368c4", "hex");

/** How the fake voice service responds to every request; set by each test. */
let answer: (res: ServerResponse) => void = () => {};
const server = createServer((req, res) => {
  req.resume();
  answer(res);
});
let baseUrl: string;
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listenLocally(server)}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const synthesize = (signal = new AbortController().signal) => {
  const { voice } = readEnv({ TTS_API_KEY: "k", TTS_BASE_URL: baseUrl });
  const service = createVoiceService(voice);
  if (!service) throw new Error("there is no voice");
  return service.speak("Cars.", "alloy", signal);
};
const failure = async (): Promise<ProviderError> => {
  const err: unknown = await synthesize().catch((thrown: unknown) => thrown);
  if (!(err instanceof ProviderError)) throw new Error("expected a provider error");
  return err;
};

it("the whole frames of a voice are kept, and an incomplete one is dropped", async () => {
  answer = (res) => res.end(Buffer.concat([frame, frame, frame.subarray(0, 100)]));
  expect(await synthesize()).toMatchObject({
    samples: 1152,
    frames: Buffer.concat([frame, frame]),
  });
});

it.each([
  ["WAV", Buffer.from("RIFF....WAVEfmt ")],
  ["HTML", Buffer.from("<!doctype html><title>Welcome</title>")],
])(
  "a voice that sends %s is misconfigured: it is not retried, and users see the reason",
  async (name, bytes) => {
    answer = (res) => res.end(bytes);
    expect(await failure()).toMatchObject({
      code: "misconfigured",
      isRetryable: false,
      message: `The voice sends ${name} instead of MP3: it is not set up correctly on this site.`,
    });
  },
);

it("an aborted request to a voice fails with the abort's reason", async () => {
  const control = new AbortController();
  const reason = new Error("the job is handed back");
  answer = () => control.abort(reason);
  await expect(synthesize(control.signal)).rejects.toBe(reason);
});

it("a voice that sends noise is interrupted and retried", async () => {
  answer = (res) => res.end(Buffer.alloc(1000, 7));
  expect(await failure()).toMatchObject({ code: "interrupted", isRetryable: true });
});

it("a voice that is cut off is retried, even if whole frames arrived", async () => {
  answer = (res) => {
    res.writeHead(200, { "content-length": 100 * frame.length });
    res.write(Buffer.concat([frame, frame]), () => res.socket?.end());
  };
  expect(await failure()).toMatchObject({ code: "interrupted", isRetryable: true });
});

it("an endless voice response fails, and its connection is closed", async () => {
  const many = Buffer.concat(Array.from({ length: 1000 }, () => frame));
  const hungUp = new Promise<void>((resolve) => {
    answer = (res) => {
      const write = () => {
        while (res.write(many));
      };
      res.on("drain", write).on("close", resolve);
      write();
    };
  });
  expect(await failure()).toMatchObject({
    code: "interrupted",
    detail: "Error: the voice's audio has no end",
  });
  await hungUp;
});
