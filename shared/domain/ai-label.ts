/** Visible label of everything that AI models have written. */
export const AI_LABEL = "AI-generated";

/** Spoken at the start of exported audio. Also the description of exported files. */
export const AI_DISCLOSURE = "Two AI models debate. Their voices are synthetic.";

/**
 * IPTC's term for content that an AI model made as a whole. Machine-readable label in pages,
 * pictures, audio, videos and feeds.
 */
export const DIGITAL_SOURCE_TYPE =
  "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
