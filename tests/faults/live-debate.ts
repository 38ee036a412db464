import type { Turn } from "#shared/contract/turn.ts";
import type { CreateDebateRequest } from "#shared/contract/debate.ts";
import { describeBackends, type TestBackend, until } from "../harness.ts";
import { type Stack, type StackOptions, startStack } from "../processes.ts";
import { type ApiClient, registerUser, startDebate, turnsOf } from "../api-client.ts";
import { watchDebate, type Watcher } from "../watcher.ts";
import { violations } from "./invariants.ts";

/** A speech takes some seconds, so that there is a middle for things to go wrong in. */
const SLOW = { STANDIN_FIRST_TOKEN_MS: "100", STANDIN_TOKENS_PER_SECOND: "90" };

/** A new debate with its owner, and the owner watching. */
export interface LiveDebate {
  stack: Stack;
  backend: TestBackend;
  user: ApiClient;
  watcher: Watcher;
  debateId: number;
  /** Waits until so many deltas of this attempt, or a later one, were heard. */
  speaking: (attempt?: number) => Promise<unknown>;
  /** Waits until turn 1 has this status, and returns it. */
  firstTurn: (status: Turn["status"]) => Promise<Turn>;
}

const open = async (
  backend: TestBackend,
  stack: Stack,
  request: Partial<CreateDebateRequest>,
): Promise<LiveDebate> => {
  const user = await registerUser(stack.origin);
  const { id: debateId } = await startDebate(user, { maxTurns: 2, ...request });
  const watcher = await watchDebate(stack.origin, debateId, user.cookie);
  return {
    stack,
    backend,
    user,
    watcher,
    debateId,
    speaking: (attempt = 1) =>
      until(() => watcher.named("turn:delta").filter((d) => d.attempt >= attempt).length > 5),
    firstTurn: (status) =>
      until(
        async () => {
          const [turn] = await turnsOf(user, debateId);
          return turn?.status === status && turn;
        },
        { what: `turn 1 being ${status}` },
      ),
  };
};

interface FaultOptions extends StackOptions {
  request?: Partial<CreateDebateRequest>;
  /** Where it can happen; both, unless said. */
  on?: readonly TestBackend["name"][];
}

/**
 * Tests, on both backends, of what happens to a live debate when something breaks. After each,
 * whatever it was, every invariant must come to hold again.
 */
export const describeFault = (
  title: string,
  tests: (live: () => LiveDebate) => void,
  { request = {}, on, ...options }: FaultOptions = {},
): void =>
  describeBackends(
    title,
    (backend) => {
      let stack: Stack;
      let live: LiveDebate;
      beforeAll(async () => {
        const variables = { ...SLOW, ...options.variables };
        stack = await startStack(backend(), { ...options, variables });
      });
      afterAll(() => stack?.stop());
      beforeEach(async () => {
        live = await open(backend(), stack, request);
      });
      afterEach(async () => {
        live.watcher.close();
        await stack.standins.clearFaults();
        const broken = () => violations(backend().database.url);
        await until(async () => (await broken()).length === 0, { what: "every invariant" });
      });
      tests(() => live);
    },
    on,
  );
