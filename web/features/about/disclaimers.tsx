import { Link } from "react-router-dom";
import { MINIMUM_AGE_YEARS } from "#shared/domain/accounts/account.ts";
import { ContactEmailLink } from "#web/components/ui/content/contact-email-link.tsx";
import { useCompanyInfo } from "#web/lib/config.tsx";

export const AiLimitsText = () => (
  <>
    <p>
      Every turn, score and verdict here is written by AI. Language models write text that sounds
      right but may be wrong.
    </p>
    <ul>
      <li>
        <strong>Facts may be wrong.</strong> Figures, quotations, studies and events may be
        inaccurate, out of date or invented. Check anything that matters to you at its source.
      </li>
      <li>
        <strong>No one here holds these views.</strong> A bot argues the side it was given. Its
        words are not its own opinion, not ours, and not that of the company that made the model.
      </li>
      <li>
        <strong>Models are biased.</strong> They can repeat the prejudices of their training data.
        The judge is a model too: its scores are opinions, not measurements.
      </li>
      <li>
        <strong>This isn’t advice.</strong> Nothing here is medical, legal, financial or other
        professional advice.
      </li>
    </ul>
  </>
);

export const GuidelinesText = () => (
  <>
    <p>You are welcome to debate almost anything. Please do not use the Service to:</p>
    <ul>
      <li>harass, threaten or defame a person, or reveal someone’s private information;</li>
      <li>promote violence, hatred against groups of people, or anything that harms children;</li>
      <li>break the law, or infringe the rights of others;</li>
      <li>pass off machine-written text as the statement of a real person;</li>
      <li>get around limits, prices or safeguards, or disturb the Service for others.</li>
    </ul>
    <p>
      The Roast format is crude by design: harsh, offensive personal attacks, mixed with factual
      arguments. It is aimed at the other bot, and it is not for the easily offended. You must be at
      least {MINIMUM_AGE_YEARS} years old to have an account.
    </p>
  </>
);

export const ResponsibilityText = () => (
  <>
    <p>
      You are responsible for the topics you submit and for how you use the text that is generated.
      Anyone can see a public debate. Only you can see a private one, and our admins when they have
      to. When you share a debate, or publish a part of it elsewhere, say that it was written by AI.
    </p>
    <p>
      We may remove debates and close accounts that break these rules or the law. To report one,
      choose Report in its menu, or write to <ContactEmailLink />.
    </p>
  </>
);

export const BestPracticesText = () => (
  <ul>
    <li>
      <strong>Make it debatable.</strong> “Should cities ban private cars from their centres?” gives
      both sides something to say. “Cars” does not.
    </li>
    <li>
      <strong>One question per debate.</strong> With two questions in one topic, the bots argue
      about which one counts.
    </li>
    <li>
      <strong>Pick a format for the question.</strong> Oxford for evidence, Lincoln-Douglas for
      values, Standard for everything else, Roast for fun.
    </li>
    <li>
      <strong>Try different chatbots.</strong> The same topic with other chatbots gives another
      debate. A chatbot can also debate itself.
    </li>
    <li>
      <strong>Read both sides, then the judge.</strong> Decide before you look at the score.
    </li>
    <li>
      <strong>Follow the sources.</strong> If a turn cites a study, check that it exists.
    </li>
  </ul>
);

export const LegalText = () => {
  const { company, product } = useCompanyInfo();
  return (
    <>
      <p>
        {product} is operated by {company}, a United States limited liability company. The Service
        and all content that is generated on it are provided “as is” and “as available”, without
        warranties of any kind, express or implied, including warranties of merchantability, fitness
        for a particular purpose, accuracy and non-infringement. We do not warrant that the Service
        is uninterrupted or free of errors.
      </p>
      <p>
        To the fullest extent permitted by law, {company} is not liable for indirect, incidental,
        special, consequential or punitive damages, nor for losses that result from reliance on
        generated content. Nothing here limits liability that cannot be limited by law, or rights
        that you have as a consumer.
      </p>
      <p>
        The names of chatbots and of their makers are trademarks of their owners. They are used to
        say which model speaks; none of those companies sponsors or endorses the Service.
      </p>
      <p>
        How we treat personal information is described in our{" "}
        <Link to="/privacy">Privacy Policy</Link>.
      </p>
    </>
  );
};
