import { create } from '@bufbuild/protobuf';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { normalizePrinted, type RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedBlocks, readStreamedOrphans, toStreamed } from '@ledgergraph/test-kit/streamed-blocks';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { openStand, type Stand } from '../stand.ts';
import { RawChain } from './raw-chain.ts';
import { listImports, type RawImport } from './raw-records.ts';
import { readStored, type StoredFlows } from './stored-flows.ts';
import { readLevels, type StoredLevels } from './stored-levels.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
export const RECORDED = ['vrsctest-a', 'pchain-a', 'mempool-a'] as const;
export const GENERATED = ['a generated chain', 'the chain that it launched'] as const;
export type ChainName = (typeof RECORDED)[number] | (typeof GENERATED)[number];

/** A chain as its blocks have it, and as this service has it after reorganisations. */
export interface VerifiedChain {
  name: ChainName;
  raw: RawChain;
  imports: RawImport[];
  stored: StoredFlows;
  levels: StoredLevels;
}

/** All chains, each from a service that had their branches too, and has reverted them. */
export async function openChains(): Promise<Map<ChainName, VerifiedChain>> {
  const chains: VerifiedChain[] = [];
  // One after the other: what computes for long while another one waits for its database lets that wait time out.
  for (const name of RECORDED) chains.push(await openRecorded(name));
  chains.push(...(await openGenerated()));
  return new Map(chains.map((chain) => [chain.name, chain]));
}

async function readChain(name: ChainName, stand: Stand, raw: RawChain): Promise<VerifiedChain> {
  const stored = await readStored(stand, raw.chainId);
  return { name, raw, imports: listImports(raw), stored, levels: await readLevels(stand, raw.chainId) };
}

async function openRecorded(name: (typeof RECORDED)[number]): Promise<VerifiedChain> {
  const stand = await openStand();
  await applyRecorded(stand, name);
  const printed = Array.from(readRecording(recordingDir(name)).blocks(), ({ block }) => objectOf(block));
  const chain = await readChain(name, stand, new RawChain(announcedNetwork(name).chainId, printed));
  await stand.close();
  return chain;
}

async function openGenerated(): Promise<VerifiedChain[]> {
  const stand = await openStand();
  const options = { chainId: VRSCTEST, name: 'VRSCTEST', seed: 61, blocks: 240 };
  const first = generateFlowPair({ ...options, fork: { height: 200, seed: 8 } });
  const last = generateFlowPair(options);
  const sides: { name: ChainName; raw: RawChain }[] = [];
  for (const [index, side] of (['launcher', 'launched'] as const).entries()) {
    const { chainId, name, blocks } = last[side];
    const network = generatedNetwork(chainId, name);
    const fork = first[side].blocks.findIndex(({ hash }, at) => hash !== blocks[at]?.hash);
    const texts = (chain: typeof first): string[] => chain[side].blocks.map(({ text }) => text);
    const read = (chain: typeof first): Block[] => toStreamed(normalizePrinted(texts(chain), chainId));
    await stand.apply(network, read(first), 80);
    // Down to below the fork, so that blocks of both branches come back.
    await stand.revert(network, fork - 9);
    await stand.apply(network, read(last).slice(fork - 8), 11);
    const printed = texts(last).map((text) => objectOf(parseLossless(text)));
    sides.push({ name: GENERATED[index] ?? GENERATED[0], raw: new RawChain(chainId, printed) });
  }
  // The graph looks networks up once in a while: one that is saved after the first query is unknown at first.
  const chains: VerifiedChain[] = [];
  for (const { name, raw } of sides) chains.push(await readChain(name, stand, raw));
  await stand.close();
  return chains;
}

/** With every branch that a reorganisation left behind, and every block near the tip twice. */
async function applyRecorded(stand: Stand, name: RecordingName): Promise<void> {
  const network = { ...announcedNetwork(name, { hasDefinition: true }), environment: Environment.TESTNET };
  const blocks = readStreamedBlocks(name);
  let applied = 0;
  for (const { blocks: branch } of name === 'vrsctest-a' ? readStreamedOrphans(name) : []) {
    const fork = branch[0]?.height ?? 0;
    await stand.apply(network, blocks.slice(applied, fork), 60);
    await stand.apply(network, branch, 5);
    await stand.revert(network, fork - 1);
    applied = fork;
  }
  await stand.apply(network, blocks.slice(applied), 60);
  const keep = blocks.length - 300;
  await stand.revert(network, keep);
  await stand.apply(network, blocks.slice(keep + 1), 50);
}

function generatedNetwork(chainId: string, name: string): Network {
  const facts = { environment: Environment.TESTNET, isDefault: true, blockTimeSeconds: 60, rootName: 'VRSCTEST' };
  return create(NetworkSchema, { chainId, name, ...facts, finalityDepth: 100 });
}

function objectOf(block: unknown): JsonObject {
  if (!isJsonObject(block)) throw new Error('a block that is no object');
  return block;
}
