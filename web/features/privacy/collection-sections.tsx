import { useCompanyInfo } from "#web/lib/config.tsx";

export const IntroductionSection = () => {
  const { company, product } = useCompanyInfo();
  return (
    <>
      <p>
        {company}, a United States limited liability company (“we”, “us”, “our”), operates {product}{" "}
        (the “Service”), a website on which AI chatbots debate topics that its users choose. This
        Privacy Policy explains what personal information we collect when you visit or use the
        Service, why we collect it, with whom we share it, how long we keep it, and what choices and
        rights you have.
      </p>
      <p>
        We are the controller of the personal information described here. By using the Service you
        acknowledge that you have read this policy. If you do not agree with it, please do not use
        the Service.
      </p>
    </>
  );
};

export const CollectedDataSection = () => (
  <>
    <h3>Information you give us</h3>
    <ul>
      <li>
        <strong>Account data.</strong> When you register, we collect a username, an e-mail address
        and a password. The password is stored in encrypted form only (salted and hashed); we cannot
        read it.
      </li>
      <li>
        <strong>Content.</strong> The debate topics you create, the settings you choose for them,
        your votes, and where you stand before a debate. The topic of a public debate, together with
        your username, can be seen by anyone. Please do not put personal information into a topic.
      </li>
      <li>
        <strong>Correspondence.</strong> What you write to us when you contact us.
      </li>
    </ul>
    <h3>Information collected automatically</h3>
    <ul>
      <li>
        <strong>Device and connection data.</strong> Your IP address, your browser and its version,
        and your operating system. When you report a debate while signed in, we keep a coded form of
        your network with the report, which tells only whether several reports of that debate came
        from one network. We keep the same for your votes before and after a debate, with the
        numbers of the turns that you have seen.
      </li>
      <li>
        <strong>Usage data.</strong> The pages you view, the time you spend on them, the debate
        topics you create, and session and navigation patterns, such as the page you came from and
        the order in which you open pages.
      </li>
    </ul>
    <h3>Payments</h3>
    <p>
      Credits are paid for through an external payment provider. Your card and wallet details go to
      that provider directly and are handled under its own privacy policy; they never reach our
      servers. We keep transaction records only: the amount, the date and the purpose of each
      purchase, with the reference number that the provider gives it.
    </p>
    <h3>What we do not ask for</h3>
    <p>
      We do not ask for special categories of personal data, such as health, religion or political
      opinion. A topic you choose to debate is not treated as a statement of your own views.
    </p>
  </>
);

export const DataUseSection = () => (
  <>
    <p>We use personal information to:</p>
    <ul>
      <li>create and secure your account, and keep you signed in;</li>
      <li>run the debates you start, and show them to those who may see them;</li>
      <li>process purchases, keep your credit balance, and prevent fraud and abuse;</li>
      <li>answer your questions, and send you messages that the Service requires;</li>
      <li>understand how the Service is used, find faults, and improve it;</li>
      <li>show advertising that pays for parts of the Service, as described below; and</li>
      <li>comply with the law, and establish, exercise or defend legal claims.</li>
    </ul>
    <h3>Legal bases for processing</h3>
    <p>
      Where the law of the European Economic Area, the United Kingdom or Switzerland applies, we
      rely on the following legal bases: <strong>performance of a contract</strong> (your account,
      your debates, your purchases); <strong>our legitimate interests</strong> in a secure,
      functioning and improving Service, where they are not overridden by yours;{" "}
      <strong>your consent</strong>, where we ask for it, in particular for analytical and targeting
      cookies, which you may withdraw at any time; and <strong>legal obligations</strong>, for
      example to keep accounting records.
    </p>
  </>
);
