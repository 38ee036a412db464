import { COLORS } from "#shared/domain/brand.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";

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
  h2{margin:8px 0 0;font-size:17px}
  p{margin:0;color:var(--muted)}
  ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}
  a{color:inherit}
  li a{display:grid;gap:2px;text-decoration:none}
  li a,pre,iframe,button,.notice{border:1px solid var(--line);border-radius:14px;padding:14px 18px;
    background:var(--panel);overflow-wrap:anywhere}
  li a:hover,button:hover{border-color:var(--edge)}
  li span{color:var(--muted);font-size:14px}
  iframe{width:100%;min-height:34rem;padding:0;background:#fff}
  pre{margin:0;white-space:pre-wrap;font-size:14px}
  button{min-height:48px;color:inherit;font:inherit;font-weight:600;cursor:pointer}
  [role=alert]{border-color:#b3202c;color:inherit}
  button.pay{background:#0070e0;border-color:#0070e0;color:#fff}
  .amount{font-size:34px;font-weight:650;color:inherit}`;

/** Renders a page of a fake. `body` and `head` are HTML. */
export const renderPage = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">${head}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
