import type { PageAssets } from './assets.ts';
import { exampleQueries } from './example-queries.ts';

/** Only this server is loaded and reached. Monaco writes style elements, and its icons are data URLs. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // The dashboard shows the page inside its own.
  "frame-ancestors 'self'",
].join('; ');

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%223%22 fill=%22%231f5fbf%22/%3E%3C/svg%3E';

export function renderPage({ stylesheets, scripts }: Pick<PageAssets, 'stylesheets' | 'scripts'>): string {
  // "<" could end the script element.
  const examples = JSON.stringify(exampleQueries).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Ledgergraph</title>
    <link rel="icon" href="${ICON}">
    ${stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n    ')}
  </head>
  <body>
    <form id="key-form">
      <strong>Ledgergraph</strong>
      <label for="key">API key</label>
      <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="lg_test_…">
      <button type="submit">Use key</button>
      <label id="session" hidden>
        or as a member of <span id="session-team"></span>:
        <select id="environment" aria-label="Environment">
          <option value="test">Test networks</option>
          <option value="live">Live networks</option>
        </select>
      </label>
      <span id="key-note" role="status"></span>
      <nav aria-label="Ledgergraph">
        <a href="/docs">Docs</a>
        <a href="/dashboard">Dashboard</a>
      </nav>
    </form>
    <div id="graphiql"><noscript>This page needs JavaScript.</noscript></div>
    <script type="application/json" id="examples">${examples}</script>
    ${scripts.map((path) => `<script src="${path}"></script>`).join('\n    ')}
  </body>
</html>
`;
}
