import { z } from "zod";
import { newToken } from "#infra/mail-token.ts";
import { change, type Sql } from "#infra/db/sql.ts";
import { CHALLENGE_MINUTES, type ChallengePurpose } from "#shared/domain/sign-in-method.ts";
import { keepForMinutes } from "./keep-for-minutes.ts";

const ASK = keepForMinutes({
  table: "passkey_challenges",
  columns: ["challenge", "purpose", "user_id"],
  minutes: CHALLENGE_MINUTES,
});

/** Creates a passkey challenge. `userId` is null for a sign-in. */
export const newChallenge = async (
  sql: Sql,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> => {
  const challenge = newToken();
  await sql.query(ASK, [challenge, purpose, userId]);
  return challenge;
};

const ClientData = z.object({ challenge: z.string() });

/** Returns the challenge in a browser's client data. Null if the data is malformed. */
export const challengeIn = (clientData: string): string | null => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")))
      .challenge;
  } catch {
    return null;
  }
};

const TAKE = `
  DELETE FROM passkey_challenges
   WHERE challenge = $1 AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3 AND expires_at > now()
  RETURNING challenge`;

/** Uses up a challenge. Only one of several concurrent requests gets true. */
export const takeChallenge = async (
  sql: Sql,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<boolean> => (await change(sql, TAKE, [challenge, purpose, userId])).length > 0;
