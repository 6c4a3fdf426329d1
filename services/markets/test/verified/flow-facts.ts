import type { RawChain } from '@ledgergraph/test-kit/rules/raw-chain';
import type { Rule } from '@ledgergraph/test-kit/rules/test-rules';
import type { VerifiedChain } from '@ledgergraph/test-kit/rules/verified-chains';
import type { Stand } from '../stand.ts';
import { listImports, type RawImport } from './raw-records.ts';
import { readStored, type StoredFlows } from './stored-flows.ts';
import { readLevels, type StoredLevels } from './stored-levels.ts';

export interface FlowFacts {
  label: string;
  raw: RawChain;
  imports: RawImport[];
  stored: StoredFlows;
  levels: StoredLevels;
  other: FlowFacts | null;
}

export type FlowRule = Rule<FlowFacts>;

export async function readFlowFacts(stand: Stand, { label, raw, network }: VerifiedChain): Promise<FlowFacts> {
  const stored = await readStored(stand, raw.chainId);
  return { label, raw, imports: listImports(raw), stored, levels: await readLevels(stand, network), other: null };
}
