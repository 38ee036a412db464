/** Seconds per arrow key press or headset button. */
export const ARROW_KEY_SEEK_S = 5;
/** Seconds per press of the player's seek buttons and of J and L. */
export const BUTTON_SEEK_S = 15;
