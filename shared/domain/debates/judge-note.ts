interface NoteWords {
  /**
   * Null for turns that were judged before rulings existed. Servers of older versions do not send
   * it.
   */
  ruling: string | null;
  feedback: string | null;
}

/**
 * The words of a judge's note: its first line, and the feedback after it. A ruling that begins the
 * feedback is not repeated. One that is only a part of the feedback's sentence is left to it.
 */
export const splitNote = ({ ruling, feedback }: NoteWords): NoteWords => {
  if (!ruling || !feedback?.startsWith(ruling.replace("…", ""))) return { ruling, feedback };
  return /[\p{L}…]$/u.test(ruling)
    ? { ruling: null, feedback }
    : { ruling, feedback: feedback.slice(ruling.length).trim() };
};
