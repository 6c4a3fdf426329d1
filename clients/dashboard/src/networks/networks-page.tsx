import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Card, SimpleGrid } from '@mantine/core';
import { ActivityIcon } from 'lucide-react';
import { NetworkCard } from './network-card.tsx';
import type { NetworkStatus } from './network-status.ts';
import { UpdateIndicator } from './update-indicator.tsx';
import { useStatus } from './use-status.ts';

export function NetworksPage() {
  const status = useStatus();
  return (
    <Page
      title="Sync status"
      intro="The block that queries read each network at, and how far that is behind the network’s own tip."
      action={<UpdateIndicator updatedAtMs={status.dataUpdatedAt} isBroken={status.error !== null} />}
    >
      <QueryPanel query={status} rows={4}>
        {({ time, networks }) =>
          networks.length === 0 ? (
            <Card>
              <NothingYet icon={<ActivityIcon />} title="No networks yet">
                This installation has only just started, or follows no network.
              </NothingYet>
            </Card>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {mainFirst(networks).map((network) => (
                <NetworkCard key={network.chainId} network={network} time={time} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryPanel>
    </Page>
  );
}

function mainFirst(networks: NetworkStatus[]): NetworkStatus[] {
  const isMain = ({ environment }: NetworkStatus): boolean => environment === 'MAINNET';
  return [...networks.filter(isMain), ...networks.filter((network) => !isMain(network))];
}
