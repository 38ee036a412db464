import { ApiClient, nextTurn, startDebate } from "../api-client.ts";
import { type TestBackend, until } from "../harness.ts";
import { startProcess, type TestProcess } from "../processes.ts";
import type { Join } from "./join-crowd.ts";
import { percentile } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import type { AskWatchers } from "./returning-watchers.ts";
import { runSql } from "./run-sql.ts";
import { topicOf } from "./speech-about.ts";
import { besideAllowed, type Row } from "./table.ts";

const WATCHERS = 1000;
const ROUNDS = 3;
/** Twenty seconds, 6,000 characters: enough to be killed and to come back in. */
const TOKENS = 1000;
/** What is allowed of one in twenty. */
const WHOLE_MS = 3000;
const CROWDED = { LIMIT_SOCKETS_PER_ADDRESS: "1000000" };

interface Stored {
  content: string;
  status: string;
}

/** A turn, once its row is as it is waited for. */
const storedTurn = ({ backend }: Stage, id: number, isAsWanted: (turn: Stored) => boolean) =>
  until(
    async () => {
      const [turn] = await runSql<Stored>(
        backend,
        "SELECT content, status FROM turns WHERE id = $1",
        [id],
      );
      return turn && isAsWanted(turn) && turn;
    },
    { what: "a turn's row", timeoutMs: 60_000 },
  );

/** Kills the API and starts another at its address; when that answered, in milliseconds since 1970. */
const killAndStart = async ({ stack }: Stage, areCut: () => Promise<unknown>): Promise<number> => {
  const [api] = stack.apis.splice(0);
  await api?.kill("SIGKILL");
  await areCut();
  await stack.startApi(api?.port);
  await until(async () => (await fetch(`${stack.origin}/readyz`)).ok);
  return performance.timeOrigin + performance.now();
};

/** Kills the API within a turn; how long each watcher then was without the whole text once another answered. */
const comeBack = async (
  stage: Stage,
  user: ApiClient,
  debateId: number,
  watchers: TestProcess,
): Promise<number[]> => {
  const ask = (asked: AskWatchers) => watchers.ask(asked);
  const { id } = await nextTurn(user, debateId);
  await storedTurn(stage, id, ({ content }) => content.length > 0);
  await ask("when whole");
  const answeredAt = await killAndStart(stage, () => ask("when cut"));
  const wholeAt = (await ask("when whole")) as number[];
  const { status } = await storedTurn(stage, id, () => true);
  if (status !== "streaming") throw new Error("The turn was over before all had come back.");
  const { content } = await storedTurn(stage, id, (turn) => turn.status === "complete");
  await ask({ compare: { id, content } });
  return wholeAt.map((at) => Math.max(0, at - answeredAt));
};

const measure = async (stage: Stage): Promise<number[][]> => {
  const { origin } = stage.stack;
  const watchers = await startProcess("bench/returning-watchers.js", [], {});
  try {
    const user = new ApiClient(origin);
    user.cookie = stage.user.cookie;
    const speakers = { botAProvider: "openai", botBProvider: "openai", maxTurns: 4 } as const;
    const { id } = await startDebate(user, { topic: topicOf(9, TOKENS), ...speakers });
    const join: Join = { origin, debateId: id, watchers: WATCHERS, cookie: user.cookie };
    await watchers.ask({ join });
    const rounds: number[][] = [];
    while (rounds.length < ROUNDS) rounds.push(await comeBack(stage, user, id, watchers));
    return rounds;
  } finally {
    await watchers.kill("SIGKILL");
  }
};

/** How long watchers of a running debate wait for its whole text when their API was killed. */
export const killedApi = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(
    name,
    async (stage) => {
      const rounds = await measure(stage);
      return [
        {
          name: `${WATCHERS.toLocaleString("en")} watchers whose API was killed, until they have the whole text again, p95, ${name}`,
          unit: "ms",
          ...besideAllowed(
            rounds.map((waits) => percentile(waits, 0.95)),
            WHOLE_MS,
          ),
        },
      ];
    },
    { variables: CROWDED },
  );
