import { create } from '@bufbuild/protobuf';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '#/announced-network.ts';
import { normalizeParsed, parsePrinted, type RecordingName, readNormalizedOrphans } from '#/normalized-blocks.ts';
import { toStreamed } from '#/streamed-blocks.ts';
import { RawChain } from './raw-chain.ts';

const NEAR_TIP = 300;

export interface VerifiedChain {
  label: string;
  network: Network;
  raw: RawChain;
  blocks: readonly Block[];
  steps: readonly ChainStep[];
}

export interface ChainStep {
  /** Blocks above are reverted before; null: none. */
  keepHeight: number | null;
  blocks: readonly Block[];
}

export function recordedChain(name: RecordingName): VerifiedChain {
  const printed = Array.from(readRecording(recordingDir(name)).blocks(), ({ block }) => block);
  const network = announcedNetwork(name, { hasDefinition: name !== 'mempool-a' });
  const normalized = normalizeParsed(printed, network.chainId);
  const blocks = toStreamed(normalized);
  const steps: ChainStep[] = [];
  let next = 0;
  for (const { blocks: branch } of readNormalizedOrphans(name)) {
    const fork = branch[0]?.height ?? 0;
    // A branch may leave the chain below an earlier one.
    steps.push(
      fork < next ? { keepHeight: fork - 1, blocks: [] } : { keepHeight: null, blocks: blocks.slice(next, fork) },
    );
    steps.push({ keepHeight: null, blocks: toStreamed([...normalized.slice(0, fork), ...branch]).slice(fork) });
    steps.push({ keepHeight: fork - 1, blocks: [] });
    next = fork;
  }
  steps.push({ keepHeight: null, blocks: blocks.slice(next) });
  // Blocks near the tip come twice.
  const keepHeight = blocks.length - NEAR_TIP;
  steps.push({ keepHeight, blocks: blocks.slice(keepHeight + 1) });
  return { label: name, network, raw: new RawChain(printed, network.chainId), blocks, steps };
}

export interface PrintedChain {
  chainId: string;
  name: string;
  blocks: readonly { text: string }[];
}

export function branchedChain(label: string, before: PrintedChain, after: PrintedChain, fork: number): VerifiedChain {
  const { chainId, name } = before;
  const facts = { environment: Environment.TESTNET, isDefault: true, blockTimeSeconds: 60, rootName: 'VRSCTEST' };
  const parse = ({ blocks }: PrintedChain) => blocks.map(({ text }) => parsePrinted(text));
  const printed = parse(after);
  const blocks = toStreamed(normalizeParsed(printed, chainId));
  return {
    label,
    blocks,
    network: create(NetworkSchema, { chainId, name, ...facts, finalityDepth: 100 }),
    raw: new RawChain(printed, chainId),
    steps: [
      { keepHeight: null, blocks: toStreamed(normalizeParsed(parse(before), chainId)) },
      { keepHeight: fork - 1, blocks: blocks.slice(fork) },
    ],
  };
}
