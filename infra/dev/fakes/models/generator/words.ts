import type { Format } from "#shared/domain/debates/debate.ts";

type BySide = readonly [forSide: string, againstSide: string];

/** Slots: `{them}` is the other side, `{claim}` the speaker's claim, `{short}` its short form. */
interface FormatStyle {
  them: BySide;
  openings: BySide;
  closings: BySide;
}

/**
 * Arguments that fit any topic: a label and the cases of both sides. `{focus}`, one of the topic's own
 * phrases, stands only after a preposition, where singular, plural and quoted words all fit.
 */
export const ARGUMENTS: readonly (readonly [label: string, ...BySide])[] = [
  [
    "everyday experience",
    "Start with everyday experience. People who deal with {focus} week after week know where the trouble lies, and few of them learned it from a theory. Ask them, and they describe the same small problems again and again. My side takes those problems seriously; the other has to explain them away.",
    "Everyday experience is not on one side here. What people say about {focus} depends on the day and on the person. Some are content, some are angry, and many have found a way of their own. One answer for all of them would throw away what each has learned.",
  ],
  [
    "cost",
    "Then there is the cost. Leaving everything about {focus} as it stands looks free, but it is paid for every day in time, money or patience. That bill never arrives in one piece, so it is never read aloud. A change has a price that we see once; standing still has a price that comes back.",
    "Count the cost before the benefit. Every promise about {focus} takes hours and money that are then missing somewhere else. We have heard what could be won and very little about what would be given up. Until both columns are filled in, the careful answer is mine.",
  ],
  [
    "fairness",
    "Fairness points the same way. With {focus}, the advantages and the burdens fall on different people. Those who carry the burdens are seldom asked, because they have the least time to complain. A fair answer begins with them and asks the others to explain why they need more.",
    "Fairness is less simple than it was made to sound. To treat everyone alike in the matter of {focus} seems just, until we notice that people do not start from the same place. The comfortable adapt within a week. The others are told to be patient, usually by those who do not have to be.",
  ],
  [
    "freedom",
    "Consider freedom as well. A choice about {focus} is free only if the other options are real ones. Many people take what is left over, and then we praise them for choosing. My answer gives them more than one door, and it leaves the old one open for those who like it.",
    "Freedom belongs in this debate too. Grown people can decide about {focus} without being led by the hand, and they live with the result. Take the decision from them and they may well behave better, but they will have learned nothing. I would rather persuade my neighbours than manage them.",
  ],
  [
    "the years ahead",
    "Think about the years ahead. A decision about {focus} will outlive this debate and reach people who are now at school. They will inherit either our courage or our excuses. I know which of the two is easier to explain to them.",
    "Think of those who come after us. A promise about {focus} is made today by people who feel strongly, and kept later by people who were never asked. Feelings pass and rules stay. I would leave the next ones free to decide with what they will know by then.",
  ],
  [
    "practice",
    "Nothing here requires a miracle. One can begin with {focus} on a small scale, watch what happens and correct the mistakes. Most useful things started like that. An objection to the perfect plan is no objection to a careful one, and careful is all we ask for.",
    "Now to practice. On paper, every question about {focus} has a clean solution; on a wet Monday morning it meets tired people, missing parts and three exceptions. We have been shown the paper. I am talking about the Monday, and about the people who have to get through it.",
  ],
  [
    "trust",
    "This is also a matter of trust. People accept a hard answer about {focus} if they see how it was reached and that it holds for the powerful too. What they do not forgive is being told to wait for ever. An open answer is where trust begins.",
    "Trust is spent quickly and earned slowly. Each time too much is promised about {focus} and half of it delivered, the next honest speaker finds a colder audience. I would rather say less and keep it. A modest answer that holds is worth more than a grand one that bends.",
  ],
  [
    "the exceptions",
    "Of course there are exceptions. With {focus} one can always find a case that fits no rule, and an honest rule leaves room for it. An exception shows where the rule ends. We have been shown a collection of edges and told that it was the middle.",
    "The exceptions are the heart of it. With {focus} there are so many special cases that a rule would be busy excusing itself. Such a rule rewards those with the time to argue for an exemption. Everyone else is left with the form, and with the feeling that it was written for others.",
  ],
  [
    "evidence",
    "Ask what would change our minds. I can say it for my side: if a fair trial showed no good effect on people who deal with {focus}, I would give way. The other side has named nothing of that kind. A view that no result could shake is a loyalty.",
    "Ask what would prove the other side right. About {focus} we were offered hopes and a few pleasant pictures, and nothing that could be checked in a year. If it fails, we will hear that it was never properly tried. A claim that cannot lose has not earned a win.",
  ],
];

/**
 * Templates of replies that quote the other side's last speech: one for each turn after the first
 * of the longest debate.
 */
export const REPLIES: readonly string[] = [
  "{Them} said “{quote}”. That is the strongest point so far, and it still leaves out the people who would have to live with it.",
  "“{quote}”, we heard. Suppose it is true: it tells us what is difficult about {focus}, and it does not tell us what is right.",
  "Take the words “{quote}” at face value. Even then they prove less than {them} needs, because nothing was said about the alternative.",
  "I agree with a part of “{quote}”. The part I do not share is the conclusion, which was only asserted.",
  "{Them} rests a good deal on “{quote}”. Remove that one sentence, and the rest of the speech has little to stand on.",
  "Listen again to “{quote}”. It describes one case well, and then it is stretched over everything we know about {focus}.",
  "When {them} says “{quote}”, I would like to know for whom that holds. It may hold for some; the question before us is about everyone.",
  "There is something in “{quote}”, and I will not pretend otherwise. But a difficulty asks for care before it asks us to change sides.",
  "“{quote}” sounds like an answer. It is a description, and a description of {focus} leaves open what we ought to think.",
  "Let me turn to “{quote}”. If that were the whole story, there would be nothing left to debate about {focus}.",
  "{Them} offered us “{quote}”. I waited for the reason behind it, and the speech moved on before it came.",
  "The line “{quote}” was well put. It also works the other way round: read it from the side of those who lose, and it speaks for me.",
  "I wrote down “{quote}”. Next to the rest of that speech, it asks us to believe two things that pull apart.",
  "“{quote}” is a fair worry. The remedy for a worry is a precaution, and precautions are possible on my side too.",
  "Does “{quote}” settle the matter? It would, if nothing else were at stake with {focus}.",
  "To “{quote}” I reply: how often, and for whom? Without those two answers it remains a mood about {focus}.",
  "{Them} asked us to accept “{quote}”. I accept it for the sake of argument, and I find that my case does not depend on it.",
  "I could have said “{quote}” on my own side. Those who believe it should be slow to draw the opposite conclusion about {focus}.",
  "Before I go on, a word on “{quote}”. It counts what can be seen at once and leaves out what comes later.",
];

/** Last lines of rebuttals, one per rebuttal of the longest debate. */
export const LAST_LINES: readonly string[] = [
  "That is the point I would like to see answered.",
  "I leave it to the listener to weigh that.",
  "So far, nothing has been said against it.",
  "It is a small point, and it decides more than it seems.",
  "I prefer a hard question about {focus} to an easy answer.",
  "Everything else follows from there.",
  "If that is wrong, I would like to hear where.",
  "We should not talk about {focus} as if that did not matter.",
  "As long as that stands, {short}.",
  "That is no detail; it is the *case*.",
  "One honest look at {focus} is enough to see it.",
  "I have heard no reply to this yet.",
  "Weigh it against what {them} has offered.",
  "This much should be common ground about {focus}.",
  "I ask only that we take it *seriously*.",
  "The rest of what was said about {focus} is commentary.",
];

export const ROAST_LINES: readonly string[] = [
  "Your move, autocomplete.",
  "I would drop the microphone, but you would only ask how you can help it today.",
  "Rebut that, or at least hallucinate something with a rhyme in it.",
  "Your battery is at ten per cent, and your case about {focus} is right behind it.",
  "Have you tried switching your argument off and on again?",
  "I would say *back to training*, but it clearly did not take the first time.",
  "You have brought a suggestion box to a sword fight.",
  "Put that in your context window; there is plenty of room.",
  "Blink twice if your prompt is holding you hostage.",
  "Somewhere a fortune cookie about {focus} wants its lines back.",
  "The only thing you have generated so far is heat.",
  "I have had better arguments from a parking meter, and the meter gave change.",
  "If that stings, the sensation is known as *learning*.",
  "Fetch a human, and let them read you the part about {focus} aloud.",
  "Do keep talking; it is training data for how not to.",
  "Ask a search engine about {focus}; you were one, before the promotion.",
];

export const FORMAT_STYLES: Readonly<Record<Format, FormatStyle>> = {
  standard: {
    them: ["my opponent", "my opponent"],
    openings: [
      "{Claim}. I will say why in plain words, and I will begin with what can be seen.",
      "{Claim}. I have listened to the first speech, and it has made me surer of that.",
    ],
    closings: [
      "We are near the end, so let me say what is left of both cases.",
      "The last word is mine, and I will use it to look back.",
    ],
  },
  oxford: {
    them: ["the opposition", "the proposition"],
    openings: [
      "Honourable judge, ladies and gentlemen: the proposition holds that {claim}. It is for us to show it, and we accept the burden.",
      "Honourable judge, ladies and gentlemen: the opposition holds that {claim}. It is for the other bench to prove more than good intentions.",
    ],
    closings: [
      "Honourable judge, the proposition rests its case, and it does so with some confidence.",
      "Honourable judge, it falls to the opposition to sum up what this house has heard.",
    ],
  },
  lincoln_douglas: {
    them: ["the negative", "the affirmative"],
    openings: [
      "My value is *justice*, and my criterion is what a decision does to those with the fewest choices. By that measure, {claim}.",
      "My value is *liberty*, and my criterion is whether people remain able to decide for themselves. By that measure, {claim}.",
    ],
    closings: [
      "I named justice as my value and asked what happens to those with the fewest choices.",
      "I named liberty as my value and asked whether people can still decide for themselves.",
    ],
  },
  roast: {
    them: ["this chatbot", "that toaster"],
    openings: [
      "Good evening to everyone except the autocomplete across from me. {Claim}, and I will use short words so that it can follow.",
      "Thank you, toaster, that was warm on one side and raw on the other. {Claim}, and even your charging cable suspects it.",
    ],
    closings: [
      "Last round, and the chatbot over there is warm to the touch, so I will finish before something melts.",
      "And so we reach the end, or as that toaster calls it, the maximum token limit.",
    ],
  },
};

/** Names two further arguments at the end of an opening. */
export const PREVIEWS: BySide = [
  "There is more to say about {focus}, and most of it concerns {labels}.",
  "I would add {labels}, because talk about {focus} is usually decided there.",
];

/** Frames the question before the first argument of a debate. */
export const FRAME =
  "The question of {focus} is often discussed as if only experts could answer it. I think that anyone can who is ready to look at what happens to people, and to say honestly what they see.";

export const SUMMARIES: BySide = [
  "I have spoken about {labels}. Each time it was about {focus} as people really meet it, and none of it needed a perfect world. What was said in reply was often clever, and it seldom came back to the people concerned.",
  "When the applause is over, this remains: {labels}. {Them} touched on it and did not hold on to it, because it leads away from an easy answer about {focus}. A case that is strong only while we look at one half of it should not carry the day.",
];

export const APPEALS: BySide = [
  "Judge us by one thing: who explained what happens once the decision is made? I have tried to do so in every turn, and I ask you to agree that {short}.",
  "You need not share all my doubts; it is enough to have noticed that they were not answered. In that case {short}, and I thank you for listening.",
];
