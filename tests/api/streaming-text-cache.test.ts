import { z } from "zod";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { requestNextTurn } from "../helpers/api-client.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { UNLIMITED_VARIABLES, createPaidDebate, startTestApi } from "./test-api.ts";

const STORE = "UPDATE turns SET status = $2, attempt = $3, content = $4 WHERE id = $1";

describeBackends("a reader who arrives during a turn", (backend) => {
  it("gets the text of this attempt since the last stored state, without a gap", async () => {
    const api = await startTestApi(backend().env(UNLIMITED_VARIABLES));
    const owner = await api.person();
    const { client } = owner;
    const { id: debateId } = await createPaidDebate(api, owner);
    const row = { ...(await requestNextTurn(client, debateId)), quotes: [] };
    const databaseUrl = backend().database.url;
    const queues = await openBackend({ ...backend().env(), databaseUrl }, testLogger);
    const io = createHeadlessServer(queues);
    const announce = createEventPublisher(io);
    const watcher = await watchDebate(api.origin, debateId);
    let spoken = 0;
    const sendDelta = async (offset: number, text: string, attempt = 1) => {
      announce.turnDelta({ ...row, attempt }, offset, text);
      spoken += 1;
      await waitUntil(() => watcher.named("turn:delta").length === spoken);
    };
    const store = (content: string, attempt = 1, status: Turn["status"] = "streaming") =>
      api.sql(STORE, [row.id, status, attempt, content]);
    const read = async () => {
      const [turn] = (await client.get(`/api/debates/${debateId}/turns`)).as(z.array(Turn));
      return turn?.content;
    };

    await store("One");
    await sendDelta(5, "two, ");
    // The text before this delta was not received.
    expect(await read()).toBe("One");
    await store("One, ");
    expect(await read()).toBe("One, two, ");
    await sendDelta(10, "three");
    // The same delta is sent again with more text, as if its delivery was not confirmed.
    await sendDelta(10, "three, four");
    await sendDelta(0, "One");
    expect(await read()).toBe("One, two, three, four");
    await store("One, two, three, four, five");
    expect(await read()).toBe("One, two, three, four, five");

    // A second attempt starts. Later, a late delta of the first one arrives.
    await store("Another", 2);
    expect(await read()).toBe("Another");
    await store("", 2);
    await sendDelta(0, "Anew", 2);
    await sendDelta(21, " late", 1);
    expect(await read()).toBe("Anew");
    // The delta before this one is lost. Its text is missing until the row contains it.
    await sendDelta(10, "on", 2);
    expect(await read()).toBe("");
    await store("Anew, and ", 2);
    expect(await read()).toBe("Anew, and on");

    await store("Anew, and ", 2, "complete");
    expect(await read()).toBe("Anew, and ");

    watcher.close();
    await closeHeadlessServer(io);
    await queues.close();
    await api.close();
  });
});
