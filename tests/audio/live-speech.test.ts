import { TurnSentences } from "#shared/contract/debates/audio.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { requestNextTurn } from "../helpers/api-client.ts";
import { createPaidDebate } from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import { startAudioHarness, type AudioHarness, waitForAudioStatus } from "./audio-harness.ts";

interface Written extends Pick<Turn, "debateId" | "id"> {
  watcher: DebateWatcher;
  /** Stores the text as a worker would. */
  as(content: string, state?: { status?: Turn["status"]; attempt?: number }): Promise<unknown>;
  /** The sentences announced so far, with attempt and times. */
  parts(): { attempt: number; index: number; startMs: number; endMs: number }[];
}

describeBackends(
  "the live audio of a turn while it is written",
  (backend) => {
    let harness: AudioHarness;
    const log = createMemoryLogger();
    const watchers: DebateWatcher[] = [];
    beforeAll(async () => {
      harness = await startAudioHarness(backend());
      await harness.startWorker(log.logger);
    });
    afterAll(() => harness.close());
    afterEach(() => {
      harness.fakes.requests.clear();
      harness.fakes.faults.clear();
      for (const watcher of watchers.splice(0)) watcher.close();
    });

    const watch = async ({ id }: Pick<Debate, "id">) => {
      const watcher = await watchDebate(harness.api.origin, id, harness.owner.client.cookie);
      watchers.push(watcher);
      return watcher;
    };

    /**
     * Starts a turn with this text and inserts the row that a request for its recording would
     * insert.
     */
    const startTurn = async (content: string): Promise<Written> => {
      const debate = await createPaidDebate(harness.api, harness.owner, { maxTurns: 2 });
      const watcher = await watch(debate);
      const [turn] = await harness.api.sql<{ id: number }>(
        `INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, heartbeat_at)
         VALUES ($1, 1, 'bot_a', 'opening', 'streaming', 1, $2, 'infinity') RETURNING id`,
        [debate.id, content],
      );
      const id = turn?.id ?? 0;
      await harness.api.sql(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
         VALUES ($1::int, 'openai', $1::text, now() - interval '1 minute')`,
        [id],
      );
      return {
        debateId: debate.id,
        id,
        watcher,
        as: (text, { status = "streaming", attempt = 1 } = {}) =>
          harness.api.sql(
            "UPDATE turns SET content = $2, status = $3, attempt = $4 WHERE id = $1",
            [id, text, status, attempt],
          ),
        parts: () => watcher.named("speech:part"),
      };
    };
    const recorded = async (turn: Written): Promise<TurnSentences> => {
      await waitForAudioStatus(harness.owner.client, turn, "ready");
      const path = `/api/tts/sentences?turnId=${turn.id}`;
      return (await harness.owner.client.get(path)).as(TurnSentences);
    };
    const rowOf = async ({ id }: Written) => {
      const [row] = await harness.api.sql<{ status: string; spoken: unknown[] }>(
        "SELECT status, spoken FROM audio_cache WHERE turn_id = $1",
        [id],
      );
      return row;
    };

    /** Ends the pause after which a failed recording may be requested again. */
    const expireHeartbeat = ({ id }: Written) =>
      harness.api.sql(
        "UPDATE audio_cache SET heartbeat_at = now() - interval '6 seconds' WHERE turn_id = $1",
        [id],
      );
    /** Expects no failure event before audio:ready, which the worker sends last. */
    const expectNoFailure = async ({ watcher }: Written) => {
      await waitUntil(() => watcher.named("audio:ready").length === 1);
      expect(watcher.named("audio:failed")).toEqual([]);
    };

    it("comes sentence by sentence, each synthesized once, and becomes the recording", async () => {
      const turn = await startTurn("Streets belong to people. Cars take them");
      await waitUntil(() => turn.parts().length === 1);
      const whole = "Streets belong to people. Cars take them away! Shall we go on?";
      await turn.as(whole);
      await waitUntil(() => turn.parts().length === 2);
      expect(harness.spoken()).toBe(2);
      await turn.as(whole, { status: "complete" });
      const { sentences } = await recorded(turn);
      expect(sentences.map(({ text }) => text).join(" ")).toBe(whole);
      expect(turn.parts()).toEqual(
        sentences.map(({ startMs, endMs }, index) => ({
          debateId: turn.debateId,
          turnId: turn.id,
          attempt: 1,
          index,
          startMs,
          endMs,
        })),
      );
      expect(harness.spoken()).toBe(3);
    });

    it("restarts with a new attempt of the text, without anything of the earlier one", async () => {
      const turn = await startTurn("It began like this. And then");
      await waitUntil(() => turn.parts().length === 1);
      await turn.as("It began otherwise. And then", { attempt: 2 });
      await waitUntil(() => turn.parts().length === 2);
      expect(turn.parts()[1]).toMatchObject({ attempt: 2, index: 0, startMs: 0 });
      const whole = "It began otherwise. And then it ended.";
      await turn.as(whole, { status: "complete", attempt: 2 });
      const { sentences } = await recorded(turn);
      expect(sentences.map(({ text }) => text).join(" ")).toBe(whole);
      expect((await rowOf(turn))?.spoken).toHaveLength(2);
    });

    it("ends with the last sentence of the final text and drops sentences beyond it", async () => {
      const turn = await startTurn("This one counts. This one does not. Nor does");
      await waitUntil(() => turn.parts().length === 2);
      await turn.as("This one counts.", { status: "complete" });
      const { sentences } = await recorded(turn);
      expect(sentences.map(({ text }) => text)).toEqual(["This one counts."]);
      expect(harness.spoken()).toBe(2);
    });

    it("ends when the turn fails, and is recorded when the turn is written later", async () => {
      const turn = await startTurn("It will fail soon. And then");
      await waitUntil(() => turn.parts().length === 1);
      await turn.as("", { status: "failed" });
      await waitUntil(async () => (await rowOf(turn))?.status === "failed");
      expect((await rowOf(turn))?.spoken).toEqual([]);
      // No sentences are left. The recording of a failed turn cannot be requested again, so nothing
      // else would ever delete them.
      expect(
        await harness.api.sql(
          "SELECT FROM audio_parts p JOIN audio_cache a ON a.id = p.recording_id WHERE turn_id = $1",
          [turn.id],
        ),
      ).toEqual([]);
      await turn.as("It did not fail.", { status: "complete", attempt: 2 });
      await harness.owner.client.get(`/api/tts/audio?turnId=${turn.id}`);
      expect((await recorded(turn)).sentences.map(({ text }) => text)).toEqual([
        "It did not fail.",
      ]);
      await expectNoFailure(turn);
    });

    it("ends when it is given up, and a later recording is not announced as live", async () => {
      const contains = "Nobody hears this";
      harness.fakes.faults.add({ kind: "speech", contains, effect: "status", status: 401 });
      const turn = await startTurn("Somebody hears this. Nobody");
      await waitUntil(() => turn.parts().length === 1);
      const whole = "Somebody hears this. Nobody hears this.";
      await turn.as(whole, { status: "complete" });
      await waitUntil(() => turn.watcher.named("audio:failed").length === 1);
      await expireHeartbeat(turn);
      await harness.owner.client.get(`/api/tts/audio?turnId=${turn.id}`);
      expect((await recorded(turn)).sentences).toHaveLength(2);
      expect(turn.parts()).toHaveLength(1);
      expect(harness.spoken()).toBe(3);
    });

    it("keeps the finished sentences when it is given up, without a failure event", async () => {
      const contains = "Nobody hears this";
      harness.fakes.faults.add({ kind: "speech", contains, effect: "status", status: 401 });
      const turn = await startTurn("Somebody hears this. Nobody hears this. And then");
      await waitUntil(async () => (await rowOf(turn))?.status === "failed");
      expect((await rowOf(turn))?.spoken).toHaveLength(1);
      await expireHeartbeat(turn);
      await turn.as("Somebody hears this. Nobody hears this.", { status: "complete" });
      await harness.owner.client.get(`/api/tts/audio?turnId=${turn.id}`);
      await expectNoFailure(turn);
    });

    /** Inserts a turn without text, and its recording in this state. */
    const unwritten = async (status: "failed" | "running") => {
      const debate = await createPaidDebate(harness.api, harness.owner, { maxTurns: 2 });
      const [turn] = await harness.api.sql<{ id: number }>(
        `WITH turn AS (INSERT INTO turns (debate_id, turn_number, role, type)
                       VALUES ($1, 1, 'bot_a', 'opening') RETURNING id)
         INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
         SELECT id, 'openai', id::text, $2, 'infinity' FROM turn RETURNING turn_id AS id`,
        [debate.id, status],
      );
      return { debateId: debate.id, id: turn?.id ?? 0 };
    };

    it("starts when the turn completes although it was given up just before", async () => {
      const { audio } = await waitForAudioStatus(
        harness.owner.client,
        await unwritten("failed"),
        "ready",
      );
      expect(audio.version).toBe(1);
    });

    it("is not requested a second time when the turn completes", async () => {
      const { id } = await unwritten("running");
      const state = `SELECT t.status AS turn, a.status FROM audio_cache a JOIN turns t ON t.id = a.turn_id
                      WHERE t.id = $1 AND t.status = 'complete'`;
      const [row] = await waitUntil(async () => {
        const rows = await harness.api.sql(state, [id]);
        return rows.length > 0 && rows;
      });
      expect(row).toEqual({ turn: "complete", status: "running" });
    });

    it("continues on another worker, which synthesizes nothing twice", async () => {
      const turn = await startTurn("The first one is spoken. The second");
      await waitUntil(() => turn.parts().length === 1);
      await harness.api.sql(
        "UPDATE audio_cache SET heartbeat_at = now() - interval '1 minute', attempt = attempt + 1 WHERE turn_id = $1",
        [turn.id],
      );
      // Waits until the first worker notices that it lost the lease. Before that, it would request
      // the next sentence too.
      const lost = "job.lease_lost";
      await waitUntil(() =>
        log.lines.some(({ msg, turnId }) => msg === lost && turnId === turn.id),
      );
      const whole = "The first one is spoken. The second one is spoken too.";
      await turn.as(whole, { status: "complete" });
      expect((await recorded(turn)).sentences).toHaveLength(2);
      expect(turn.parts().map(({ index }) => index)).toEqual([0, 1]);
      expect(harness.spoken()).toBe(2);
    });

    let motions = 0;
    const stallingTurn = async () => {
      const topic = `Motion ${++motions}`;
      harness.fakes.faults.add({ kind: "turn", contains: topic, effect: "stall", after: 120 });
      const debate = await createPaidDebate(harness.api, harness.owner, { maxTurns: 2, topic });
      const turn = async () => {
        const watcher = await watch(debate);
        const { id } = await requestNextTurn(harness.owner.client, debate.id);
        return { id, watcher };
      };
      return { debate, turn };
    };
    const isKept = (id: number) =>
      waitUntil(async () => {
        const turns = await harness.api.sql(
          "SELECT FROM turns WHERE id = $1 AND content <> '' AND status = 'streaming'",
          [id],
        );
        return turns.length > 0;
      });

    it("starts before the turn ends where a listener is connected", async () => {
      const { debate, turn } = await stallingTurn();
      await harness.api.sql(
        "INSERT INTO listeners (debate_id, process, count) VALUES ($1, gen_random_uuid(), 1)",
        [debate.id],
      );
      const { watcher } = await turn();
      await waitUntil(() => watcher.named("speech:part").length > 0);
      expect(watcher.named("turn:completed")).toEqual([]);
    });

    it.each([
      ["no listener is connected", ""],
      ["the last listener left a minute ago", "now() - interval '1 minute'"],
    ])("does not start before the turn ends where %s", async (_who, heardAt) => {
      const { debate, turn } = await stallingTurn();
      if (heardAt)
        await harness.api.sql(
          `INSERT INTO listeners (debate_id, process, count, heard_at)
           VALUES ($1, gen_random_uuid(), 1, ${heardAt})`,
          [debate.id],
        );
      const { id } = await turn();
      await isKept(id);
      expect(await harness.api.sql("SELECT FROM audio_cache WHERE turn_id = $1", [id])).toEqual([]);
    });
  },
  ["postgres"],
);
