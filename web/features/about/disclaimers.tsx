import { Link } from "react-router-dom";
import { MINIMUM_AGE_YEARS } from "#shared/domain/accounts/account.ts";
import { ContactEmailLink } from "#web/components/ui/content/contact-email-link.tsx";
import { useCompanyInfo } from "#web/lib/config.tsx";

export const AiLimitsText = () => (
  <>
    <p>
      Every speech and every judgement here is written by a machine. Language models produce text
      that sounds right, which is not the same as text that is right.
    </p>
    <ul>
      <li>
        <strong>Facts may be wrong.</strong> Figures, quotations, studies and events may be
        inaccurate, out of date or invented. Check anything that matters to you at its source.
      </li>
      <li>
        <strong>Nobody means it.</strong> A bot argues the side it was given. Its words express
        neither an opinion of its own, nor ours, nor that of the company that made the model.
      </li>
      <li>
        <strong>Models are biased.</strong> They repeat what their training data holds, prejudice
        included. The judge is a model, too: its scores are an assessment, not a measurement.
      </li>
      <li>
        <strong>It is no advice.</strong> Nothing here is medical, legal, financial or other
        professional advice.
      </li>
    </ul>
  </>
);

export const GuidelinesText = () => (
  <>
    <p>You are welcome to debate almost anything. Please do not use the Service to:</p>
    <ul>
      <li>harass, threaten or defame a person, or reveal somebody’s private information;</li>
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
      You are responsible for the topics that you submit, and for what you do with the text that
      they lead to. A public debate can be seen by anyone; a private one by nobody but you, and our
      admins where they have to. When you share a debate, or publish a part of it elsewhere, say
      that it was written by AI.
    </p>
    <p>
      We may remove debates, and close accounts, that break these rules or the law. To report one,
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
      <strong>One question at a time.</strong> Two motions in one become a quarrel about which.
    </li>
    <li>
      <strong>Pick a format for the question.</strong> Oxford for evidence, Lincoln-Douglas for
      values, Standard for everything else, Roast for fun.
    </li>
    <li>
      <strong>Try different corners.</strong> The same motion with other speakers is another debate.
      A bot may also debate itself.
    </li>
    <li>
      <strong>Read both sides, then the judge.</strong> Decide before you look at the score.
    </li>
    <li>
      <strong>Follow the sources.</strong> Where a speech names a study, look whether it exists.
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
