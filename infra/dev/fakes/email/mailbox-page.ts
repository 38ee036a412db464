import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import { renderPage } from "../page.ts";

export interface ReceivedEmail {
  id: number;
  /** Recipients according to the SMTP commands, not the headers. */
  to: string[];
  from: string;
  subject: string;
  receivedAt: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

const renderEmailItem = ({ id, subject, to, receivedAt }: ReceivedEmail): string =>
  `<li><a href="/mailbox/${id}"><strong>${escapeHtml(subject)}</strong>
<span>to ${escapeHtml(to.join(", "))} · <time datetime="${receivedAt}">${receivedAt.slice(11, 19)} UTC</time></span></a></li>`;

export const renderMailboxPage = (mails: readonly ReceivedEmail[]): string =>
  renderPage(
    "Mailbox",
    `<h1>Mailbox</h1>
<p>Demo mailbox: these emails were not sent to anyone.</p>
${mails.length === 0 ? "<p>No emails yet. This page reloads by itself.</p>" : ""}
<ul>${mails.toReversed().map(renderEmailItem).join("")}</ul>`,
    '<meta http-equiv="refresh" content="3">',
  );

/** Renders one email, as HTML and as text. Its links open in a new tab. */
export const renderEmailPage = ({ subject, to, from, html, text }: ReceivedEmail): string =>
  renderPage(
    subject,
    `<p><a href="/mailbox">All emails</a></p><h1>${escapeHtml(subject)}</h1>
<p>from ${escapeHtml(from)} to ${escapeHtml(to.join(", "))}</p>
<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox"
  srcdoc="${escapeHtml(html.replace("<head>", '<head><base target="_blank">'))}"></iframe>
<h2>As text</h2><pre>${escapeHtml(text)}</pre>`,
  );
