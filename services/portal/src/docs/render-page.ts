import { escapeHtml } from './render-markdown.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const DOCS_HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' };

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%223%22 fill=%22%231f5fbf%22/%3E%3C/svg%3E';

export interface DocsPage {
  title: string;
  html: string;
}

export function renderPage({ title, html }: DocsPage, stylesheet: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)} · Ledgergraph</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${stylesheet}">
  </head>
  <body>
    <header>
      <nav aria-label="Ledgergraph">
        <a href="/docs">Docs</a>
        <a href="/graphql">GraphiQL</a>
        <a href="/dashboard">Dashboard</a>
        <a href="/schema.graphql">Schema</a>
      </nav>
    </header>
    <main>
${html}
    </main>
  </body>
</html>
`;
}
