/** A debate's progress, as `announce` takes it, in a RETURNING clause. */
export const PROGRESS = `id, status, current_turn AS "currentTurn", scores, refunded, refusal`;
