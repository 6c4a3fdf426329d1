import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { branchedChain, recordedChain, type VerifiedChain } from '@ledgergraph/test-kit/rules/verified-chains';
import { type OpenService, openService } from '../open-service.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
export const VERIFIED = ['vrsctest-a', 'pchain-a', 'mempool-a', 'generated'] as const;
export type VerifiedName = (typeof VERIFIED)[number];
/** Here blocks are staked, and a notarization is undecided. */
const FORK = 174;

export interface Verified extends VerifiedChain {
  service: OpenService;
}

export async function openVerified(name: VerifiedName): Promise<Verified> {
  const chain = name === 'generated' ? generated() : recordedChain(name);
  const service = await openService(chain.network);
  for (const { keepHeight, blocks } of chain.steps) {
    if (keepHeight !== null) await service.revert(keepHeight);
    if (blocks.length > 0) await service.apply(blocks);
  }
  return { ...chain, service };
}

/** Long enough that several hours have staked blocks. */
function generated(): VerifiedChain {
  const options = { ...CHAIN, seed: 31, blocks: 290 };
  const branch = generateFlowChain({ ...options, fork: { height: FORK, seed: 33 } });
  return branchedChain('generated', { ...CHAIN, ...generateFlowChain(options) }, { ...CHAIN, ...branch }, FORK);
}
