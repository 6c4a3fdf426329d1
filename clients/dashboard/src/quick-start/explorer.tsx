import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { DocsLink } from '@ledgergraph/ui/layout/docs-link.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { ExternalLinkIcon, TelescopeIcon } from 'lucide-react';
import { useState } from 'react';
import { handToExplorer } from '#/session/held-key.tsx';
import classes from './explorer.module.css';

/** The gateway's explorer is large, and is loaded on demand. */
export function Explorer({ value }: { value: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    if (value !== undefined) handToExplorer(value);
    setOpen(true);
  };
  return (
    <Section
      title="3. The explorer"
      intro="Every type and field, with documentation and completion."
      action={
        isOpen && (
          <Anchor href="/graphql" target="_blank" rel="noopener" size="sm">
            <Group gap={4}>
              In a tab of its own <ExternalLinkIcon size={14} aria-hidden />
            </Group>
          </Anchor>
        )
      }
    >
      {isOpen ? (
        <iframe className={classes.frame} src="/graphql" title="GraphQL explorer" />
      ) : (
        <NothingYet
          icon={<TelescopeIcon />}
          title="Ask for anything"
          action={<Button onClick={open}>Open the explorer</Button>}
        >
          {value === undefined
            ? 'It reads with a key of your session, which ends when you sign out.'
            : 'Your key is filled in. It stays in this tab, and in no address.'}
        </NothingYet>
      )}
      <Text size="xs" c="dimmed">
        The whole schema is described inside; the same endpoint serves your programs. The{' '}
        <DocsLink page="cookbook">cookbook</DocsLink> has queries to begin with. The documentation explains{' '}
        <DocsLink page="live">streams</DocsLink> and <DocsLink page="pending">sending transactions</DocsLink>.
      </Text>
    </Section>
  );
}
