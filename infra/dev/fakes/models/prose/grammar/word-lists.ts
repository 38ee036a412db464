const parseWordList = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Verbs that are rarely nouns. After "should" they show where the subject ends. */
export const VERBS = parseWordList(`
  abandon abolish accept achieve adopt allow apologise apologize apply approve ask avoid ban be become
  begin believe belong bring build buy carry cease censor charge choose come compete confiscate consider continue
  create criminalise criminalize cut deal decide declare decriminalise decriminalize define delay deny deploy deserve destroy develop
  discourage do earn eat eliminate embrace employ enable encourage end enforce ensure exist expand explore
  extend fail fight follow forbid force forgive fund get give go govern grant hang have help hire hold host
  ignore impose improve include increase integrate introduce invest join keep kill learn leave legalise
  legalize let lie limit listen live lower make marry mean meet mine monitor move nationalise nationalize
  need offer open outlaw own pay permit pick preserve prevent prioritise prioritize privatise privatize
  produce prohibit promote protect prove provide publish punish pursue put raise ration read reduce refuse
  regulate reject release remain remove repeal replace require resist restrict retire ruin run save scrap
  see sell send serve share shut sleep solve spend spread start stay stop subsidise subsidize suffer switch take
  teach tell terminate think tolerate treat trust try understand use vaccinate volunteer wear welcome win
  withdraw write colonise colonize cancel pardon negotiate accommodate assume bear beat behave borrow break
  breed cause cheat clone contribute control cost cure deserve disappear dominate drive educate evolve fall
  feel fix fly grow happen harm hurt imprison inherit invade know last lead lose love matter
  mandate merge obey outperform outweigh pollute predict prefer prosper quit receive recognise recognize
  spy return steal sponsor arm disarm ally lift raise rename rebuild restore demolish renovate recruit track fine jail vet warn wire tame treat clean settle shape shift shrink sign
  recycle rely rent rescue respect rule smoke succeed survive tax tip travel unite value visit vote wait
  waste worship wake work study play test trade train report
`);

/** Verbs that are often nouns. They need a further sign that the subject has ended. */
export const NOUN_LIKE_VERBS = parseWordList(`
  charge control cost cure deal drive end fight fund grant harm help host increase last lead love matter
  mean mine monitor move need offer open own pardon pick play promote ration read release rent report
  rescue respect rule save share smoke spread start stay study tax test tip trade train travel trust try
  use value visit vote wait waste work limit move run
`);

export const ADVERBS = parseWordList(`
  always never only still ever all fully completely also just really actually truly simply finally ideally
  later earlier sooner together online automatically generally necessarily not no immediately gradually permanently seriously
`);

/** Words that a noun follows, never a verb. */
export const WORDS_BEFORE_NOUN = parseWordList(`
  a an the this that these those our their your my his her its of for on in at by with from into about
  more less no any every each some own public private new national global
`);

export const DETERMINERS = parseWordList("a an the");

export const PREPOSITIONS = parseWordList(`
  of for on in at by with from into about over under between to against without during after before
  through across towards toward among around as until since than within despite via instead like if when because while who that which and or
`);

/** Verbs of several syllables whose last letter doubles before -ing. */
export const CONSONANT_DOUBLING_VERBS = parseWordList(
  "begin commit control forbid forget permit admit refer transfer cancel travel quit",
);

/** Participles that do not end in -ed, with their -ing forms. */
export const IRREGULAR_PARTICIPLES: Readonly<Record<string, string>> = {
  paid: "paying",
  taught: "teaching",
  given: "giving",
  held: "holding",
  made: "making",
  sold: "selling",
  kept: "keeping",
  seen: "seeing",
  taken: "taking",
  shown: "showing",
  told: "telling",
  left: "leaving",
  put: "putting",
  cut: "cutting",
  built: "building",
  grown: "growing",
  sent: "sending",
  brought: "bringing",
  bought: "buying",
  worn: "wearing",
  driven: "driving",
  forbidden: "forbidding",
  written: "writing",
  chosen: "choosing",
  spent: "spending",
  let: "letting",
};

/** Adjectives that often start a predicate and cannot be recognized by their ending. */
export const PREDICATE_ADJECTIVES = parseWordList(`
  ethical moral immoral wrong right dead overrated underrated good bad great necessary worth real
  inevitable fair unfair free safe unsafe wet evil healthy unhealthy obsolete smart stupid fun boring art
  better worse best worst superior inferior more less too so really truly still always ever just
  immortal human alive doomed broken racist beautiful compulsory mandatory optional illegal legal
  important normal natural unnatural funny cool essential outdated justified acceptable crucial vital hard
  easy possible impossible cheaper healthier faster stronger safer smarter greater bigger
  worthwhile like going here fake true false ok okay fine happy rich poor similar different
`);

export const SINGULAR_IN_S = parseWordList(`
  news mathematics maths politics ethics physics economics gymnastics athletics tennis chess bus gas
  christmas texas mars virus campus bias christ jesus process business princess access success progress
  congress illness loneliness happiness kindness series
`);

export const PLURALS = parseWordList(`
  people children men women police we they you these those kids feet teeth mice cattle criteria both
`);

/** Names that stay capitalized inside a sentence. */
export const PROPER_NAMES = parseWordList(`
  AI America Africa Asia Europe Britain England Scotland Ireland Wales France Germany Spain Italy Greece
  China India Japan Russia Ukraine Canada Australia Brazil Mexico Israel Turkey Korea Switzerland Sweden
  Norway Denmark Finland Poland London Paris Berlin Rome Tokyo Texas California Google Microsoft Amazon
  Tesla Facebook Meta Twitter TikTok Instagram YouTube Netflix Spotify Disney Nintendo Sony Bitcoin
  Ethereum Python JavaScript TypeScript Java Rust Kotlin Linux Windows Android Vim Emacs React Kubernetes
  Mars Venus Jupiter Saturn Pluto Earth Christmas Easter Halloween Thanksgiving Ramadan Monday Tuesday
  Wednesday Thursday Friday Saturday Sunday January February March April June July August September
  October November December English French German Spanish Italian Latin Greek Chinese Japanese American
  British European Marvel DC Batman Superman Spider-Man Messi Ronaldo Pelé Maradona Federer Nadal Djokovic
  Shakespeare Tolkien Beethoven Mozart Bach Einstein Newton Darwin Plato Aristotle Kant Nietzsche Napoleon
  Caesar Cleopatra Brexit NATO Wikipedia Reddit Tinder Uber Airbnb Olympics Star Harry Lord Gandalf
  Dumbledore Frodo Sherlock Esperanto Jesus God Buddhism Christianity Islam Hinduism Stoicism
`);

/** General actors of a motion. They are left out of phrases such as "banning cars". */
export const USUAL_ACTORS = new Set(
  "we|you|i|one|people|everyone|everybody|society|humans|humanity|the government|governments|government|the state|states|countries|nations|cities|towns|schools|universities|companies|employers|politicians|parliament|congress|the world|the eu|the un|the us".split(
    "|",
  ),
);

/**
 * Nouns that replace "their" or "its" if the word refers to the actor: cities, their centres → city
 * centres.
 */
export const COMPOUND_ACTORS: Readonly<Record<string, string>> = {
  cities: "city",
  towns: "town",
  schools: "school",
  universities: "university",
  companies: "company",
  hospitals: "hospital",
};

export const RESTRICTING_WORDS = parseWordList(`
  ban abolish limit restrict prohibit outlaw end stop eliminate cap forbid tax censor criminalise
  criminalize regulate cut remove reduce mandate require force punish confiscate impose ration compulsory
  mandatory illegal banned abolished limited restricted prohibited outlawed ended stopped eliminated capped
  forbidden taxed censored criminalised criminalized regulated removed reduced required forced
`);

/** Participles that do not end in -ed and can follow "has" or "have". */
export const PERFECT_PARTICIPLES = parseWordList(`
  made become gone been done lost taken broken grown brought won cost put cut let given taught fallen had
`);
