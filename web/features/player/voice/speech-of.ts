/** A turn's words on the page, without its head and its judge's note. */
export const speechOf = (turnNumber: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#turn-${turnNumber} [data-speech]`);
