/** The element with a turn's text, without its head and the judge's note. */
export const findSpeechElement = (turnNumber: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
