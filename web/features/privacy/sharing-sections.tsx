export const DataSharingSection = () => (
  <>
    <p>
      We do not sell your personal information for money. We share it only as far as this section
      says:
    </p>
    <ul>
      <li>
        <strong>AI providers.</strong> The topic and the text of a debate are sent to the providers
        of the chatbots that speak and judge in it, and to those that speak it aloud and check it
        for harmful content. Your username, e-mail address and IP address are not.
      </li>
      <li>
        <strong>Payment provider.</strong> It receives what it needs to process your purchase.
      </li>
      <li>
        <strong>Service providers.</strong> Companies that host, secure, measure and maintain the
        Service for us, bound by contract to use personal information on our instructions only.
      </li>
      <li>
        <strong>Advertising partners.</strong> As described under Advertising Service.
      </li>
      <li>
        <strong>Other users and the public.</strong> Public debates, with the username of the person
        who started them, can be seen, shared and indexed by search engines, unless you make them
        private or turn sharing off.
      </li>
      <li>
        <strong>Authorities and third parties</strong>, where the law requires it, or where it is
        necessary to protect the rights, property or safety of our users, of the public or of us.
      </li>
      <li>
        <strong>A successor</strong>, if our business or a part of it is merged, sold or
        reorganized. We will tell you before your information becomes subject to another policy.
      </li>
    </ul>
  </>
);

export const CookiesSection = () => (
  <>
    <p>
      Cookies are small files that a website keeps in your browser. We use cookies and similar
      technologies, such as the browser’s local storage, of these kinds:
    </p>
    <ul>
      <li>
        <strong>Essential.</strong> They keep you signed in and protect the Service against abuse.
        The Service cannot work without them.
      </li>
      <li>
        <strong>Analytical.</strong> They help us to count visits and to see which parts of the
        Service are used and how, so that we can improve it.
      </li>
      <li>
        <strong>Functionality.</strong> They remember what you have chosen, such as the light or
        dark theme.
      </li>
      <li>
        <strong>Targeting.</strong> They are set by our advertising partners to show advertising
        that is more likely to interest you, and to measure how well it works.
      </li>
    </ul>
    <p>
      You can delete or block cookies in the settings of your browser. If you block essential
      cookies, you cannot sign in. Where the law requires your consent to a cookie, we ask for it
      before the cookie is set.
    </p>
  </>
);

export const AdvertisingSection = () => (
  <>
    <p>
      We use a third-party advertising service to show advertisements. That service and its partners
      may use cookies, or similar identifiers, to serve advertisements based on your visits to this
      and other websites, to limit how often you see the same one, and to report on results.
    </p>
    <p>
      You may opt out of personalized advertising in the advertising settings of the service, or for
      many companies at once at{" "}
      <a href="https://optout.aboutads.info" rel="noreferrer">
        optout.aboutads.info
      </a>{" "}
      (United States) and{" "}
      <a href="https://www.youronlinechoices.eu" rel="noreferrer">
        youronlinechoices.eu
      </a>{" "}
      (European Union). You will then still see advertisements, but they will not be chosen on the
      basis of your interests. We do not show personalized advertising to anyone whom we know to be
      under 16.
    </p>
  </>
);

export const SecuritySection = () => (
  <>
    <p>
      We protect personal information by technical and organizational measures that are appropriate
      to the risk: encryption in transit, passwords that are stored only as salted hashes, sessions
      that end when your account does, access for those who need it, and records of administrative
      actions. No system is perfectly secure, and we cannot guarantee absolute security. If a breach
      is likely to put your rights at risk, we will notify you and the authorities as the law
      requires.
    </p>
    <p>
      We keep personal information only as long as the purposes in this policy require: account data
      and content until you delete them or your account; technical logs for a limited period, unless
      an incident requires longer; transaction records for as long as tax and accounting law
      requires, detached from your account once that is deleted.
    </p>
  </>
);
