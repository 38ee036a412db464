import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Marks that a search ignores: accents, Hebrew points, Arabic diacritics and tatweel, the Hindi
 * nukta, and invisible characters.
 */
const IGNORED =
  String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7` +
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed` +
  String.raw`\u093c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff`;

/** Letters that have no decomposition, and the letters they count as. Both have the same length. */
const LETTERS = ["øłđðıςٱىیکةہँ", "olddiσاييكههं"];

/** Punctuation that the parser takes for letters in some locales. It separates words. */
const PUNCTUATION = "¡¿«»‘’“”„、。「」『』《》【】・،؛؟।॥";

/** Thai to Lao, Myanmar, Khmer, kana, Han and Hangul: scripts whose words are found by bigrams. */
const UNSPACED =
  String.raw`\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff` +
  String.raw`\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff`;
/** Vowels and tones of these scripts that belong to the letter before them. */
const ATTACHED = String.raw`\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b6-\u17d3\u3099\u309a`;
const UNIT = `(?:[${UNSPACED}][${ATTACHED}]*)`;

/**
 * Languages with a stemmer in PostgreSQL. A stemmer that an older PostgreSQL lacks is left out.
 */
const LATIN_STEMMERS = {
  ca: "catalan",
  da: "danish",
  de: "german",
  en: "english",
  es: "spanish",
  et: "estonian",
  eu: "basque",
  fi: "finnish",
  fr: "french",
  hu: "hungarian",
  id: "indonesian",
  it: "italian",
  lt: "lithuanian",
  nl: "dutch",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  sv: "swedish",
  tr: "turkish",
};
/** The other stemmers, each with the letters that it reads. */
const OTHER_STEMMERS = {
  ar: ["arabic", String.raw`\u0600-\u06ff`],
  el: ["greek", String.raw`\u0370-\u03ff`],
  hi: ["hindi", String.raw`\u0900-\u097f`],
  hy: ["armenian", String.raw`\u0530-\u058f`],
  ru: ["russian", String.raw`\u0400-\u04ff`],
  sr: ["serbian", String.raw`a-z\u0400-\u04ff`],
  ta: ["tamil", String.raw`\u0b80-\u0bff`],
};

const STEMMERS_SQL = [
  ...Object.entries(LATIN_STEMMERS).map(([language, name]) => [language, name, "a-z"]),
  ...Object.entries(OTHER_STEMMERS).map(([language, [name, letters]]) => [language, name, letters]),
]
  .map(([language, name, letters]) => `('${language}', '${name}_stem', '^[${letters}]{3,}$')`)
  .join(", ");

/** Quotes a text as one lexeme of a tsquery. */
const quoted = (sql: string): string =>
  `'''' || replace(replace(${sql}, '\\', '\\\\'), '''', '''''') || ''''`;

const UP = `
SET lock_timeout = '5s';

-- Indexed texts and queries are folded alike: lower case, without accents.
CREATE OR REPLACE FUNCTION fold_search_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value)
    ELSE replace(replace(replace(replace(translate(
           lower(normalize(regexp_replace(normalize(value, NFKD), '[${IGNORED}]+', '', 'g'), NFC)),
           '${LETTERS[0]}${PUNCTUATION}', '${LETTERS[1]}' || repeat(' ', ${PUNCTUATION.length})),
           'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- Writes the run ABC of a script without spaces as "A AB BC C". Each letter becomes "A A".
CREATE OR REPLACE FUNCTION split_search_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN value
    ELSE regexp_replace(regexp_replace(value, '([${UNSPACED}]+)', ' \\1 ', 'g'),
                        '(${UNIT})', '\\1 \\1', 'g') END
$$;

-- The same for a word of a query, without the single letters at its ends: ABC becomes "AB BC".
CREATE OR REPLACE FUNCTION split_search_word(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(btrim(split_search_text(value)),
           '^(${UNIT}) \\1(?= |$)', '\\1'),
           '(^| )(${UNIT}) \\2$', '\\1\\2'),
           '^${UNIT} (${UNIT}{2})(?= )', '\\1'),
           '((^| )${UNIT}{2}) ${UNIT}$', '\\1')
$$;

CREATE OR REPLACE FUNCTION search_stemmers()
RETURNS TABLE (language text, dictionary regdictionary, pattern text) LANGUAGE sql STABLE AS $$
  SELECT s.language, d.oid::regdictionary, s.pattern
    FROM (VALUES ${STEMMERS_SQL}) AS s (language, name, pattern)
    JOIN pg_ts_dict d ON d.dictname = s.name AND d.dictnamespace = 'pg_catalog'::regnamespace
$$;

-- The lexemes of a text: its folded words and bigrams, its words as the previous version looks for
-- them, and stems such as "en:tax".
CREATE OR REPLACE FUNCTION search_lexemes(value text, of_language text) RETURNS tsvector
LANGUAGE plpgsql STABLE AS $$
DECLARE
  folded text := split_search_text(fold_search_text(value));
  lexemes tsvector := to_tsvector('simple', folded);
  stemmer record;
BEGIN
  IF folded <> lower(value) THEN
    lexemes := lexemes || to_tsvector('simple', value);
  END IF;
  FOR stemmer IN SELECT * FROM search_stemmers() WHERE language = of_language LOOP
    lexemes := lexemes || array_to_tsvector(ARRAY(
      SELECT DISTINCT of_language || ':' || fold_search_text(stem)
        FROM unnest(tsvector_to_array(lexemes)) AS lexeme,
             unnest(ts_lexize(stemmer.dictionary, lexeme)) AS stem
       WHERE fold_search_text(lexeme) ~ stemmer.pattern AND stem <> ''));
  END LOOP;
  RETURN lexemes;
END $$;

-- The weight A marks words of the topic.
CREATE OR REPLACE FUNCTION words_of_debate(id int, said text) RETURNS tsvector
LANGUAGE sql STABLE AS $$
  SELECT setweight(search_lexemes(d.topic, split_part(coalesce(d.language, 'en'), '-', 1)), 'A')
         || to_tsvector('simple', concat_ws(' ', d.bot_a_provider, d.bot_b_provider,
                                            replace(d.format, '_', ''), u.username))
         || search_lexemes(said, split_part(coalesce(d.language, 'en'), '-', 1))
    FROM debates d JOIN users u ON u.id = d.user_id WHERE d.id = $1
$$;

-- Finds texts that have all words. synonyms[i] is a tsquery that stands for words[i], or empty.
-- Without a language, a word may have the same stem in any language, which must be the debate's.
CREATE OR REPLACE FUNCTION search_query(
  words text[], synonyms text[], last_is_prefix boolean, in_language text, weight text
) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
  result tsquery;
  condition tsquery;
  folded text;
  parts text;
  is_prefix boolean;
  options text[];
  languages text[];
  dictionaries regdictionary[];
  patterns text[];
BEGIN
  SELECT array_agg(s.language), array_agg(s.dictionary), array_agg(s.pattern)
    INTO languages, dictionaries, patterns
    FROM search_stemmers() s WHERE in_language IS NULL OR s.language = in_language;
  FOR i IN 1..cardinality(words) LOOP
    folded := fold_search_text(words[i]);
    parts := split_search_word(folded);
    is_prefix := parts ~ '(^| )${UNIT}$'
                 OR (last_is_prefix AND i = cardinality(words) AND parts = folded);
    CONTINUE WHEN folded = '';
    options := ARRAY[to_tsquery('simple', ${quoted("parts")} || ':' || weight ||
                                CASE WHEN is_prefix THEN '*' ELSE '' END)::text];
    options := options || ARRAY(
      SELECT DISTINCT ${quoted("language || ':' || fold_search_text(stem)")} || rtrim(':' || weight, ':')
        FROM (VALUES (tsvector_to_array(to_tsvector('simple', words[i]))),
                     (tsvector_to_array(to_tsvector('simple', folded)))) AS f (form),
             unnest(languages, dictionaries, patterns) AS s (language, dictionary, pattern),
             unnest(ts_lexize(dictionary, form[1])) AS stem
       WHERE cardinality(form) = 1 AND fold_search_text(form[1]) ~ pattern AND stem <> '');
    options := array_remove(options || synonyms[i], '');
    CONTINUE WHEN options = '{}';
    condition := array_to_string(options, ' | ')::tsquery;
    result := coalesce(result && condition, condition);
  END LOOP;
  RETURN result;
END $$;

CREATE OR REPLACE FUNCTION keep_words_of_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE debate_words SET words = words_of_debate(NEW.id, '')
   WHERE debate_id = NEW.id AND turn_number = 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER words_of_language_are_kept AFTER UPDATE OF language ON debates
  FOR EACH ROW WHEN (OLD.language IS DISTINCT FROM NEW.language)
  EXECUTE FUNCTION keep_words_of_language();
RESET lock_timeout;
`;

/**
 * Writes the words of existing rows again, in batches that are committed by themselves and lock their
 * rows for less than a second. A row that a trigger replaces meanwhile is skipped.
 */
const REFILL = `
DO $$
DECLARE
  batch constant int := 100;
  newest constant int := (SELECT max(id) FROM debates);
BEGIN
  FOR first_id IN 1..coalesce(newest, 0) BY batch LOOP
    UPDATE debate_words w SET words = words_of_debate(w.debate_id, spoken.said)
      FROM (SELECT d.id AS debate_id, 0 AS turn_number, '' AS said FROM debates d
             WHERE d.id BETWEEN first_id AND first_id + batch - 1
            UNION ALL
            SELECT t.debate_id, t.turn_number, t.content FROM turns t
             WHERE t.debate_id BETWEEN first_id AND first_id + batch - 1
               AND t.status = 'complete' AND NOT t.is_hidden) AS spoken
     WHERE w.debate_id = spoken.debate_id AND w.turn_number = spoken.turn_number;
    COMMIT;
  END LOOP;
END $$`;

const DOWN = `
SET lock_timeout = '5s';
DROP TRIGGER words_of_language_are_kept ON debates;
CREATE OR REPLACE FUNCTION words_of_debate(id int, said text) RETURNS tsvector
LANGUAGE sql STABLE AS $$
  SELECT to_tsvector('simple', concat_ws(' ', d.topic, d.bot_a_provider, d.bot_b_provider,
                     replace(d.format, '_', ''), u.username, said))
    FROM debates d JOIN users u ON u.id = d.user_id WHERE d.id = $1
$$;
DROP FUNCTION keep_words_of_language, search_query, search_lexemes, search_stemmers,
              split_search_word, split_search_text, fold_search_text;
RESET lock_timeout;
`;

/**
 * Makes debates searchable in all languages: without accents, by stems, and by bigrams of scripts
 * without spaces. The rows keep the lexemes that the previous version looks for.
 */
export class SearchLanguages1760004200000 implements MigrationInterface {
  /** Each batch is committed by itself. The migration can run again after a failure. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query("SET lock_timeout = '1min'");
    await runner.query(REFILL);
    await runner.query("ANALYZE debate_words");
    await runner.query("RESET lock_timeout");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
