import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconActivityHeartbeat } from '@tabler/icons-react';
import { LiveIndicator } from './live-indicator.tsx';
import { NetworkCard } from './network-card.tsx';
import type { NetworkStatus } from './network-status.ts';
import { useStatus } from './use-status.ts';

/** Progress of each network's indexing. */
export function NetworksPage() {
  const status = useStatus();
  return (
    <Page
      title="Sync status"
      intro="The block that queries read each network at, and how far that is behind the network’s own tip."
      action={<LiveIndicator updatedAtMs={status.dataUpdatedAt} isBroken={status.error !== null} />}
    >
      <QueryPanel query={status} rows={4}>
        {({ networks }) =>
          networks.length === 0 ? (
            <Card>
              <NothingYet icon={<IconActivityHeartbeat />} title="No networks yet">
                This installation has only just started, or follows no network.
              </NothingYet>
            </Card>
          ) : (
            <>
              <Environment
                title="Main networks"
                note="read with live keys"
                networks={networks.filter(({ environment }) => environment === 'MAINNET')}
              />
              <Environment
                title="Test networks"
                note="read with test keys"
                networks={networks.filter(({ environment }) => environment === 'TESTNET')}
              />
            </>
          )
        }
      </QueryPanel>
    </Page>
  );
}

function Environment({ title, note, networks }: { title: string; note: string; networks: NetworkStatus[] }) {
  if (networks.length === 0) return null;
  return (
    <section aria-label={title}>
      <Group gap="xs" mb="sm" align="baseline">
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {networks.map((network) => (
          <NetworkCard key={network.chainId} network={network} />
        ))}
      </SimpleGrid>
    </section>
  );
}
