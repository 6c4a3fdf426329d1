import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../../e2e/live/fold.ts';
import type { TreeBlock } from '../../fault/chain/block-tree.ts';
import { chainOf } from '../../fault/chain/write-recording.ts';
import type { PrintedClient } from '../../fault/resume/printed-client.ts';
import type { Installation } from './installation.ts';

// Without a cursor: the wrapper of docs/live.md needs none.
const EVENT = '__typename ... on Event { blockHeight blockHash } ... on BlocksRemoved { depth removedHashes }';

export function subscriptionsTo(
  addresses: readonly string[],
): { query: string; variables?: Record<string, unknown> }[] {
  return [
    { query: `subscription { chainEvents { ${EVENT} } }` },
    {
      query: `subscription ($addresses: [String!]!) { addressActivity(addresses: $addresses) { ${EVENT}
        ... on AddressActivity { address { address } activity { txid balanceAfter } } } }`,
      variables: { addresses },
    },
  ];
}

/** Every client has the last block; each is compared with the chain. */
export async function judgeStreams(
  { stage }: Installation,
  clients: readonly PrintedClient[],
  tip: TreeBlock,
): Promise<{ fact: string; violations: string[] }> {
  const violations: string[] = [];
  const counts = { events: 0, lost: 0, repeated: 0 };
  for (const [index, client] of clients.entries()) {
    const name = `client ${index + 1}, ${client.transport}`;
    await waitFor(() => foldBlocks(client).fold.entries.at(-1)?.hash === tip.hash, {
      what: `the last block at ${name}`,
      timeoutMs: 120_000,
    }).catch(() => violations.push(`${name} did not receive the last block`));
    const { fold, repeated } = foldBlocks(client);
    const first = fold.entries[0]?.height ?? 0;
    const expected = chainOf(tip)
      .slice(first)
      .map(({ hash }) => hash);
    const received = new Set(fold.entries.map(({ hash }) => hash));
    const lost = expected.filter((hash) => !received.has(hash)).length;
    counts.events += client.received;
    counts.lost += lost;
    counts.repeated += repeated;
    const faults = [...client.faults, ...client.ended, ...fold.faults];
    violations.push(...faults.map((fault) => `${name}: ${fault}`));
    if (lost > 0) violations.push(`${name}: ${lost} of ${expected.length} blocks were lost`);
    if (repeated > 0) violations.push(`${name}: ${repeated} blocks came twice`);
  }
  const fact = `${2 * clients.length} streams of ${clients.length} clients with the code of docs/live.md, over SSE, graphql-ws and Apollo: ${counts.events} events, ${counts.lost} lost, ${counts.repeated} repeated; the stage ended ${stage.unexpectedEnds.length} times by itself`;
  return { fact, violations };
}

/** Blocks that stand, in order, without a gap; and those that came while they stood already. */
function foldBlocks(client: PrintedClient): { fold: Fold; repeated: number } {
  const fold = new Fold();
  let repeated = 0;
  for (const event of client.events.get('chainEvents') ?? []) {
    const last = fold.entries.at(-1);
    if (event.__typename === 'BlockAdded' && last !== undefined) {
      if (fold.entries.some(({ hash }) => hash === event.blockHash)) repeated += 1;
      else if (event.blockHeight !== last.height + 1)
        fold.faults.push(`${event.blockHeight} came after ${last.height}`);
    }
    fold.add(event);
  }
  return { fold, repeated };
}
