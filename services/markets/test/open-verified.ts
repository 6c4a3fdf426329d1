import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
import { branchedChain, recordedChain, type VerifiedChain } from '@ledgergraph/test-kit/rules/verified-chains';
import { openStand, type Stand } from './stand.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const FORK = 113;
const BATCH = 70;

export type VerifiedName = RecordingName | 'generated';

/** A service that went through all reorganisations of a chain, and the chain. */
export interface Verified extends VerifiedChain {
  stand: Stand;
}

export async function openVerified(name: VerifiedName): Promise<Verified> {
  const chain = name === 'generated' ? generated() : recordedChain(name);
  const stand = await openStand();
  for (const { keepHeight, blocks } of chain.steps) {
    if (keepHeight !== null) await stand.revert(chain.network, keepHeight);
    if (blocks.length > 0) await stand.apply(chain.network, blocks, BATCH);
  }
  return { ...chain, stand };
}

/** Launches, offers and conversions are under way where its branch begins. */
function generated(): VerifiedChain {
  const options = { ...CHAIN, seed: 31, blocks: 220 };
  const branch = generateFlowChain({ ...options, fork: { height: FORK, seed: 33 } });
  return branchedChain('generated', { ...CHAIN, ...generateFlowChain(options) }, { ...CHAIN, ...branch }, FORK);
}

/**
 * Every entry of a list, page by page.
 * @param args such as `order: ASC`; the chain is added
 */
export async function listAll(
  { stand, network }: Pick<Verified, 'stand' | 'network'>,
  field: string,
  args: string,
  selection: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
): Promise<any[]> {
  const all: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = `query ($cursor: String) { ${field}(chainId: "${network.chainId}", limit: 100, cursor: $cursor ${args}) {
      nextCursor ${field} { ${selection} } } }`;
    const data: Record<string, Record<string, unknown> & { nextCursor: string | null }> = await stand.data(
      query,
      { cursor },
      { environment: network.environment === Environment.MAINNET ? 'MAINNET' : 'TESTNET' },
    );
    all.push(...((data[field]?.[field] as unknown[]) ?? []));
    cursor = data[field]?.nextCursor ?? null;
  } while (cursor !== null);
  return all;
}
