import { Link } from "react-router-dom";
import { MINIMUM_AGE_YEARS } from "#shared/domain/accounts/account.ts";
import { ContactEmailLink } from "#web/components/ui/content/contact-email-link.tsx";
import { useCompanyInfo } from "#web/lib/config.tsx";

const DELETION_SUBJECT = "Data Deletion Request";

export const RightsSection = () => (
  <>
    <p>
      Depending on where you live, you have the rights below. You may exercise them, yourself or
      through an authorized agent, by writing to <ContactEmailLink />. We may have to verify your
      identity first, and we answer within the time that the law sets. Exercising a right is free of
      charge.
    </p>
    <h3>Residents of the United States</h3>
    <p>Under the privacy law of California and of other states, you may have the right to:</p>
    <ul>
      <li>
        <strong>Know</strong> what personal information we collect, use, disclose and share about
        you, and receive a copy of it.
      </li>
      <li>
        <strong>Delete</strong> personal information that we have collected from you.
      </li>
      <li>
        <strong>Correct</strong> personal information that is inaccurate.
      </li>
      <li>
        <strong>Opt out of the sale or sharing</strong> of personal information, including for
        targeted advertising.
      </li>
      <li>
        <strong>Non-discrimination.</strong> We will not treat you worse, nor deny you the Service,
        because you exercised any of these rights.
      </li>
    </ul>
    <h3>Residents of the European Union</h3>
    <p>
      Under the General Data Protection Regulation, and the corresponding law of the United Kingdom
      and Switzerland, you have the right of:
    </p>
    <ul>
      <li>
        <strong>Access</strong> to the personal data that we hold about you.
      </li>
      <li>
        <strong>Rectification</strong> of data that is wrong or incomplete.
      </li>
      <li>
        <strong>Erasure</strong> of your data (“right to be forgotten”).
      </li>
      <li>
        <strong>Restriction</strong> of the processing of your data.
      </li>
      <li>
        <strong>Portability</strong>: to receive your data in a structured, commonly used and
        machine-readable format.
      </li>
      <li>
        <strong>Objection</strong> to processing that is based on our legitimate interests, and at
        any time to direct marketing.
      </li>
    </ul>
    <p>
      You may withdraw a consent at any time, without affecting what was lawful before, and you may
      lodge a complaint with the supervisory authority of the place where you live.
    </p>
  </>
);

export const DeletionSection = () => (
  <>
    <p>
      You can delete your account yourself, at once, on the page of your{" "}
      <Link to="/account">account</Link>, and download your data there first. With your account,
      your debates, votes and sessions are deleted. Records of payments are kept, without any
      connection to you, for as long as tax and accounting law requires. Credits that have not been
      used are lost.
    </p>
    <p>
      If you cannot sign in any more, send an e-mail to{" "}
      <ContactEmailLink subject={DELETION_SUBJECT} /> with the subject{" "}
      <strong>“{DELETION_SUBJECT}”</strong>, and include in it:
    </p>
    <ul>
      <li>your username, and</li>
      <li>the e-mail address of your account.</li>
    </ul>
    <p>
      Please send it from that address, so that we can verify the request. We process deletion
      requests within 30 days and confirm to you by e-mail once it is done.
    </p>
  </>
);

export const AdditionalSection = () => {
  const { company } = useCompanyInfo();
  return (
    <>
      <h3>Minimum age</h3>
      <p>
        The Service is not for anyone under {MINIMUM_AGE_YEARS}. We do not knowingly collect
        personal information from children under that age. If you believe that a child has given us
        personal information, please contact us, and we will delete it.
      </p>
      <h3>International transfers</h3>
      <p>
        We are based in the United States, and our service providers may process personal
        information there and in other countries, whose law may protect it differently from the law
        of your own. Where we transfer personal data out of the European Economic Area, the United
        Kingdom or Switzerland, we rely on standard contractual clauses approved by the European
        Commission, or on another mechanism that the law recognizes.
      </p>
      <h3>Links to other websites</h3>
      <p>
        The Service may link to websites that we do not operate. Their own policies apply there, and
        we are not responsible for them.
      </p>
      <h3>Indemnification</h3>
      <p>
        To the extent permitted by law, you agree to indemnify, defend and hold harmless {company},
        its members, officers, employees and agents from and against claims, liabilities, damages,
        losses and expenses, including reasonable attorneys’ fees, that arise out of your use of the
        Service, your breach of this policy, or content that you submit in violation of the law or
        of the rights of another person. This does not limit rights that you have as a consumer and
        that cannot be waived.
      </p>
    </>
  );
};

export const PolicyChangesSection = () => (
  <p>
    We may change this policy from time to time. Changes take effect when they are posted on this
    page, with a new date at its top; if a change is material, we will point it out on the Service
    before or when it takes effect. Your continued use of the Service after that means that the
    changed policy applies to you.
  </p>
);

export const ContactSection = () => {
  const { company } = useCompanyInfo();
  return (
    <p>
      For questions about this policy, or about your personal information, write to {company} at{" "}
      <ContactEmailLink />.
    </p>
  );
};
