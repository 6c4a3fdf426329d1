import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import { branchedChain, recordedChain, type VerifiedChain } from '@ledgergraph/test-kit/rules/verified-chains';
import { openStand, type Stand } from '../stand.ts';
import { type FlowFacts, readFlowFacts } from './flow-facts.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const FORK = 113;
const PAIR_FORK = 200;
const BATCH = 70;

const RECORDED = ['vrsctest-a', 'pchain-a', 'mempool-a'] as const;
/** One of the generated chains launches the other. */
const PAIR = ['launcher', 'launched'] as const;
export const VERIFIED = [...RECORDED, 'generated', ...PAIR] as const;
export type VerifiedName = (typeof VERIFIED)[number];

export interface Verified extends VerifiedChain {
  stand: Stand;
  flows: FlowFacts;
  close(): Promise<void>;
}

let pair: Promise<Record<(typeof PAIR)[number], Verified>> | undefined;

export async function openVerified(name: VerifiedName): Promise<Verified> {
  if (name === 'launcher' || name === 'launched') {
    pair ??= openPair();
    return (await pair)[name];
  }
  const chain = name === 'generated' ? generated() : recordedChain(name);
  const stand = await openStand();
  await applySteps(stand, chain);
  return { ...chain, stand, flows: await readFlowFacts(stand, chain), close: stand.close };
}

async function applySteps(stand: Stand, { steps, network }: VerifiedChain): Promise<void> {
  for (const { keepHeight, blocks } of steps) {
    if (keepHeight !== null) await stand.revert(network, keepHeight);
    if (blocks.length > 0) await stand.apply(network, blocks, BATCH);
  }
}

/** Launches, offers and conversions are under way where its branch begins. */
function generated(): VerifiedChain {
  const options = { ...CHAIN, seed: 31, blocks: 220 };
  const branch = generateFlowChain({ ...options, fork: { height: FORK, seed: 33 } });
  return branchedChain('generated', { ...CHAIN, ...generateFlowChain(options) }, { ...CHAIN, ...branch }, FORK);
}

/** One service has both sides, so that each finds the other one. */
async function openPair(): Promise<Record<(typeof PAIR)[number], Verified>> {
  const options = { ...CHAIN, seed: 61, blocks: 240 };
  const before = generateFlowPair({ ...options, fork: { height: PAIR_FORK, seed: 8 } });
  const after = generateFlowPair(options);
  const stand = await openStand();
  const [launcher, launched] = PAIR.map((side) => {
    const fork = before[side].blocks.findIndex(({ hash }, at) => hash !== after[side].blocks[at]?.hash);
    // From below the fork, so that blocks of both branches come back.
    return branchedChain(side, before[side], after[side], fork - 8);
  }) as [VerifiedChain, VerifiedChain];
  // The graph looks networks up only once in a while.
  for (const chain of [launcher, launched]) await applySteps(stand, chain);
  const [one, two] = [await readFlowFacts(stand, launcher), await readFlowFacts(stand, launched)];
  [one.other, two.other] = [two, one];
  await stand.close();
  const common = { stand, close: async () => {} };
  return { launcher: { ...launcher, ...common, flows: one }, launched: { ...launched, ...common, flows: two } };
}
