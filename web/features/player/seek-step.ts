/** Seconds per arrow key press or headset button. */
export const SEEK_STEP_S = 5;
/** Seconds per press of the player's seek buttons and of J and L. */
export const MOVE_STEP_S = 15;
