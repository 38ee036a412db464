import type { TurnRequester } from "#infra/services/debates/add-turn.ts";
import { DomainError } from "#shared/contract/errors.ts";

const RETRY_AFTER_S = 5;

export const createTooManyTurnsError = ({
  openTurns,
}: Pick<TurnRequester, "openTurns">): DomainError => {
  const turns = openTurns === 1 ? "a turn" : `${openTurns} turns`;
  const until = openTurns === 1 ? "it" : "one of them";
  const message = `You have ${turns} in progress. Please wait until ${until} is finished.`;
  return new DomainError("too_many_requests", message, { retryAfter: RETRY_AFTER_S });
};
