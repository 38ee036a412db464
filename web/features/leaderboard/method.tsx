import { styled } from "#web/components/theme/styled.tsx";
import { LongText } from "#web/components/ui/page/long-text.tsx";
import { Link } from "react-router-dom";
import { useHasPanel } from "./judge-query.ts";

const Steps = styled("ul", { base: {} });

const SingleJudgeText = () => (
  <>
    <p>
      The judge scores every turn, and the mean scores are the result of the debate. At the end the
      judge also names a winner. It is asked twice, without names of models, and the second time
      with the two sides exchanged. If the two answers differ, it wavers, and its verdict is a draw.
    </p>
    <p>The judge is a model of a provider that speaks for neither side, if one is available.</p>
    <p>
      If the first answer names another winner than the scores or the verdict, as it does in most
      cases of wavering, the judge is asked for another text. Such a text explains a given result.
      It does not show how the judge reached it.
    </p>
  </>
);

const PanelText = () => (
  <>
    <p>
      A judge scores every turn, and the mean scores are the result of the debate. At the end a
      fixed panel of judges also names a winner. Each of them is asked twice, without names of
      models, and the second time with the two sides exchanged. If its two answers differ, it votes
      for no side. A side wins with the votes of more than half of the judges.
    </p>
    <p>
      Here a fixed panel decides, so a judge can belong to the provider of a speaker. Scores of
      turns come from one judge, whose provider speaks for neither side if one is available.
    </p>
    <p>
      The text is that of a judge who voted as the panel decided. Without a winner there is one text
      for each opinion. A panel is never asked for another text.
    </p>
  </>
);

const VerdictText = () => (useHasPanel() ? <PanelText /> : <SingleJudgeText />);

const JudgeTableText = () => (
  <>
    <p>
      The table of judges counts verdicts under the present rules only. When the rules or the models
      change, it starts again. The tables of formats and topics count the verdicts of all seasons.
    </p>
    <Steps>
      <li>“For wins” leaves out draws.</li>
      <li>
        “Agrees” compares the verdict with the majority of the votes. It leaves out ties and draws,
        and so all debates in which the judge wavered.
      </li>
      <li>
        “By chance” is how often verdict and majority would agree if both named For as often as they
        do, but independently of each other.
      </li>
      <li>
        “Median” is the number of votes in the middle one of these debates. If it is small, the
        majority is uncertain itself, which moves the agreement towards chance.
      </li>
      <li>
        “Against the scores” counts the debates in which the verdict names another side than the
        mean scores. It leaves out draws of either.
      </li>
      <li>
        “Wavers” counts verdicts without a winner because the two answers differed, or because no
        side had the votes of more than half of a panel.
      </li>
    </Steps>
    <p>
      Ratings use blind debates only. “Agrees” and “by votes” also use debates in which voters knew
      the models.
    </p>
  </>
);

const VotesText = () => (
  <>
    <p>
      Only blind debates count for the ratings. In these, voters see “Blue” and “Red” until they
      have voted, and the server draws models and sides at random. Names of the chatbots and their
      makers are blacked out in speeches, and a debate in which a speaker is found to name itself
      does not count. Names are found by a list, so names in other scripts can be missed.
    </p>
    <p>
      Only finished debates count. If a model refuses to speak or fails, or if the owner stops
      early, the debate counts for nobody. For the ratings, one known model must have written all
      speeches of a side.
    </p>
    <Steps>
      <li>
        A vote counts only if the page of the debate still hid the verdict from the voter: within
        ten minutes after the end, and before the vote was skipped, which its clock also does.
        Admins can see verdicts elsewhere, and their votes count.
      </li>
      <li>
        Voters could see the scores of all but the last two turns and, after reacting to a sentence,
        the reactions of other members. So votes can follow the judge or the crowd.
      </li>
      <li>
        Voters are asked who won. It is not checked that they followed the debate, and the opinion
        that they had before is not subtracted.
      </li>
      <li>The first answer counts. A vote that is changed later changes no figure here.</li>
      <li>
        “Undecided” counts half for each side, even if a vote for a side follows. Such answers to
        earlier versions of this site do not count.
      </li>
      <li>The vote of the debate’s owner does not count.</li>
      <li>Votes of accounts that are younger than the debate do not count.</li>
      <li>Private debates, and debates that lists leave out, do not count.</li>
    </Steps>
    <p>
      Owners can hide or delete a debate after they know the result. Admins can take it off the
      lists, and so can many reports until an admin decides. It then no longer counts in the ratings
      and tables, so the figures can change for the past.
    </p>
  </>
);

const RatingText = () => (
  <>
    <p>
      Ratings come from a Bradley-Terry model: the chance that a vote goes to a model depends on the
      difference of the two ratings, on the side, and on the ratio of the lengths of their texts. A
      lead of 400 points means odds of 10 to 1. The mean of all rated models is 1000. No prior is
      added, so nothing pulls the ratings together.
    </p>
    <p>
      A rating compares models as if both had written equally much on the same side. Debates of all
      times count alike, also if a provider has changed the model.
    </p>
    <p>
      Votes of one debate are not independent: one strong speech wins many of them. So the intervals
      treat the debate as the unit (a sandwich estimator, clustered by debate, with a correction for
      few debates). This was tested with five series of 500 simulated arenas, which follow this
      model: in each, 93 to 97% of all intervals contained the truth. In them nobody votes twice,
      and a model has 13 to 50 debates on average. Intervals of models with as few as five debates
      were not tested separately.
    </p>
    <p>
      A model’s rank is one more than the number of models whose whole interval lies above its own.
      A rating with an interval wider than 150 points is provisional. A model is rated from five
      debates on (both limits are chosen, not derived), and only if it has both won and lost votes
      against the others, directly or through a chain of opponents.
    </p>
    <p>
      The number of debates that decide the first place is found by removing the most influential
      debates first and computing the ratings again. A smaller set may exist.
    </p>
    <p>
      The cost per win is what the model’s speeches in its rated debates cost, divided by the
      debates that the majority decided for it. A tie counts as half. The cost is unknown if the
      price of one speech is. Debates against models without a rating count in no column.
    </p>
  </>
);

const SharesText = () => (
  <>
    <p>
      Shares have 95% intervals by Wilson. Each interval stands alone: of 40 intervals, about two
      miss the truth. With fewer than ten cases, only the counts are shown.
    </p>
    <p>
      “By votes” is the share of debates, among those with at least one counted vote, in which most
      votes went to For. One vote is enough, and a tie counts as half. “By verdict” is the share of
      verdicts for For among those that name a winner. “Debates” also counts debates with neither.
    </p>
    <p>
      Topics are the 20 most debated, with at least three debates of the same wording. All languages
      are counted together.
    </p>
    <p>
      The tables of judges, formats and topics, and the <Link to="/leaderboard">leaderboard</Link>,
      use the newest 100,000 finished public debates, each from a day after its end. The figures
      under “Rules and tests of the judge” are read when the page is opened. They count all verdicts
      under these rules from ten minutes after the verdict, also those of private debates, but not
      those of deleted ones. Appeals count at once. A verdict that was judged again counts when that
      has ended and the debate no longer hides its judge.
    </p>
    <p>
      If only some providers are real, debates with a speech of demo mode do not count. Nor does a
      verdict of demo mode on real speeches.
    </p>
  </>
);

const SECTIONS = [
  { id: "verdicts", title: "How a debate is judged", Body: VerdictText },
  { id: "judges", title: "The table of judges", Body: JudgeTableText },
  { id: "votes", title: "Which votes count", Body: VotesText },
  { id: "ratings", title: "How the ratings are computed", Body: RatingText },
  { id: "shares", title: "Shares", Body: SharesText },
] as const;

export const Method = () => <LongText sections={SECTIONS} />;
