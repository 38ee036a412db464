/** A debate's `autoPlay`, of a row of `debates` that is named alone or beside others. */
export const AUTO_PLAY = `
  json_build_object('on', auto_play_by IS NOT NULL, 'by',
    (SELECT json_build_object('id', player.id, 'username', player.username)
       FROM users player WHERE player.id = auto_play_by))`;

/** A debate's progress, as `announce` takes it, of `debates` or in its RETURNING clause. */
export const PROGRESS = `
  id, status, current_turn AS "currentTurn", scores, refunded, refusal, is_public AS "isPublic",
  share_enabled AS "shareEnabled", only_owner_steps AS "onlyOwnerSteps", ${AUTO_PLAY} AS "autoPlay"`;
