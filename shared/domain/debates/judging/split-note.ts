interface NoteWords {
  /**
   * The judge's one sentence about the turn. Null for turns that an older version judged, and
   * missing in responses of older servers.
   */
  ruling: string | null;
  feedback: string | null;
}

/**
 * Returns the ruling (the judge's one sentence) and the feedback so that no words are shown twice.
 * If the feedback begins with the whole ruling, the returned feedback lacks this sentence. If the
 * ruling is only a part of the feedback's first sentence, the returned ruling is null.
 */
export const splitNote = ({ ruling, feedback }: NoteWords): NoteWords => {
  if (!ruling || !feedback?.startsWith(ruling.replace("…", ""))) return { ruling, feedback };
  return /[\p{L}…]$/u.test(ruling)
    ? { ruling: null, feedback }
    : { ruling, feedback: feedback.slice(ruling.length).trim() };
};
