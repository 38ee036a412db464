import type { Backend } from "#infra/backend/backend.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { consume, type JobHandlers } from "#infra/queue/consume.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { describeBackends, testLogger, until } from "../harness.ts";

describeBackends("the queue", (backend) => {
  let open: Backend;
  const done: number[] = [];

  beforeAll(async () => {
    open = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    const handlers: JobHandlers = {
      "generate-turn": async ({ turnId }) => void done.push(turnId),
      "judge-turn": async () => {},
      "judge-debate": async () => {},
      "synthesize-speech": async () => {},
    };
    void consume(open, "turns", handlers, 2).run();
  });
  afterAll(() => open.close());

  it("delivers ids to the job's handler", async () => {
    await createEnqueue(open)("generate-turn", { turnId: 7 }, { attempt: 0 });
    await until(() => done.includes(7));
  });

  it("takes the same work for the same attempt once while it waits", async () => {
    const enqueue = createEnqueue(open);
    const later = { attempt: 3, delayMs: 300 };
    await Promise.all([1, 2, 3].map(() => enqueue("generate-turn", { turnId: 8 }, later)));
    await enqueue("generate-turn", { turnId: 9 }, { attempt: 0, delayMs: 700 });
    await until(() => done.includes(9));
    expect(done.filter((id) => id === 8)).toHaveLength(1);
  });

  it("takes it again once it was done", async () => {
    const enqueue = createEnqueue(open);
    await enqueue("generate-turn", { turnId: 10 }, { attempt: 1 });
    await until(() => done.includes(10));
    await until(async () => {
      await enqueue("generate-turn", { turnId: 10 }, { attempt: 1 });
      return done.filter((id) => id === 10).length > 1;
    });
  });
});
