import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { joinDeltas } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const chunk = (content: string | null, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;

describeBackends(
  "a turn",
  (backend) => {
    /** The replies of the fake ChatGPT server, one per request. */
    const answers: ((res: ServerResponse) => void)[] = [];
    let asked = 0;
    const limits: number[] = [];
    const Body = z.looseObject({ max_completion_tokens: z.int() });
    const vendor = createServer(async (req, res) => {
      limits.push(Body.parse(JSON.parse((await req.toArray()).join(""))).max_completion_tokens);
      asked += 1;
      res.writeHead(200, { "content-type": "text/event-stream" });
      answers.shift()?.(res);
    });
    let harness: WorkerHarness;
    beforeAll(async () => {
      const port = await listenLocally(vendor);
      const OPENAI_BASE_URL = `http://127.0.0.1:${port}/v1`;
      harness = await WorkerHarness.open(backend());
      const env = backend().env({ ...harness.variables, OPENAI_BASE_URL });
      await harness.startWorker({ env });
    });
    afterAll(async () => {
      await harness.close();
      vendor.closeAllConnections();
      vendor.close();
    });
    beforeEach(() => {
      answers.length = 0;
      limits.length = 0;
      asked = 0;
    });

    const answerWith = (...pieces: string[]) => answers.push((res) => res.end(pieces.join("")));
    const GOOD = [chunk("We act. "), chunk("Now."), chunk(null, "stop")];

    it("is requested once more, with a larger token limit, if a model only reasons", async () => {
      for (let count = 0; count < 5; count++)
        answerWith(chunk("<think>Let me see."), chunk(null, "length"));
      const turn = await harness.turnIn(await harness.requestTurn(await harness.makeDebate()), {
        status: "failed",
      });
      expect(turn).toMatchObject({ attempt: 2, error: { code: "interrupted" } });
      const [first = 0, second = 0, ...more] = limits;
      expect(second).toBeGreaterThanOrEqual(16_000);
      expect(second).toBeGreaterThan(first);
      expect(more).toEqual([]);
    });

    it("ends with its last complete sentence when a reply is too long, and closes the connection", async () => {
      const sentence = "Nobody stops this reply. ";
      const hungUp = new Promise<void>((resolve) => {
        answers.push((res) => {
          // Sends more text than a turn may have, then nothing more and no end.
          res.write(chunk(sentence.repeat(440)));
          res.on("close", resolve);
        });
      });
      const debate = await harness.makeDebate();
      const events = await harness.watch(debate);
      const turn = await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
      await hungUp;
      expect(turn.content).toBe(sentence.repeat(400).trim());
      expect(turn).toMatchObject({ attempt: 1, failures: 0 });
      await waitUntil(() => events.some(({ name }) => name === "turn:completed"));
      expect(joinDeltas(events, turn.id).length).toBeLessThanOrEqual(10_000);
      expect(asked).toBe(1);
    });

    it("ends within a sentence when a reply that is too long has no sentence end", async () => {
      answers.push((res) => res.end(chunk("word ".repeat(3000))));
      const turn = await harness.turnIn(await harness.requestTurn(await harness.makeDebate()), {
        status: "complete",
      });
      expect(turn.content).toBe("word ".repeat(2000).trim());
    });

    it("ends with its last complete sentence when its reply was cut off, for watchers too", async () => {
      answerWith(chunk("We act. Now. And then we"), chunk(null, "length"));
      const debate = await harness.makeDebate();
      const events = await harness.watch(debate);
      const turn = await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
      expect(turn).toMatchObject({ content: "We act. Now.", attempt: 1, failures: 0 });
      const done = await waitUntil(() => events.find(({ name }) => name === "turn:completed"));
      expect(done.event).toMatchObject({ turn: { content: "We act. Now." } });
      expect(asked).toBe(1);
    });

    it.each([
      ["the first sentence", chunk("And then we")],
      ["the first word", chunk("<think>Let me see.")],
    ])("is retried when its reply was cut off before the end of %s", async (_what, expected) => {
      answerWith(expected, chunk(null, "length"));
      answerWith(...GOOD);
      const turn = await harness.turnIn(await harness.requestTurn(await harness.makeDebate()), {
        status: "complete",
      });
      expect(turn).toMatchObject({ content: "We act. Now.", attempt: 2, failures: 1 });
    });

    it.each([
      [
        "reasoning",
        chunk("<think>Let me see."),
        "ChatGPT reached its length limit before it wrote anything.",
      ],
      ["an unfinished sentence", chunk("And then we"), "ChatGPT did not finish a single sentence."],
    ])(
      "fails with its own message when its last reply contains only %s",
      async (_what, expected, why) => {
        answerWith(expected, chunk(null, "length"));
        const turnId = await harness.requestTurn(await harness.makeDebate(), { isLost: true });
        await harness.db.getRepository(TurnEntity).update(turnId, { failures: 4 });
        await harness.enqueue("generate-turn", { turnId }, { attempt: 0 });
        const { error } = await harness.turnIn(turnId, { status: "failed" });
        expect(error).toEqual({ code: "interrupted", message: `${why} Try again.` });
      },
    );

    // This test comes last. After it, the worker reads the replies of this model only at their end.
    it("is withdrawn and written again if its beginning turns out to be reasoning", async () => {
      answers.push((res) => {
        res.write(chunk("Hm, the user wants a speech."));
        void shown.then(() =>
          res.end([chunk("</think>\n\nWe act."), chunk(null, "stop")].join("")),
        );
      });
      answerWith(chunk("Hm, again. "), chunk("Yes.\n</think>\n\n"), ...GOOD);
      const debate = await harness.makeDebate();
      const received = await harness.watch(debate);
      const shown = waitUntil(() => received.some(({ name }) => name === "turn:delta"));
      const turnId = await harness.requestTurn(debate);
      const turn = await harness.turnIn(turnId, { status: "complete" });
      expect(turn).toMatchObject({ content: "We act. Now.", attempt: 2, failures: 1 });
      await waitUntil(() => received.some(({ name }) => name === "turn:completed"));
      expect(joinDeltas(received, turnId)).toBe("We act. Now.");
      expect(asked).toBe(2);
      // The worker now knows that this model does not mark where reasoning starts, so it waits for
      // the end.
      answerWith(chunk("Hm, once more.\n</think>We "), chunk("act. Now."), chunk(null, "stop"));
      const next = await harness.turnIn(await harness.requestTurn(await harness.makeDebate()), {
        status: "complete",
      });
      expect(next).toMatchObject({ content: "We act. Now.", attempt: 1 });
    });
  },
  ["postgres"],
);
