import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked, type RendererObject, type Tokens } from 'marked';

export interface RenderedMarkdown {
  title: string;
  html: string;
}

export interface LinkTargets {
  /** Path on this server of a file of the repository; undefined if it is not served. */
  pathOf: (file: string) => string | undefined;
  /** File of the page, below the root of the repository. */
  file: string;
}

const WEB = /^https?:\/\//;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Anchors are those of GitHub. HTML is shown as text, and a link to a file that is not served becomes its text. */
export function renderMarkdown(text: string, targets: LinkTargets): RenderedMarkdown {
  const slugger = new GithubSlugger();
  let title = '';
  const renderer: RendererObject = {
    heading({ tokens, depth }: Tokens.Heading) {
      const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
      if (title === '') title = plain;
      const id = escapeHtml(slugger.slug(plain));
      return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const inner = this.parser.parseInline(tokens);
      const target = targetOf(href, targets);
      if (target === undefined) return inner;
      const rel = WEB.test(target) ? ' rel="noopener noreferrer"' : '';
      return `<a href="${escapeHtml(target)}"${rel}>${inner}</a>`;
    },
    image: ({ text: alternative }: Tokens.Image) => escapeHtml(alternative),
    html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escapeHtml(raw),
  };
  const html = new Marked({ gfm: true, renderer }).parse(text, { async: false });
  return { title, html };
}

function targetOf(href: string, { pathOf, file }: LinkTargets): string | undefined {
  if (WEB.test(href) || href.startsWith('#') || /^\/(?:docs|graphql|dashboard|status)(?:[/#?]|$)/.test(href))
    return href;
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return undefined;
  const [path = '', anchor] = href.split('#', 2);
  const served = pathOf(posix.join(posix.dirname(file), path));
  return served && `${served}${anchor === undefined ? '' : `#${anchor}`}`;
}
