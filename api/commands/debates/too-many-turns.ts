import type { Asker } from "#infra/operations/add-turn.ts";
import { DomainError } from "#shared/contract/errors.ts";

const RETRY_AFTER_S = 5;

export const tooManyTurns = ({ openTurns }: Pick<Asker, "openTurns">): DomainError => {
  const turns = openTurns === 1 ? "a turn" : `${openTurns} turns`;
  const until = openTurns === 1 ? "it" : "one of them";
  const message = `You have ${turns} under way. Please wait until ${until} is finished.`;
  return new DomainError("too_many_requests", message, { retryAfter: RETRY_AFTER_S });
};
