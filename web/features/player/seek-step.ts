/** Seconds that one press of an arrow key, or of a headset's button, goes. */
export const SEEK_STEP_S = 5;
/** And one of the buttons for that. */
export const MOVE_STEP_S = 15;
