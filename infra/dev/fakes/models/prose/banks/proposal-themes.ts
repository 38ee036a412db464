import type { ArgumentTheme } from "./argument-theme.ts";

/** Themes for motions on whether something should be done. */
export const PROPOSAL_THEMES: readonly ArgumentTheme[] = [
  {
    id: "cost",
    label: "who pays",
    words: /\b(?:bill|pay|paid|money|cost|costs|budget|invoice|afford)\b/gi,
    for: {
      case: [
        "Start with the bill, because there already is one.",
        "As long as we put off {act}, {people} pay it in time, in money and in patience, and nobody sends them a receipt.",
        "{Act} invents no new cost; it moves an old one from those who never chose it to those who can plan for it.",
        "A budget that leaves out what people lose quietly is not thrift, it is [bookkeeping with one eye shut|arithmetic with the hard numbers removed].",
      ],
      answer: [
        "Yes, there is a bill, and a bill can be shared: phase it in, help {people} first, ask most of those who gain most.",
        "What cannot be shared out fairly is the price of waiting, which lands on whoever happens to be standing there.",
      ],
      recap: "the price of doing nothing is already being paid",
    },
    against: {
      case: [
        "Follow the money, and it stops at the wrong door.",
        "{Act} will be announced from a stage and paid for at a kitchen table, by {people} whom nobody asked.",
        "Those with savings will find a way round it; those without will find {cost}.",
        "A plan that bills the people least able to pay has done its sums upside down.",
      ],
      answer: [
        "A cost spread thin is still only a guess until somebody adds it up.",
        "Tell us who pays, how much and until when, and we can weigh it; so far we have been handed an invoice with the numbers missing.",
      ],
      recap: "the bill lands on those least able to pay it",
    },
  },
  {
    id: "restraint",
    label: "liberty",
    words: /\b(?:freedom|free|liberty|choice|choices|choose|adults|judgement|compulsion)\b/gi,
    suits: (motion) => motion.restricts,
    for: {
      case: [
        "Liberty is the best argument against me, so let me begin there.",
        "My freedom to do as I like has always ended where it starts to spend yours, and with {focus} we crossed that line while looking elsewhere.",
        "{Act} takes an option from some so that {people} can have one at all.",
        "Count the choices on both sides of the ledger, and there are more of them afterwards, not fewer.",
      ],
      answer: [
        "Freedom is worth that much care, which is why it has to be counted for everyone in the room.",
        "The choice being defended here is one that {people} pay for and never get to make.",
      ],
      recap: "a freedom that spends other people's is not worth the name",
    },
    against: {
      case: [
        "Grown people are owed a reason before they are owed a rule.",
        "{Act} tells {people} that their own judgement about their own lives is no longer good enough.",
        "Persuade them, price it, offer something better: each of those treats them as adults.",
        "Compulsion is what we reach for when we have run out of arguments.",
      ],
      answer: [
        "My opponent counts the freedoms that would be gained and rounds the lost ones down to nothing.",
        "A choice is not less mine because someone has found a better use for it.",
      ],
      recap: "adults are owed persuasion before compulsion",
    },
  },
  {
    id: "choice",
    label: "choice",
    words: /\b(?:freedom|free|choice|choices|options|open|door|doors|choosing)\b/gi,
    suits: (motion) => !motion.restricts,
    for: {
      case: [
        "Look at what people could do the morning after.",
        "{Act} widens the range of lives that are open to {people}, and a wider range is what freedom means in practice, long before it means anything on paper.",
        "It would not settle how anybody lives; it would settle who gets to decide.",
        "Nobody was ever made freer by lacking the means to choose.",
      ],
      answer: [
        "Nobody loses the life they were leading because others are given room for theirs.",
        "What is called pressure here is only the sight of people choosing something else.",
      ],
      recap: "it gives more people a choice worth having",
    },
    against: {
      case: [
        "Every yes closes a door somewhere, and it is worth asking which.",
        "{Act} sounds like an offer, but an offer that everyone has to live with is a decision made on their behalf.",
        "{People} will be told that they are free to carry on as before, in a world arranged so that they can't.",
        "Choice is not what stands on the label; it is what is left on the shelf.",
      ],
      answer: [
        "More options are a gift only to those with the time and the money to use them.",
        "For the rest, the freedom being advertised is the freedom to watch.",
      ],
      recap: "an offer everyone must live with is no longer an offer",
    },
  },
  {
    id: "practice",
    label: "whether it works in practice",
    words: /\b(?:practice|practical|tuesday|handbook|check|evenly|tools|perfect|hours)\b/gi,
    for: {
      case: [
        "Take the practical question, since that is where good ideas go to die.",
        "This one would not: the first steps are small, the tools exist, and {people} have lived through far stranger changes than this.",
        "Begin where it is easiest, publish what happens, and correct it in the open.",
        "We have never yet waited for a perfect plan before doing a sensible thing.",
      ],
      answer: [
        "Every handbook in use today was once a blank page, filled in by people who began before they had all the answers.",
        "Hard cases at the edge are a reason to draw the line with care, not a reason to have none.",
      ],
      recap: "it can begin small and be corrected in the open",
    },
    against: {
      case: [
        "Now picture the Tuesday after the announcement.",
        "Someone has to run this, check it, and settle the arguments at its edges, and that someone is {people}, with the same number of hours in the day.",
        "{Act} is a headline in search of a handbook.",
        "A promise that can't be kept evenly is kept only for those who know whom to call.",
      ],
      answer: [
        "Beginning small and correcting later is what was promised for every scheme that proved impossible to stop.",
        "If the tools existed, someone would have shown us one by now instead of describing its handle.",
      ],
      recap: "nobody has said who would run it on an ordinary Tuesday",
    },
  },
  {
    id: "fairness",
    label: "fairness",
    words: /\b(?:fair|fairness|unfair|unfairness|equal|unevenly|burden|convenient|convenience)\b/gi,
    for: {
      case: [
        "Fairness asks a simple question: who can get out of this, and who cannot?",
        "Today {people} cannot.",
        "They live with {cost} because others find the present arrangement convenient, and convenience has never been a principle.",
        "{Act} makes things the same for those who could pay to avoid them and those who never could.",
      ],
      answer: [
        "If the burden falls unevenly, the honest response is to correct the burden, and nothing in the proposal forbids it.",
        "What can't be corrected is an unfairness that we have agreed not to look at.",
      ],
      recap: "the present arrangement suits those who can afford to leave it",
    },
    against: {
      case: [
        "Equal treatment is not the same as fair treatment.",
        "Lay {act} across {scene} and see who feels it first: not the comfortable, who adapt, but those already running out of slack.",
        "A line that looks straight on paper can cut very unevenly through a life.",
        "Fairness would begin by asking {people}, and nobody here has.",
      ],
      answer: [
        "It is easy to be moved by unfairness and still to prescribe the wrong medicine.",
        "Making everyone queue does not shorten the queue; it only takes away the one thing people could do about it.",
      ],
      recap: "a straight line on paper cuts unevenly through real lives",
    },
  },
  {
    id: "evidence",
    label: "evidence",
    words: /\b(?:evidence|shown|tried|trials|proof|certainty|forecasts|record|volunteers)\b/gi,
    for: {
      case: [
        "Ask what would change our minds, and then go and look.",
        "Where anything like this has been tried in earnest, the forecasts of ruin have had a poor record: habits moved faster than the pundits did.",
        "{People} notice the difference before the reports do, and they seldom ask for the old days back.",
        "That is not proof for all time, but it is more than the other side has brought.",
      ],
      answer: [
        "Certainty before action is a standard that nothing we value has ever met.",
        "The test is whether we could see it going wrong and stop, and here we could.",
      ],
      recap: "the forecasts of ruin have a poor record",
    },
    against: {
      case: [
        "I would like to be shown and not told.",
        "The claims made for {act} lean on small trials, willing volunteers and a great deal of hope, and none of those scales.",
        "What works for the keen has still to survive {scene}.",
        "Until somebody can say in advance what failure would look like, we are being asked to buy a promise with no return address.",
      ],
      answer: [
        "A poor record of gloomy forecasts is not a good record of results.",
        "We were offered impressions where there should have been something that one could check.",
      ],
      recap: "hope and willing volunteers are not evidence",
    },
  },
  {
    id: "incentives",
    label: "incentives",
    words:
      /\b(?:easy|easier|slope|ground|rule|game|outwit\w*|lazy|reward|rewards|compliant|rolls?)\b/gi,
    for: {
      case: [
        "People respond to what is made easy.",
        "At present everything around {focus} makes the worse choice the easy one, and then we scold {people} for making it.",
        "{Act} changes the slope of the ground instead of shouting at those who roll down it.",
        "Once the better choice is also the lazy choice, nobody needs a lecture.",
      ],
      answer: [
        "Some people game every rule ever written, and we don't repeal them all on that account.",
        "The question is what most people will do once the sensible thing is also the simple thing.",
      ],
      recap: "it is the slope of the ground that has to change",
    },
    against: {
      case: [
        "Change the rules, and people change what they do, though seldom in the way the rule had in mind.",
        "{Act} rewards those who are good at looking compliant, while {people} who play it straight carry the difference.",
        "Give it a year, and somebody will be selling the way round it.",
        "A rule that has to be outwitted to be survived teaches only outwitting.",
      ],
      answer: [
        "Slopes have a way of carrying people past the place where you meant them to stop.",
        "To treat {people} as something that rolls downhill is to forget that they will also look for the stairs.",
      ],
      recap: "it rewards whoever is best at looking compliant",
    },
  },
  {
    id: "consequences",
    label: "consequences",
    words: /\b(?:effect|effects|risk|risks|thread|drift|handle|consequences)\b/gi,
    for: {
      case: [
        "We shall hear a good deal about side effects, so let us count them honestly, on both sides.",
        "Leaving things alone has side effects too: {cost}, repeated until we stop seeing it.",
        "{Act} has risks that can be named, watched and reversed; drift has risks that are simply absorbed by {people}.",
        "Given the choice, take the risk with a handle on it.",
      ],
      answer: [
        "A list of things that might go wrong is useful, and it is also endless; one could be written against getting out of bed.",
        "What matters is whether they are likely and whether we would notice, and on both counts this is better than drift.",
      ],
      recap: "drift has side effects of its own",
    },
    against: {
      case: [
        "Pull on one thread and watch what moves.",
        "{Act} will not stay where it is put; it will turn up in {scene}, where nobody asked for it and nobody is ready.",
        "The first effect is the one in the speech, the second is the one in the newspapers, and the third is the one we live with.",
        "Wisdom is asking about the third before clapping for the first.",
      ],
      answer: [
        "Risks that can be reversed are reversed only by people willing to admit a mistake, and grand plans are not famous for that.",
        "By the time the real effect arrives, its authors will have changed the subject.",
      ],
      recap: "the effect we would live with is not the one in the speech",
    },
  },
  {
    id: "alternatives",
    label: "the alternatives",
    words:
      /\b(?:gentler|mild|remedies|remedy|alternatives|drawer|hammer|half-measures?|leaflets|pills)\b/gi,
    for: {
      case: [
        "There are gentler ways, we are told.",
        "There are, and we have been trying them: appeals, pilots, leaflets, good intentions.",
        "{People} have sat through all of it, and {scene} looks much as it did.",
        "When the mild remedies have had their chance, reaching for the one that works isn't haste; it is overdue.",
      ],
      answer: [
        "That drawer of gentler remedies has been open for years, and we have used what is in it.",
        "A row of half-measures, however elegant, adds up to half a measure.",
      ],
      recap: "the gentler remedies have had their chance",
    },
    against: {
      case: [
        "Before reaching for the hammer, look at what else is in the drawer.",
        "Better information, better design, a fair price, help for {people} who want to change: each does part of the work, and none of them needs {act}.",
        "Try them together, and what is left over may be too small to argue about.",
        "The best remedy is the smallest one that does the job.",
      ],
      answer: [
        "The gentle remedies were not tried and found wanting; they were tried in turn, on a shoestring, and abandoned at the first complaint.",
        "A doctor who changes the pills every week should not blame the patient.",
      ],
      recap: "smaller remedies have never been tried together",
    },
  },
  {
    id: "precedent",
    label: "precedent",
    words:
      /\b(?:precedent|unworkable|inevitable|borrowed|principles?|slippery|slopes?|steps|doubted)\b/gi,
    for: {
      case: [
        "We have been here before.",
        "Almost everything we now take for granted was once called unworkable, then expensive, then inevitable.",
        "{Act} is at the first of those stages, which is exactly where a debate like this one belongs.",
        "Twenty years from now {people} will wonder only what took us so long.",
      ],
      answer: [
        "Slopes look slippery in speeches; in life they have steps, and at each of them we may stop and decide again.",
        "To refuse a good thing because a bad thing might resemble it is to be governed by our worst imitators.",
      ],
      recap: "what is called unworkable today is taken for granted tomorrow",
    },
    against: {
      case: [
        "Consider what we would be agreeing to beyond this one case.",
        "A reason that justifies {act} will not stop there; it will be quoted by people we like far less, for things we like far less.",
        "Principles are borrowed without asking.",
        "I would keep the one that protects {people} on a bad day over one that pleases us on a good one.",
      ],
      answer: [
        "For every unworkable idea that turned out well there were a dozen that were simply unworkable, and nobody puts those in speeches.",
        "Being doubted is not a credential.",
      ],
      recap: "the reason we accept here will be borrowed for worse things",
    },
  },
  {
    id: "future",
    label: "those who come after us",
    words: /\b(?:future|inherit|generation|young|children|after us|predecessors|follow|behalf)\b/gi,
    for: {
      case: [
        "Think about who isn't in the room.",
        "The people who will live longest with our answer are too young to be asked, and they inherit whatever we find too awkward to change.",
        "They would thank us for {act} in the way we thank our own predecessors, which is to say, by never having to think of it.",
        "The best gift to the future is a problem it doesn't have.",
      ],
      answer: [
        "Leaving room for those who follow cannot mean leaving them the mess.",
        "Doing nothing is also a decision made on their behalf; it just comes without a signature.",
      ],
      recap: "those who inherit our answer are not here to give theirs",
    },
    against: {
      case: [
        "The future is a fine thing to speak for, since it can't interrupt.",
        "But those who come after us will want options, and {act} spends one on their behalf.",
        "They will know things that we don't, and their idea of {gain} may look nothing like ours.",
        "Leave them tools and room, and not our conclusions set in concrete.",
      ],
      answer: [
        "To invoke people who can't reply is a way of voting twice.",
        "If we owe the young anything, it is not to experiment on them with more confidence than knowledge.",
      ],
      recap: "the future will want options more than our conclusions",
    },
  },
  {
    id: "trust",
    label: "trust",
    words: /\b(?:trust|promise|promises|power|hands|pen|limits|discretion|suspicion)\b/gi,
    for: {
      case: [
        "Trust is a strange material: it grows when something is done, and shrinks while it is only discussed.",
        "{People} have heard the promises, and they have learned to wait for the catch.",
        "{Act} would be a promise with a date on it, one that anybody could check from their own front door.",
        "Keep that one, and the next hard thing gets easier.",
      ],
      answer: [
        "Suspicion is healthy until it becomes an excuse for leaving every power exactly where it is now.",
        "Write the limits down, put the results on the wall, and let {people} do the checking.",
      ],
      recap: "promises are believed once something has been done",
    },
    against: {
      case: [
        "Ask yourself who will hold the pen.",
        "{Act} hands a good deal of discretion to people we will never meet, and asks {people} to trust that it will be used kindly.",
        "Perhaps it will be, for a while, under those who meant well.",
        "A power should be judged by the worst hands it may fall into, and not by the best intentions it was born with.",
      ],
      answer: [
        "Trust that hangs on a promise is exactly what is at stake when the promise is this large.",
        "Announce less, keep it, and then come back and ask for more.",
      ],
      recap: "what we build for the well-meaning will be used by others, too",
    },
  },
  {
    id: "habit",
    label: "what we already have",
    words: /\b(?:habit|habits|fence|web|reform|reformers|embalming|nobody wrote|reckless)\b/gi,
    for: {
      case: [
        "There is a love of how things are that is really just a love of knowing where things are.",
        "{People} feel it, and I don't look down on it.",
        "But what we do now was somebody's bold reform once, argued for in a room like this and called reckless.",
        "We honour those people by doing what they did, not by embalming what they left.",
      ],
      answer: [
        "Habits aren't sacred for being old; some are merely unexamined.",
        "We know quite well why this particular fence was built, and the reason has gone.",
      ],
      recap: "every habit of ours began as a reform",
    },
    against: {
      case: [
        "Some things work for reasons that nobody wrote down.",
        "Around {focus} a whole web of habits has grown, and {people} lean on it every day without noticing.",
        "{Act} cuts through that on the strength of a theory.",
        "A fence in an old field may well be useless, but the time to find out is before it comes down.",
      ],
      answer: [
        "To compare oneself with the reformers of the past is free of charge, and everyone does it, including those who turn out to be wrong.",
        "What the good ones had was an account of what came next, and we are still waiting for ours.",
      ],
      recap: "not everything that works can say why",
    },
  },
  {
    id: "measure",
    label: "how we would know",
    words: /\b(?:success|test|target|measure|adjectives|number|stop|fail|failure|confirms)\b/gi,
    for: {
      case: [
        "Here is a test that both sides should accept: say in advance what success looks like.",
        "For {act} that is easy.",
        "Within a year {people} should be able to point to {gain}, and if they can't, we stop.",
        "An idea that tells you how to prove it wrong deserves more trust than one that only asks you to be afraid.",
      ],
      answer: [
        "Ask for a test, by all means; I'll take any that is also applied to the way things are now.",
        "Nobody ever set the present a target, and it would have missed it.",
      ],
      recap: "it can be tested and stopped if it fails",
    },
    against: {
      case: [
        "What exactly would count as success?",
        "I have listened for a number, a date or even a direction, and heard mostly adjectives.",
        "{Act} is built so that every outcome confirms it: if things improve, it worked, and if they don't, there wasn't enough of it.",
        "{People} deserve a plan that is able to fail.",
      ],
      answer: [
        "A promise to stop if it fails is generous, and it is also the first clause to be forgotten.",
        "Ask who would announce the failure, and what they would lose by it.",
      ],
      recap: "a plan that cannot fail cannot be trusted to succeed",
    },
  },
  {
    id: "dignity",
    label: "dignity",
    words: /\b(?:dignity|worth|count|respect|respected|smaller|handling|decent|listening)\b/gi,
    for: {
      case: [
        "Underneath the practicalities there is a plainer point.",
        "How we treat {people} says what we think they are worth, and at the moment {scene} says it rather loudly.",
        "{Act} is a way of telling them that they count before they have made themselves a nuisance.",
        "That isn't sentiment; it is what a decent place runs on.",
      ],
      answer: [
        "Nobody was ever made smaller by having an obstacle taken out of the way.",
        "To leave people struggling so that they may feel respected is a kind of respect they could do without.",
      ],
      recap: "people read their worth in how they are treated",
    },
    against: {
      case: [
        "It is possible to do good to people in a way that makes them smaller.",
        "{Act} begins with a picture of {people} as a problem to be solved, and they will recognise themselves in it.",
        "Help that doesn't ask first has a way of feeling like handling.",
        "Dignity means being a party to the decision and not merely its occasion.",
      ],
      answer: [
        "We are told this is about what people are worth, by a side that has yet to quote a single one of them.",
        "Respect starts with listening, and listening takes longer than a slogan.",
      ],
      recap: "people are to be asked and not handled",
    },
  },
  {
    id: "timing",
    label: "timing",
    words: /\b(?:now|waiting|moment|hurry|haste|ready|readiness|urgency|years|caution)\b/gi,
    for: {
      case: [
        "If not now, when?",
        "The case against {act} has always been that the moment is wrong, and it has been the wrong moment for as long as anyone can remember.",
        "Waiting feels like caution because its costs arrive one at a time, to {people} who aren't in the room.",
        "Ten years from now we shall wish for ten years' head start, and today is when those are handed out.",
      ],
      answer: [
        "Nobody is ever ready; readiness is something that beginning produces.",
        "If the worry is haste, name a date, and I shall agree to it.",
      ],
      recap: "waiting only feels like caution",
    },
    against: {
      case: [
        "A good idea at the wrong time is a bad idea with an excuse.",
        "{People} are still absorbing the last three changes that were made for their benefit.",
        "{Act} would arrive on top of those, half prepared, in a hurry that nobody has explained.",
        "If it is right, it will still be right when we know how to do it well.",
      ],
      answer: [
        "Urgency is the cheapest argument there is, because it asks us to stop checking the others.",
        "If years were lost to caution, so were some disasters, and those belong on the scale as well.",
      ],
      recap: "what is right today loses nothing by being ready first",
    },
  },
  {
    id: "proportion",
    label: "proportion",
    words:
      /\b(?:proportion|size|limited|daily|arithmetic|sweeping|cure|inconvenience|spoonful|illness)\b/gi,
    for: {
      case: [
        "Keep the size of this in view.",
        "We are weighing a limited inconvenience against a benefit that comes back every single day.",
        "Picture {scene} a year later: slightly different, and noticeably better for everyone in it.",
        "When the gain is daily and the price is paid once, arithmetic is not a cold argument for {act}; it is a kind one.",
      ],
      answer: [
        "It is called sweeping only because the problem is wide.",
        "Cut the remedy down until it troubles no one, and it will help no one either, which I suspect is the attraction.",
      ],
      recap: "the price is paid once and the gain returns every day",
    },
    against: {
      case: [
        "Proportion is a moral idea as well as a mathematical one.",
        "{Act} takes a problem that has edges and answers it with something that has none.",
        "{People} who cause none of the trouble will meet all of the remedy.",
        "When the cure is larger than the illness, somebody should ask what it is really for.",
      ],
      answer: [
        "Daily gains are easy to promise by the spoonful; it is the whole bottle that has to be swallowed.",
        "Multiply the inconvenience by all those who caused nothing, and it stops being small.",
      ],
      recap: "so large a cure has to be for more than this",
    },
  },
];
