import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { fetchOutgoing } from "#infra/http/outgoing-fetch.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

it("fails when connecting takes longer than ten seconds", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  const silentServer = createServer();
  const port = await listenLocally(silentServer);
  const response = fetchOutgoing(`https://127.0.0.1:${port}/`, {});
  const [connection] = (await once(silentServer, "connection")) as [Socket];
  connection.on("error", () => {}).resume();
  const settled = jest.fn();
  response.then(settled, settled);
  await once(connection, "data");
  jest.advanceTimersByTime(9000);
  await new Promise(setImmediate);
  expect(settled).not.toHaveBeenCalled();
  // undici's timers have a resolution of half a second, so the timeout may come late.
  jest.advanceTimersByTime(3000);
  await expect(response).rejects.toThrow("Connect Timeout Error");
  jest.useRealTimers();
  silentServer.close();
});
