/** The opening bracket of a tag, also full-width or as an HTML entity. */
const OPEN = String.raw`(?:[<\uFF1C\uFE64]|&lt;|&#0{0,6}60;|&#x0{0,6}3c;)`;
const CLOSE = String.raw`(?:[>\uFF1E\uFE65]|&gt;|&#0{0,6}62;|&#x0{0,6}3e;)`;

/** Tags of any name, and control tokens of chat templates such as `<|im_start|>` and `[INST]`. */
const TAG = new RegExp(
  String.raw`${OPEN}(?:\||[<\s/\\!?]{0,9}\p{L})[^<>\uFF1C\uFF1E\uFE64\uFE65\n]{0,80}?${CLOSE}{1,2}|\[/?INST\]`,
  "giu",
);

/**
 * Beginnings of tags that `TAG` does not match, because they are cut off or nested in another tag.
 */
const TAG_BEGINNING = new RegExp(String.raw`${OPEN}(?=\||[<\s/\\!?]{0,9}\p{L})`, "giu");

const TURN = String.raw`turn\s{0,9}(\d{1,9})\s{0,9}, ?(?:for|against|speaker [ab])\b`;

/** A line that contains only a turn heading. */
const HEADING_LINE = new RegExp(String.raw`^[^\p{L}\n]{0,9}${TURN}[^\p{L}\n]{0,9}$`, "gimu");

/**
 * Matches a turn heading within a line, after a bracket or before a colon or dash. Does not match
 * `In turn 3, for example,`.
 */
const INLINE_HEADING = new RegExp(
  String.raw`[[({<\u3010\uFF3B]\s{0,9}${TURN}(?:[^\])}>\u3011\uFF3D\n]{0,40}[\])}>\u3011\uFF3D])?|${TURN}\s{0,9}(?=[:\u2014])`,
  "giu",
);

/**
 * Removes from untrusted text what looks like the markup of our prompts: tags, chat template tokens
 * and turn headings. Every untrusted text in a prompt goes through this function. The random
 * delimiter alone separates data from instructions, but careless models overlook it. Takes linear
 * time.
 */
export const sanitizeUntrustedText = (text: string): string =>
  text
    .replace(HEADING_LINE, " ")
    .replace(INLINE_HEADING, "turn $1$2")
    .replace(TAG, " ")
    .replace(TAG_BEGINNING, "\u2039");
