import { COLORS } from "#shared/domain/brand.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import type { ReceivedEmail } from "./received-email.ts";

const renderThemeVariables = (theme: "dark" | "light"): string =>
  Object.entries(COLORS)
    .map(([name, color]) => `--${name}:${color[theme]}`)
    .join(";");

const STYLE = `
  :root{color-scheme:light dark;${renderThemeVariables("light")}}
  @media(prefers-color-scheme:dark){:root{${renderThemeVariables("dark")}}}
  *{box-sizing:border-box}
  body{margin:0;padding:32px 16px;background:var(--canvas);color:var(--ink);
    font:16px/1.5 Inter,system-ui,sans-serif}
  main{max-width:46rem;margin:0 auto;display:grid;gap:16px}
  h1{margin:0;font-size:26px;line-height:1.2;overflow-wrap:anywhere}
  p{margin:0;color:var(--muted)}
  ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}
  a{color:inherit}
  li a{display:grid;gap:2px;padding:14px 18px;border:1px solid var(--line);border-radius:14px;
    background:var(--panel);text-decoration:none;overflow-wrap:anywhere}
  li a:hover{border-color:var(--edge)}
  li span{color:var(--muted);font-size:14px}
  iframe{width:100%;min-height:34rem;border:1px solid var(--line);border-radius:14px;background:#fff}
  pre{margin:0;padding:18px;border:1px solid var(--line);border-radius:14px;background:var(--panel);
    white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px}
  h2{margin:8px 0 0;font-size:17px}`;

const renderPage = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">${head}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

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
