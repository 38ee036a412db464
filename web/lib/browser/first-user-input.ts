/** Events that show that a user is using the page. */
const USER_INPUT_EVENTS = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/** Calls `callback` on the first user event. Returns a function that stops listening. */
export const onFirstUserInput = (callback: () => void): (() => void) => {
  const handleInput = () => {
    stopListening();
    callback();
  };
  const stopListening = () => {
    for (const event of USER_INPUT_EVENTS) removeEventListener(event, handleInput);
  };
  for (const event of USER_INPUT_EVENTS) addEventListener(event, handleInput, { passive: true });
  return stopListening;
};
