import { create } from '@bufbuild/protobuf';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '#/announced-network.ts';
import { normalizeParsed, parsePrinted, type RecordingName, readNormalizedOrphans } from '#/normalized-blocks.ts';
import { toStreamed } from '#/streamed-blocks.ts';
import { RawChain } from './raw-chain.ts';

/** Blocks of a recording that are reverted and come back. */
const NEAR_TIP = 300;

/** A chain by whose raw blocks the rules of the protocol are checked. */
export interface VerifiedChain {
  label: string;
  network: Network;
  raw: RawChain;
  /** Its blocks as the blocks service streams them. */
  blocks: readonly Block[];
  /** How an indexer gets there, with the reorganisations on the way. */
  steps: readonly ChainStep[];
}

/** Blocks that are applied, behind those that stay. */
export interface ChainStep {
  /** Blocks above are reverted before; null: none is. */
  keepHeight: number | null;
  blocks: readonly Block[];
}

/** A recording, with the reorganisations that its node went through. */
export function recordedChain(name: RecordingName): VerifiedChain {
  const printed = Array.from(readRecording(recordingDir(name)).blocks(), ({ block }) => block);
  const network = announcedNetwork(name, { hasDefinition: name !== 'mempool-a' });
  const normalized = normalizeParsed(printed, network.chainId);
  const blocks = toStreamed(normalized);
  const steps: ChainStep[] = [];
  let next = 0;
  for (const { blocks: branch } of readNormalizedOrphans(name)) {
    const fork = branch[0]?.height ?? 0;
    // A branch may have left the chain below one of the branches before it.
    steps.push(
      fork < next ? { keepHeight: fork - 1, blocks: [] } : { keepHeight: null, blocks: blocks.slice(next, fork) },
    );
    steps.push({ keepHeight: null, blocks: toStreamed([...normalized.slice(0, fork), ...branch]).slice(fork) });
    steps.push({ keepHeight: fork - 1, blocks: [] });
    next = fork;
  }
  steps.push({ keepHeight: null, blocks: blocks.slice(next) });
  // Every block near the tip comes twice.
  const keepHeight = blocks.length - NEAR_TIP;
  steps.push({ keepHeight, blocks: blocks.slice(keepHeight + 1) });
  return { label: name, network, raw: new RawChain(printed, network.chainId), blocks, steps };
}

/** A chain as a generator prints it. */
export interface PrintedChain {
  chainId: string;
  name: string;
  blocks: readonly { text: string }[];
}

/** A generated chain that becomes another one from a height on: first all of the one, then the branch. */
export function branchedChain(label: string, before: PrintedChain, after: PrintedChain, fork: number): VerifiedChain {
  const { chainId, name } = before;
  const facts = { environment: Environment.TESTNET, isDefault: true, blockTimeSeconds: 60, rootName: 'VRSCTEST' };
  const parse = ({ blocks }: PrintedChain) => blocks.map(({ text }) => parsePrinted(text));
  const printed = parse(after);
  const blocks = toStreamed(normalizeParsed(printed, chainId));
  return {
    ...{ label, blocks },
    network: create(NetworkSchema, { chainId, name, ...facts, finalityDepth: 100 }),
    raw: new RawChain(printed, chainId),
    steps: [
      { keepHeight: null, blocks: toStreamed(normalizeParsed(parse(before), chainId)) },
      { keepHeight: fork - 1, blocks: blocks.slice(fork) },
    ],
  };
}
