import { StateBadge, type Tone } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Card, Code, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { whole } from '#/usage/numbers.ts';
import { isOld } from './block-age.ts';
import type { NetworkStatus } from './network-status.ts';

const STATES: Record<NetworkStatus['status'], { word: string; tone: Tone }> = {
  LIVE: { word: 'In sync', tone: 'good' },
  SYNCING: { word: 'Catching up', tone: 'warn' },
  NODE_UNAVAILABLE: { word: 'No node answers', tone: 'bad' },
  STALLED: { word: 'Stalled', tone: 'bad' },
};

const KINDS: Record<NetworkStatus['environment'], string> = {
  MAINNET: 'Main network · live keys',
  TESTNET: 'Test network · test keys',
};

/** @param time the gateway's clock when it reported this */
export function NetworkCard({ network, time }: { network: NetworkStatus; time: string }) {
  const { name, height, hash, blockTime, chainTipHeight, blocksBehind } = network;
  return (
    <Card component="article" aria-label={name}>
      <Stack gap="md">
        <Head network={network} />
        <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
          <Figure label="Block">
            <Text fz={24} fw={650} className="numeric">
              {whole(height)}
            </Text>
          </Figure>
          <Figure label="Behind the tip">
            <Text fz={24} fw={650} className="numeric">
              {blocksBehind === null ? 'unknown' : blocksBehind === 0 ? 'none' : whole(blocksBehind)}
            </Text>
          </Figure>
          <Figure label="Block time">
            <Text size="sm">
              <When instant={blockTime} />
            </Text>
          </Figure>
          <Figure label="The node’s tip">
            <Text size="sm" className="numeric">
              {chainTipHeight === null ? 'unknown' : whole(chainTipHeight)}
            </Text>
          </Figure>
        </SimpleGrid>
        {isOld(network, time) && (
          <Text size="sm" c="dimmed">
            The block’s time is long past: the chain makes no blocks at present, or its node plays a recording, as in
            the demo.
          </Text>
        )}
        <Figure label="Hash">
          <Code
            block
            className="breakable"
            bg="var(--lg-code)"
            c="var(--mantine-color-text)"
            p={8}
            style={{ whiteSpace: 'normal' }}
          >
            {hash}
          </Code>
        </Figure>
        <Subgraphs network={network} />
        <LastReorganisation reorg={network.lastReorg} />
      </Stack>
    </Card>
  );
}

function Head({ network: { name, environment, status } }: { network: NetworkStatus }) {
  const { word, tone } = STATES[status];
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Title order={2} fz="lg" className="breakable">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {KINDS[environment]}
        </Text>
      </div>
      <StateBadge tone={tone}>{word}</StateBadge>
    </Group>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  );
}

/** Queries read at the height of the slowest subgraph. */
function Subgraphs({ network: { subgraphs, chainTipHeight, height } }: { network: NetworkStatus }) {
  const tip = Math.max(chainTipHeight ?? 0, height, ...subgraphs.map((subgraph) => subgraph.height), 1);
  return (
    <Stack gap={8}>
      {subgraphs.map((subgraph) => (
        <Group key={subgraph.name} gap="sm" wrap="nowrap">
          <Text size="xs" w={84} tt="capitalize">
            {subgraph.name}
          </Text>
          <Progress
            value={(subgraph.height / tip) * 100}
            color={subgraph.height === tip ? 'teal.6' : 'orange.5'}
            style={{ flex: 1 }}
            aria-label={`${subgraph.name}: ${whole(subgraph.height)} of ${whole(tip)} blocks`}
          />
          <Text size="xs" c="dimmed" className="numeric" w={72} ta="right">
            {whole(subgraph.height)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function LastReorganisation({ reorg }: { reorg: NetworkStatus['lastReorg'] }) {
  return (
    <Text size="sm" c="dimmed">
      {reorg === null ? (
        'No reorganisation seen yet.'
      ) : (
        <>
          Last reorganisation <When instant={reorg.at} />: {whole(reorg.depth)} {reorg.depth === 1 ? 'block' : 'blocks'}{' '}
          replaced above {whole(reorg.forkHeight)}.
        </>
      )}
    </Text>
  );
}
