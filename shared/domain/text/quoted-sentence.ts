/** A closing mark before a particle of Japanese or Chinese. A particle cannot begin a sentence. */
const MARK_AND_PARTICLE = /^[”」』）】](?:と(?!ころ)|[をのへ的之等时]|[がは]、|から|这[个句种])/;

/**
 * Whether the sentence goes on after a quote. A particle follows then, as in 「なぜ？」と聞いた.
 * `marks` are the final mark and the closing marks after it, `rest` is the text after them.
 */
export const continuesAfterQuote = (marks: string, rest: string): boolean =>
  MARK_AND_PARTICLE.test(marks.slice(-1) + rest);
