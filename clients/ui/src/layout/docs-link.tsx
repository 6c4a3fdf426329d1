import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Pages of the documentation that the dashboard leads to; each is `docs/<name>.md`, served by the gateway. */
export type DocsPage = 'cookbook' | 'export' | 'live' | 'pending' | 'webhooks';

/** Address of a page of this installation's documentation; without a page, of its start. */
export function docsPath(page?: DocsPage): string {
  return page === undefined ? '/docs' : `/docs/${page}`;
}

export interface DocsLinkProps extends AnchorProps {
  page?: DocsPage;
  children: ReactNode;
}

/** A link into the documentation. It opens a tab of its own, so that a form or a key at hand is not lost. */
export function DocsLink({ page, children, ...props }: DocsLinkProps) {
  return (
    <Anchor href={docsPath(page)} target="_blank" rel="noopener" underline="always" inherit {...props}>
      {children}
    </Anchor>
  );
}
