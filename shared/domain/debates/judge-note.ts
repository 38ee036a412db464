interface NoteWords {
  /**
   * Null for turns that were judged before rulings existed. Servers of older versions do not send
   * it.
   */
  ruling: string | null;
  feedback: string | null;
}

/**
 * Returns the ruling and the feedback so that no words are shown twice. If the feedback begins with
 * the ruling as a whole sentence, the returned feedback lacks this sentence. If the ruling is only
 * the beginning of the feedback's first sentence, the returned ruling is null.
 */
export const splitNote = ({ ruling, feedback }: NoteWords): NoteWords => {
  if (!ruling || !feedback?.startsWith(ruling.replace("…", ""))) return { ruling, feedback };
  return /[\p{L}…]$/u.test(ruling)
    ? { ruling: null, feedback }
    : { ruling, feedback: feedback.slice(ruling.length).trim() };
};
