import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Each is `docs/<name>.md`, served by the gateway. */
export type DocsPage = 'cookbook' | 'export' | 'live' | 'node-rpc' | 'pending' | 'webhooks';

export function docsPath(page?: DocsPage): string {
  return page === undefined ? '/docs' : `/docs/${page}`;
}

export interface DocsLinkProps extends AnchorProps {
  page?: DocsPage;
  children: ReactNode;
}

/** Opens a new tab, so that a form or a key on the page is not lost. */
export function DocsLink({ page, children, ...props }: DocsLinkProps) {
  return (
    <Anchor href={docsPath(page)} target="_blank" rel="noopener" underline="always" inherit {...props}>
      {children}
    </Anchor>
  );
}
