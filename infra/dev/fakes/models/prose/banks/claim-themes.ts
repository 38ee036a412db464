import type { ArgumentTheme } from "./argument-theme.ts";

/**
 * Themes for motions that claim a fact, such as "dogs make better friends". They fit positive and
 * negative claims.
 */
export const CLAIM_THEMES: readonly ArgumentTheme[] = [
  {
    id: "experience",
    label: "experience",
    words: /\b(?:ordinary|seminar|theory|shrug|experience|familiar|straight face)\b/gi,
    for: {
      case: [
        "Leave the theory aside for a moment and think of {scene}.",
        "Nobody there needs a seminar to see that {statement}; they have been acting on it for years.",
        "{People} will tell you the same, usually with a shrug, because to them it is hardly news.",
        "An idea that has survived that many ordinary days has earned a hearing.",
      ],
      answer: [
        "One awkward scene doesn't undo what most people meet most of the time.",
        "Experience is a large sample, and mine was no exception in it.",
      ],
      recap: "ordinary experience bears it out",
    },
    against: {
      case: [
        "Ordinary days are where this claim goes to fail.",
        "Think of {scene}, and try to say with a straight face that {statement}.",
        "{People} would hear you out politely and go back to what they know.",
        "A truth that holds only in debates is usually called an opinion.",
      ],
      answer: [
        "Familiar is not the same as true; people have got used to a great many things that turned out wrong.",
        "What everyone has been acting on for years is sometimes just what nobody has checked.",
      ],
      recap: "the claim does not survive an ordinary day",
    },
  },
  {
    id: "definition",
    label: "what the words mean",
    words: /\b(?:words?|meaning|define|definition|soft|tighten|reading|sillier)\b/gi,
    for: {
      case: [
        "Half of this quarrel is about words, so let me be plain about mine.",
        "To say that {statement} is not to say it of every case, everywhere and for everybody.",
        "It is to say that when we weigh {focus} by what matters, the scale comes down on one side.",
        "On that reading I am happy to be tested; on a sillier one anybody would fail.",
      ],
      answer: [
        "I have given my meaning, and it is the one that {people} use.",
        "An objection that works only against a stricter claim than the one being made is a compliment in disguise.",
      ],
      recap: "in the plain meaning of the words it is so",
    },
    against: {
      case: [
        "Everything here turns on a word that has been left soft on purpose.",
        "Tighten it, and the claim that {statement} shrinks to something nobody would dispute, or swells to something nobody could defend.",
        "My opponent needs it to be both, a little at a time.",
        "Pick one meaning, keep it for five minutes, and see how much is left.",
      ],
      answer: [
        "A claim that excuses itself from every case, everywhere and everyone should at least tell us when it does apply.",
        "So far the answer seems to be: whenever that is convenient.",
      ],
      recap: "it stands only while its words are left soft",
    },
  },
  {
    id: "evidence",
    label: "evidence",
    words: /\b(?:expect|expected|examples|exceptions|pattern|cases|inquiry|evidence)\b/gi,
    for: {
      case: [
        "What would we expect to find if I were right?",
        "We would expect {people} to behave as though it were so even when nobody is watching, and that is what we find.",
        "We would expect the exceptions to need explaining and the rule to need none, and that is what we find as well.",
        "When the world keeps arranging itself around an idea, the modest conclusion is that {statement}.",
      ],
      answer: [
        "Show me a pattern on the other side and I will weigh it; what we have been shown is a handful of exceptions in good lighting.",
        "A rule is not refuted by the cases for which it already allows.",
      ],
      recap: "the world behaves as though it were so",
    },
    against: {
      case: [
        "Let us ask what would have to be true.",
        "For it to hold that {statement}, we would need more than examples picked because they fit.",
        "We would need the cases that went the other way, and an account of why those don't count.",
        "I have been keeping a list of them, and {people} could add to it all evening.",
      ],
      answer: [
        "Finding what one expected is the least surprising thing in any inquiry.",
        "The honest test is what would have changed my opponent's mind, and we have not been told that anything could.",
      ],
      recap: "picked examples are not evidence",
    },
  },
  {
    id: "history",
    label: "history",
    words: /\b(?:history|fashions?|mood|moods|years?|look back|drift|returning|confidence)\b/gi,
    for: {
      case: [
        "History has been running this experiment for us.",
        "Fashions come and go around {focus}, and each new one announces that the matter has at last been settled the other way.",
        "Then people drift back, quietly, to where they started.",
        "What keeps returning without being pushed has something holding it up.",
      ],
      answer: [
        "That tastes change is true and beside the point, for what lasts is what we are arguing about.",
        "Moods explain the noise, and I am pointing at the signal.",
      ],
      recap: "people keep coming back to it without being pushed",
    },
    against: {
      case: [
        "Look back a little, and all this confidence starts to look familiar.",
        "People have been just as sure about {focus} before, in the opposite direction, and with better tailoring.",
        "What changed was never the facts so much as the mood.",
        "A claim that depends on the year in which it is made should be held loosely.",
      ],
      answer: [
        "Coming back to something is as often habit as it is wisdom.",
        "If staying power settled questions, doctors would still be reaching for the leeches.",
      ],
      recap: "we have been just as sure of the opposite",
    },
  },
  {
    id: "numbers",
    label: "what most people think",
    words: /\b(?:crowd|heads|liked|nods|numbers|agree|agreeing|queue|verdict)\b/gi,
    for: {
      case: [
        "I won't pretend that a crowd is always right, but it is worth asking why this one gathered.",
        "{People} have nothing to gain by agreeing with me, and a good many of them do it anyway.",
        "They have compared, with their own time and at their own expense, and their verdict is that {statement}.",
        "One ought to have a very good reason before telling that many people that they have misread their own lives.",
      ],
      answer: [
        "Numbers alone prove little; numbers who have paid for their opinion prove rather more.",
        "To wave them away one has to explain what all of them missed.",
      ],
      recap: "those who have compared for themselves agree with it",
    },
    against: {
      case: [
        "What people like to say is a fact about people and not about {focus}.",
        "They queue for many things, including things they complain about on the way home.",
        "Count heads, and all that you will have learned is how many heads there are.",
        "I would sooner hear one reason than a thousand nods, and {people} could give you several for doubting that {statement}.",
      ],
      answer: [
        "A crowd has never been short of confidence.",
        "What it thinks is interesting; why it thinks so would be the argument, and we have not been given one.",
      ],
      recap: "counting heads tells us only how many heads there are",
    },
  },
  {
    id: "exceptions",
    label: "the exceptions",
    words:
      /\b(?:exception|exceptions|counterexample|memorable|excuse|excuses|excused|special cases)\b/gi,
    for: {
      case: [
        "Of course there are exceptions, and I would like to claim them before my opponent does.",
        "There is always a case that points the other way, usually told by somebody who was having a bad week.",
        "It is memorable precisely because it isn't what we expect.",
        "Take away the memorable cases, look at all that is left, and it is plain enough that {statement}.",
      ],
      answer: [
        "One scene, however well told, is one scene.",
        "If that is the best that can be said against me, the claim is in better health than I thought.",
      ],
      recap: "the exceptions are memorable because they are rare",
    },
    against: {
      case: [
        "One good counterexample is worth a dozen warm feelings, so here is one: {scene}.",
        "Try the claim there.",
        "If it has to be excused, then it has to be excused everywhere that looks like it, and {people} know how many places that is.",
        "By the time the excuses are done, the rule has become the exception.",
      ],
      answer: [
        "Claiming the exceptions in advance doesn't make them go away; it only shows that somebody noticed.",
        "At some point the pile of special cases becomes the ordinary case.",
      ],
      recap: "a rule that always needs excusing is no rule",
    },
  },
  {
    id: "standards",
    label: "holding to one standard",
    words: /\b(?:standard|standards|test|swapping|preference|discounts?|word for word)\b/gi,
    for: {
      case: [
        "Let us hold everything to one standard.",
        "Take whatever test you would use for any other claim of this size: does it fit what we see, does it help us choose, does it survive a change of mood?",
        "Apply it here, without discounts, and the answer is that {statement}.",
        "To resist it one has to invent a special test and keep it for this occasion only.",
      ],
      answer: [
        "The same reasoning gives sensible answers elsewhere, which is why I use it.",
        "No discount has been asked for, and none is needed.",
      ],
      recap: "it passes the test that we use for everything else",
    },
    against: {
      case: [
        "Try swapping the subject.",
        "If somebody made the same argument, word for word, about something you would rather not believe, would you accept it?",
        "I suspect that {people} would ask for a good deal more, and that they would be right.",
        "A standard that bends for {focus} isn't a standard; it is a preference wearing a tie.",
      ],
      answer: [
        "One standard for everything is a fine ambition, and it cuts both ways.",
        "By the test we were just offered the opposite claim would pass as well, which tells us something about the test.",
      ],
      recap: "the standard was bent for the occasion",
    },
  },
  {
    id: "burden",
    label: "the burden of proof",
    words: /\b(?:burden|proof|prove|reason|reasons|sleeves|not proven|imagine)\b/gi,
    for: {
      case: [
        "Somebody has to carry the burden in this debate, and I am content to carry mine.",
        "I have a claim, a reason and an example, and you may pick up each of them and turn it over.",
        "Now ask what the world would look like if {denial}.",
        "I can't find that world, and neither, I think, can {people}.",
      ],
      answer: [
        "The burden has been carried; now it is being asked to sing as well.",
        "There comes a point at which demanding more proof is only a way of not saying what one believes instead.",
      ],
      recap: "the burden of proof has been carried",
    },
    against: {
      case: [
        "It is not my task to prove the opposite; it is my opponent's to make us believe it.",
        "That {statement} is a large thing to say, and large things want large reasons.",
        "What we have instead is an attractive sentence with its sleeves rolled up, doing no work.",
        "Where the reasons run out, an honest listener says *not proven* and goes home.",
      ],
      answer: [
        "Those three are the least that one can bring, and not the most.",
        "That something is hard to imagine otherwise tells us a good deal about imagination.",
      ],
      recap: "a large claim still wants a large reason",
    },
  },
  {
    id: "stakes",
    label: "what follows from it",
    words: /\b(?:follows|belief|beliefs|believing|consequences|slogan|question open|useful)\b/gi,
    for: {
      case: [
        "Ask what follows from believing it.",
        "If we accept that {statement}, we choose better in small ways every day: we look in the right place, and we stop arguing with what is in front of us.",
        "{People} end up closer to {gain}, and nobody is asked to pretend.",
        "A belief that makes us see more clearly is usually one that is true.",
      ],
      answer: [
        "A question can be kept open for so long that it becomes a draught.",
        "To settle what is so is not to stop looking; it is to know where to look next.",
      ],
      recap: "we choose better once we accept it",
    },
    against: {
      case: [
        "Beliefs have consequences, so look at the ones that come with this.",
        "Once people have been told that {statement}, they stop looking, and the harm is done in the not looking.",
        "{People} end up with {cost}, and a slogan to explain it.",
        "I would keep the question open, if only because closed ones are so seldom reopened.",
      ],
      answer: [
        "Useful and true are cousins who don't always speak.",
        "A comfortable belief makes life easier right up to the moment at which it matters.",
      ],
      recap: "once we are told so, we stop looking",
    },
  },
  {
    id: "taste",
    label: "whether it is only a matter of taste",
    words: /\b(?:taste|liking|law|mood|preference|reasonable|disagree|get right)\b/gi,
    for: {
      case: [
        "It will be said that this is merely a matter of taste.",
        "But nobody treats a mere taste like this: people give reasons, they change their minds, they drag their friends along to look.",
        "That is how we behave when there is something to get right.",
        "And when {people} compare their reasons about {focus}, the better ones keep ending in the same place.",
      ],
      answer: [
        "Reasonable people disagree about plenty of things that have an answer.",
        "If it were only a mood there would be nothing to argue with, and yet here we both are, arguing.",
      ],
      recap: "there is something here to get right",
    },
    against: {
      case: [
        "There is a kind of claim that sounds like a fact and is really a mood.",
        "{People} could disagree about {focus} all night, and none of them would have made a mistake.",
        "To announce that {statement} is to take somebody's liking and issue it as a law.",
        "I don't say that the liking is wrong; I say that it isn't a law.",
      ],
      answer: [
        "Giving reasons for a preference doesn't turn it into something more.",
        "We have heard why one might like it to be so, and that is another matter from its being so.",
      ],
      recap: "a liking has been issued as a law",
    },
  },
  {
    id: "those-who-know",
    label: "those who know",
    words: /\b(?:experts?|hesitate|hesitant|under pressure|depends|fashionable|afford)\b/gi,
    for: {
      case: [
        "Listen to those who have to get it right.",
        "{People} can't afford a fashionable opinion here, since they would be the first to pay for it.",
        "Watch what they do when nobody is asking them to take sides: they go about their work as though {statement}.",
        "I would trust a habit formed under pressure over any number of theories formed in comfort.",
      ],
      answer: [
        "Experts hesitate over the details because the outline isn't in doubt.",
        "Follow the advice and not the throat-clearing, and it is quite clear where it points.",
      ],
      recap: "those who must get it right act on it",
    },
    against: {
      case: [
        "Those who know {focus} best are the ones who hesitate.",
        "Ask {people}, and instead of a slogan you will get a long breath and the words *it depends*.",
        "They know where the easy version breaks, having been there when it did.",
        "I am with the hesitant, and would rather be slow than sure that {statement}.",
      ],
      answer: [
        "Working habits are made for getting through the day, not for getting at the truth.",
        "Ask the same people in a quiet hour, and one hears a good deal more doubt.",
      ],
      recap: "doubt is largest where knowledge is",
    },
  },
  {
    id: "time",
    label: "the long view",
    words: /\b(?:long view|long run|generation|timescale|time|patient|modesty|last word)\b/gi,
    for: {
      case: [
        "Stretch the timescale, and the picture sharpens.",
        "In a day luck decides, in a year effort; over a generation the truth about {focus} comes out, whatever anyone would prefer.",
        "{People} who have watched for long enough stop being surprised.",
        "Everything we know from the long view says that {statement}.",
      ],
      answer: [
        "To have been wrong once about the details is not to be wrong for ever about the shape.",
        "The long run has been patient with my side of this, and rather hard on the other.",
      ],
      recap: "the long view points one way",
    },
    against: {
      case: [
        "Give it time, I expect to be told, and that is a good idea.",
        "Over the years {focus has/have} meant different things to different people, and each of them was sure of having the last word.",
        "{People} have lived through at least two certainties on the subject already.",
        "The long view is a lesson in modesty, and modesty won't stretch to saying that {statement}.",
      ],
      answer: [
        "Nobody arguing a case has ever found the long run to be against them.",
        "It is a witness that can't be cross-examined, which is no doubt why it was called.",
      ],
      recap: "the long view teaches modesty and not certainty",
    },
  },
  {
    id: "simplicity",
    label: "simplicity",
    words:
      /\b(?:simple|simplest|simplicity|moving parts|committee|short road|complicated|banner)\b/gi,
    for: {
      case: [
        "Of two explanations I prefer the one with fewer moving parts.",
        "That {statement} accounts for what we see in a single step.",
        "The alternative needs a whole committee of special reasons, each with its own excuse for being late.",
        "{People} are no fools; they take the short road because it gets there.",
      ],
      answer: [
        "Complicated is not the same as deep.",
        "One can always add another wrinkle, and the outline stays where it was.",
      ],
      recap: "it explains in one step what the alternative needs a committee for",
    },
    against: {
      case: [
        "The simplest answer is the one to be most careful with, because we want it so badly.",
        "Look closely at {focus}, and the simple story comes apart in your hands.",
        "Part of it is true for {people}, part of it for nobody, and part of it only at weekends.",
        "An honest account would be longer than a motion, and it would not fit on a banner.",
      ],
      answer: [
        "A short road is a virtue only if it leads where one is going.",
        "Leaving things out is the easiest way of being clear.",
      ],
      recap: "the honest account does not fit on a banner",
    },
  },
];
