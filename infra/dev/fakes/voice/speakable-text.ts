const SPOKEN_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201B]/g, "'"],
  [/[\u201C-\u201F\u00AB\u00BB]/g, '"'],
  [/\s*[\u2012-\u2015]\s*/g, ", "],
  [/\u2026/g, "..."],
  [/&/g, " and "],
  [/%/g, " percent "],
  [/\u20AC/g, " euros "],
  // The synthesizer reads only ASCII. Accents are removed, and other characters become spaces.
  [/\p{M}/gu, ""],
  [/[^\x20-\x7E]/g, " "],
];

/** Returns the text in characters that the synthesizer can read. It is never empty. */
export const toSpeakableText = (text: string): string => {
  const spelled = SPOKEN_REPLACEMENTS.reduce(
    (spoken, [sign, instead]) => spoken.replace(sign, instead),
    text.normalize("NFKD"),
  );
  return /[a-z0-9]/i.test(spelled) ? spelled.replace(/\s+/g, " ").trim() : "Mm.";
};
