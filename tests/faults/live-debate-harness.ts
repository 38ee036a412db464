import type { Turn } from "#shared/contract/debates/turn.ts";
import type { CreateDebateRequest } from "#shared/contract/debates/debate.ts";
import { describeBackends, type TestBackend, waitUntil } from "../harness.ts";
import { type TestStack, type TestStackOptions, startTestStack } from "../helpers/test-stack.ts";
import {
  type ApiClient,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import { findViolations } from "./invariants.ts";

/** At this speed a speech takes some seconds, so that a fault can occur while it is generated. */
const SLOW_SPEECH_VARIABLES = { STANDIN_FIRST_TOKEN_MS: "100", STANDIN_TOKENS_PER_SECOND: "90" };

/** A new debate, whose owner watches it. */
export interface LiveDebateHarness {
  stack: TestStack;
  backend: TestBackend;
  user: ApiClient;
  watcher: DebateWatcher;
  debateId: number;
  /** Waits until the watcher has received more than five deltas of this attempt or a later one. */
  waitForDeltas: (attempt?: number) => Promise<unknown>;
  /** Waits until turn 1 has this status. */
  waitForFirstTurn: (status: Turn["status"]) => Promise<Turn>;
}

const startLiveDebate = async (
  backend: TestBackend,
  stack: TestStack,
  request: Partial<CreateDebateRequest>,
): Promise<LiveDebateHarness> => {
  const user = await registerUser(stack.origin);
  const { id: debateId } = await createDebateWith(user, { maxTurns: 2, ...request });
  const watcher = await watchDebate(stack.origin, debateId, user.cookie);
  return {
    stack,
    backend,
    user,
    watcher,
    debateId,
    waitForDeltas: (attempt = 1) =>
      waitUntil(() => watcher.named("turn:delta").filter((d) => d.attempt >= attempt).length > 5),
    waitForFirstTurn: (status) =>
      waitUntil(
        async () => {
          const [turn] = await fetchTurns(user, debateId);
          return turn?.status === status && turn;
        },
        { what: `turn 1 being ${status}` },
      ),
  };
};

interface FaultOptions extends TestStackOptions {
  request?: Partial<CreateDebateRequest>;
  /** Backends on which the fault is tested. Default: both. */
  on?: readonly TestBackend["name"][];
}

/**
 * Runs tests of a live debate during faults, on both backends. After each test, all invariants must
 * hold again.
 */
export const describeFault = (
  title: string,
  tests: (live: () => LiveDebateHarness) => void,
  { request = {}, on, ...options }: FaultOptions = {},
): void =>
  describeBackends(
    title,
    (backend) => {
      let stack: TestStack;
      let live: LiveDebateHarness;
      beforeAll(async () => {
        const variables = { ...SLOW_SPEECH_VARIABLES, ...options.variables };
        stack = await startTestStack(backend(), { ...options, variables });
      });
      afterAll(() => stack?.stop());
      beforeEach(async () => {
        live = await startLiveDebate(backend(), stack, request);
      });
      afterEach(async () => {
        live.watcher.close();
        await stack.fakes.clearFaults();
        const findBroken = () => findViolations(backend().database.url);
        await waitUntil(async () => (await findBroken()).length === 0, { what: "every invariant" });
      });
      tests(() => live);
    },
    on,
  );
