import { Debate } from "#shared/contract/debates/debate.ts";
import { PurchaseResponse } from "#shared/contract/credits.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { type ApiResponse, ApiClient, registerUser, TEST_PASSWORD } from "../helpers/api-client.ts";
import type { SoakHistory } from "./soak-history.ts";
import type { SoakStack } from "./soak-stack.ts";

type RandomBelow = (n: number) => number;

/** What the API has accepted. The rows of `debates`, `turns` and `approved` must exist later. */
export interface AcceptedRequests {
  debates: Set<number>;
  /** Id of each turn, with the id of its debate. */
  turns: Map<number, number>;
  /** Debates that a user tried to delete; their rows may be gone. */
  deleted: Set<number>;
  /** Orders that the buyer has approved. */
  approved: Set<string>;
}

export const createAcceptedRequests = (): AcceptedRequests => ({
  debates: new Set(),
  turns: new Map(),
  deleted: new Set(),
  approved: new Set(),
});

export interface SimulatedUser {
  name: string;
  /** One client per API process. All have the session of this user. */
  clients: ApiClient[];
  /** Does each action that every run must contain, once. */
  begin(): Promise<void>;
  act(): Promise<void>;
  /** Turns off Auto-Play of the user's debates, so that no more turns are requested. */
  stopAutoPlay(): Promise<void>;
}

const pick = <T>(from: readonly T[], random: RandomBelow): T | undefined =>
  from[random(from.length)];

const FORMATS = ["standard", "oxford", "lincoln_douglas", "roast"] as const;

/** Registers a user who does random actions, one after the other. */
export const createSimulatedUser = async (
  name: string,
  { stack, origins }: Pick<SoakStack, "stack" | "origins">,
  {
    random,
    accepted,
    history,
  }: { random: RandomBelow; accepted: AcceptedRequests; history: SoakHistory },
): Promise<SimulatedUser> => {
  const first = await registerUser(stack.origin);
  const clients = origins.map((origin) => {
    const client = new ApiClient(origin);
    client.cookie = first.cookie;
    return client;
  });
  const ownDebateIds: number[] = [];
  let key = 0;

  /** Sends a request and notes its result. Returns null if there was no response. */
  const logRequest = async (
    what: string,
    sendRequest: (client: ApiClient) => Promise<ApiResponse>,
  ) => {
    const answer = await sendRequest(pick(clients, random) ?? first).catch(() => null);
    history.note(`${name}: ${what} → ${answer?.status ?? "no answer"}`);
    const isRefusal = answer?.status === 503 && answer.headers.has("retry-after");
    if (answer && answer.status >= 500 && !isRefusal)
      history.violate(`${what} was answered with ${answer.status}: ${answer.text.slice(0, 200)}`);
    return answer;
  };
  const anyDebate = () => pick([...accepted.debates], random);

  const create = async () => {
    const body = {
      topic: `Should question ${(key += 1)} of ${name} be asked?`,
      maxTurns: pick([2, 4, 6], random),
      format: pick(FORMATS, random),
      botAProvider: pick(PROVIDERS, random),
      botBProvider: pick(PROVIDERS, random),
      isPublic: random(5) > 0,
    };
    const headers = { "idempotency-key": `${name}-${key}` };
    // Sends the request twice with the same idempotency key, as a page does after a lost response.
    // The two requests must create only one debate.
    const sendRequest = () =>
      logRequest("create", (c) => c.post("/api/debates", body, { headers }));
    const answers = [await sendRequest(), await sendRequest()];
    const ids = answers.filter((a) => a?.status === 201).map((a) => a?.as(Debate).id ?? 0);
    if (new Set(ids).size > 1)
      history.violate(`one idempotency key created the debates ${ids.join(" and ")}`);
    const [id] = ids;
    if (id === undefined) return;
    ownDebateIds.push(id);
    if (body.isPublic) accepted.debates.add(id);
  };
  const step = async () => {
    const id = pick(ownDebateIds.slice(-3), random);
    if (id === undefined) return create();
    const answer = await logRequest(`next turn of ${id}`, (c) =>
      c.post(`/api/debates/${id}/turns`),
    );
    if (answer?.status === 202) accepted.turns.set(answer.as(Turn).id, id);
  };
  const setAutoPlay = (id: number, on: boolean) =>
    logRequest(`Auto-Play of ${id} ${on ? "on" : "off"}`, (c) =>
      c.request("PUT", `/api/debates/${id}/auto-play`, { body: { on } }),
    );
  const play = async () => {
    const id = pick(ownDebateIds.slice(-3), random);
    if (id !== undefined) await setAutoPlay(id, random(4) > 0);
  };
  const listen = async () => {
    const turnId = pick([...accepted.turns.keys()], random);
    if (turnId === undefined) return;
    const signal = AbortSignal.timeout(200 + random(4000));
    const { origin, cookie } = pick(clients, random) ?? first;
    const answer = await fetch(`${origin}/api/tts/audio?turnId=${turnId}`, {
      signal,
      headers: { cookie },
    }).catch(() => null);
    history.note(`${name}: listen to ${turnId} → ${answer?.status ?? "no answer"}`);
    await answer?.arrayBuffer().catch(() => "left");
    if (
      answer &&
      answer.status >= 500 &&
      !(answer.status === 503 && answer.headers.has("retry-after"))
    )
      history.violate(`listening was answered with ${answer.status}`);
  };
  const PAID = ["approve", "approve", "approve", "approve-declined", "void"] as const;
  const buy = async (act = pick(PAID, random)) => {
    const response = await logRequest("purchase", (c) =>
      c.post("/api/credits/purchase", { packageIndex: random(3) }),
    );
    if (response?.status !== 201 && response?.status !== 200) return;
    const order = response.as(PurchaseResponse);
    await stack.fakes.paypal.act(order.orderId, act ?? "approve");
    if (act === "approve") accepted.approved.add(order.orderId);
    const capture = () => logRequest("capture", (c) => c.post("/api/credits/capture", order));
    await Promise.all(random(2) ? [capture(), capture()] : [capture()]);
  };
  const vote = async () => {
    const id = anyDebate();
    const body = { winner: pick(["bot_a", "bot_b"], random) };
    if (id) await logRequest(`vote on ${id}`, (c) => c.post(`/api/debates/${id}/vote`, body));
  };
  const react = async () => {
    const id = anyDebate();
    const body = { type: pick(["up", "down", "none"], random) };
    if (id)
      await logRequest(`reaction to ${id}`, (c) => c.post(`/api/debates/${id}/reaction`, body));
  };
  const look = async () => {
    const path = pick(["/api/debates/my", "/api/debates/public", "/api/user", "/feed.xml"], random);
    await logRequest(`GET ${path}`, (c) => c.get(path ?? "/"));
  };
  const remove = async () => {
    const [id] = ownDebateIds;
    if (id === undefined || ownDebateIds.length < 4) return;
    // The debate may be deleted even if the request fails or gets no response.
    accepted.deleted.add(id);
    accepted.debates.delete(id);
    ownDebateIds.shift();
    // A debate can only be deleted within 15 minutes after the user has entered the password.
    await logRequest("identity", (c) =>
      c.post("/api/account/identity", { password: TEST_PASSWORD }),
    );
    await logRequest(`deletion of ${id}`, (c) => c.delete(`/api/debates/${id}`));
  };
  const acts = [
    create,
    create,
    step,
    step,
    step,
    step,
    step,
    step,
    play,
    play,
    play,
    listen,
    listen,
    buy,
    vote,
    react,
    react,
    look,
    look,
    remove,
  ];
  return {
    name,
    clients,
    async begin() {
      for (const act of [create, step, play, listen, () => buy("approve")]) await act();
    },
    act: async () => pick(acts, random)?.(),
    async stopAutoPlay() {
      for (const id of ownDebateIds) await setAutoPlay(id, false);
    },
  };
};

/** Does one random action as an admin. */
export const actAsAdmin = async (
  { clients: [client] }: SimulatedUser,
  {
    random,
    accepted,
    history,
  }: { random: RandomBelow; accepted: AcceptedRequests; history: SoakHistory },
): Promise<void> => {
  const id = pick([...accepted.debates], random);
  if (!client || id === undefined) return;
  const acts = [
    () => client.get("/api/admin/debates"),
    () => client.get("/api/admin/users"),
    () => client.post(`/api/admin/debates/${id}/verdict`),
    () =>
      client.post(`/api/admin/debates/${id}/audio`, { turns: pick(["missing", "all"], random) }),
  ];
  const number = random(acts.length);
  const answer = await acts[number]?.().catch(() => null);
  history.note(`admin: act ${number} on ${id} → ${answer?.status ?? "no answer"}`);
  if (
    answer &&
    answer.status >= 500 &&
    !(answer.status === 503 && answer.headers.has("retry-after"))
  )
    history.violate(`an admin's act ${number} was answered with ${answer.status}`);
};
