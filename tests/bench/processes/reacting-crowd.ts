import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { onParentExit } from "#infra/process/shutdown.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";

interface JoinRequest {
  origin: string;
  debateId: number;
  /** One per watcher. */
  cookies: string[];
}

interface ReactRequest {
  turnId: number;
  sentence: number;
  /** Time, in milliseconds, over which the watchers' reactions are spread evenly. */
  withinMs: number;
}

const AT_ONCE = 25;
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
let crowd: JoinRequest = { origin: "", debateId: 0, cookies: [] };

const watch = async ({ origin, debateId }: JoinRequest, cookie: string): Promise<void> => {
  const watcher = io(origin, {
    transports: ["websocket"],
    forceNew: true,
    auth: SOCKET_AUTH,
    reconnection: false,
    extraHeaders: { origin, cookie },
  });
  await once(watcher as unknown as NodeJS.EventEmitter, "connect");
  await watcher.emitWithAck("debate:join", { debateId });
};

const join = async (joining: JoinRequest): Promise<void> => {
  crowd = joining;
  for (let at = 0; at < joining.cookies.length; at += AT_ONCE)
    await Promise.all(
      joining.cookies.slice(at, at + AT_ONCE).map((cookie) => watch(joining, cookie)),
    );
};

const reactOnce = ({ turnId, sentence }: ReactRequest, cookie: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { origin } = crowd;
    const headers = { origin, cookie, "content-type": "application/json" };
    const url = `${origin}/api/turns/${turnId}/reactions`;
    request(url, { method: "POST", headers, agent }, (response) => {
      response.resume();
      if (response.statusCode === 204) response.once("end", resolve);
      else reject(new Error(`a reaction was answered with ${response.statusCode}`));
    })
      .once("error", reject)
      .end(JSON.stringify({ sentence }));
  });

const react = async (reaction: ReactRequest): Promise<void> => {
  const startedAt = performance.now();
  const { cookies } = crowd;
  const answers: Promise<void>[] = [];
  for (const [index, cookie] of cookies.entries()) {
    const dueAt = startedAt + (index * reaction.withinMs) / cookies.length;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    answers.push(reactOnce(reaction, cookie));
  }
  await Promise.all(answers);
};

/** This process runs many watchers of a debate, who react to its sentences. */
process.on("message", async (message: { join: JoinRequest } | { react: ReactRequest }) => {
  await ("join" in message ? join(message.join) : react(message.react));
  process.send?.({});
});
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
