import { z } from "zod";
import { createToken } from "#infra/tokens.ts";
import { mutateRows, type Sql } from "#infra/db/sql.ts";
import {
  PASSKEY_CHALLENGE_MINUTES,
  type ChallengePurpose,
} from "#shared/domain/accounts/sign-in-method.ts";

const INSERT_CHALLENGE_SQL = `
  INSERT INTO passkey_challenges (challenge, purpose, user_id, expires_at)
  VALUES ($1, $2, $3, now() + interval '${PASSKEY_CHALLENGE_MINUTES} minutes')`;

/** Creates a passkey challenge. `userId` is null for a sign-in, whose user is not known yet. */
export const createChallenge = async (
  sql: Sql,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> => {
  const challenge = createToken();
  await sql.query(INSERT_CHALLENGE_SQL, [challenge, purpose, userId]);
  return challenge;
};

const ClientData = z.object({ challenge: z.string() });

/** Returns the challenge in a browser's client data. Null if the data is malformed. */
export const parseChallenge = (clientData: string): string | null => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")))
      .challenge;
  } catch {
    return null;
  }
};

const CONSUME_CHALLENGE_SQL = `
  DELETE FROM passkey_challenges
   WHERE challenge = $1 AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3 AND expires_at > now()
  RETURNING challenge`;

/** Uses up a challenge. Only one of several concurrent requests gets true. */
export const consumeChallenge = async (
  sql: Sql,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<boolean> =>
  (await mutateRows(sql, CONSUME_CHALLENGE_SQL, [challenge, purpose, userId])).length > 0;
