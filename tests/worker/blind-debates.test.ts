import { hideIdentities } from "#infra/db/debates/blind-debates-sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { MASKED_NAME } from "#shared/domain/name-mask.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends } from "../harness.ts";
import { joinDeltas } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("the worker, in a blind debate,", (backend) => {
  let harness: WorkerHarness;
  let worker: RunningWorker;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    const variables = harness.variables;
    // The fakes repeat the words of the topic, so that both models say their own name.
    const env = backend().env({
      ...variables,
      OPENAI_LABEL: "Private Cars",
      GROK_LABEL: "Gondola",
    });
    worker = await harness.startWorker({ env });
  });
  afterAll(async () => {
    await worker.close();
    await harness.close();
  });
  afterEach(() => harness.idle());

  const makeBlindDebate = async () => {
    const names = { botAProvider: "blue", botBProvider: "red" } as const;
    const debate = await harness.makeDebate({ ...names, mystery: true, maxTurns: 4 });
    await hideIdentities(harness.db.manager as Tx, debate.id, ["openai", "grok"]);
    return debate;
  };

  it("masks names in the text, its deltas and the judgement, and marks the debate", async () => {
    const debate = await makeBlindDebate();
    const events = await harness.watch(debate);
    const turnId = await harness.requestTurn(debate);
    const turn = await harness.turnIn(turnId, { status: "complete", judgingStatus: "complete" });
    expect(turn.content).toContain(MASKED_NAME);
    expect(JSON.stringify([turn, events])).not.toMatch(/private cars|openai|grok|claude|gpt/i);
    expect(joinDeltas(events, turnId)).toBe(turn.content);
    expect(turn).toMatchObject({ model: null, judge: "judge", judgeModel: null });
    expect(await harness.debate(debate.id)).toMatchObject({ namedItself: true });
    expect(
      await harness.db.query("SELECT model, judge FROM turn_identities WHERE turn_id = $1", [
        turnId,
      ]),
    ).toEqual([{ model: "gpt-5.4", judge: "claude" }]);
  });

  it("asks the drawn providers, and tells them to name nobody", async () => {
    harness.fakes.requests.clear();
    const debate = await makeBlindDebate();
    await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
    await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
    const asked = harness.fakes.requests.all();
    expect(asked.map(({ provider, kind }) => `${kind} ${provider}`).toSorted()).toEqual([
      "judge claude",
      "judge claude",
      "turn grok",
      "turn openai",
    ]);
    for (const { kind, body } of asked)
      expect(JSON.stringify(body).includes("Never name yourself")).toBe(kind === "turn");
  });

  it("names the side, not its provider, when a turn fails", async () => {
    const debate = await makeBlindDebate();
    harness.faultIn(debate, { kind: "turn", effect: "refuse" });
    const turn = await harness.turnIn(await harness.requestTurn(debate), { status: "failed" });
    expect(turn.error).toEqual({ code: "refused", message: "Blue refused this topic." });
  });
});
