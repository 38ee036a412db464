import { User } from "#shared/contract/account.ts";
import { type CreateDebateRequest, Debate } from "#shared/contract/debate.ts";
import { Turn } from "#shared/contract/turn.ts";
import { ApiClient } from "./api-client.ts";

let registered = 0;

/** Somebody new, signed in. */
export const registerUser = async (origin: string): Promise<ApiClient & { user: User }> => {
  const client = new ApiClient(origin);
  const username = `user-${process.pid}-${++registered}`;
  const answer = await client.post("/api/register", {
    username,
    email: `${username}@example.org`,
    password: "a long password",
  });
  return Object.assign(client, { user: answer.as(User) });
};

/** A debate that this user pays for. */
export const startDebate = async (
  client: ApiClient,
  request: Partial<CreateDebateRequest> = {},
): Promise<Debate> => {
  const topic = "Should cities ban private cars from their centres?";
  const speakers = { botAProvider: "openai", botBProvider: "claude" };
  return (await client.post("/api/debates", { topic, ...speakers, ...request })).as(Debate);
};

/** Asks for a debate's next turn. */
export const nextTurn = async (client: ApiClient, debateId: number): Promise<Turn> =>
  (await client.post(`/api/debates/${debateId}/turns`)).as(Turn);

export const turnsOf = async (client: ApiClient, debateId: number): Promise<Turn[]> =>
  (await client.get(`/api/debates/${debateId}/turns`)).as(Turn.array());
