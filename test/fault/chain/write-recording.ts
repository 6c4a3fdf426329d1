import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { type JsonObject, type JsonValue, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

export interface RecordedNetwork {
  chainId: string;
  name: string;
  /** 60 where absent. */
  blockTimeSeconds?: number;
}

export interface RecordedBlock {
  height: number;
  hash: string;
  parent: RecordedBlock | null;
  /** `getblock <hash> 2` as of a tip at this block. */
  json: JsonObject;
}

const BLOCK_SECONDS = 60;

/** In the form of test/recordings/README.md: blocks that do not lead to `tip` are orphans. */
export async function writeRecording(
  dir: string,
  network: RecordedNetwork,
  blocks: readonly RecordedBlock[],
  tip: RecordedBlock,
): Promise<void> {
  const main = chainOf(tip);
  const kept = new Set(main.map(({ hash }) => hash));
  const line = (block: RecordedBlock): JsonObject => ({
    height: whole(block.height),
    hash: block.hash,
    block: block.json,
  });
  const orphans = blocks.filter(({ hash }) => !kept.has(hash)).map((block) => ({ fork: 'generated', ...line(block) }));
  await mkdir(dir, { recursive: true });
  const meta = { environment: 'TESTNET', blockTimeSeconds: BLOCK_SECONDS, ...network };
  await writeFile(join(dir, 'meta.json'), JSON.stringify({ ...meta, tipHeight: tip.height, tipHash: tip.hash }));
  await writeLines(join(dir, 'blocks.jsonl.gz'), main.map(line));
  await writeLines(join(dir, 'orphans.jsonl.gz'), orphans);
  await writeLines(join(dir, 'answers.jsonl.gz'), [nativeCurrency(network), nodeInfo(network)]);
}

export function chainOf<Block extends { parent: Block | null }>(tip: Block): Block[] {
  const chain: Block[] = [];
  for (let block: Block | null = tip; block !== null; block = block.parent) chain.push(block);
  return chain.reverse();
}

function writeLines(file: string, lines: readonly JsonValue[]): Promise<void> {
  return writeFile(file, gzipSync(lines.map((line) => `${stringifyLossless(line)}\n`).join(''), { level: 1 }));
}

function nativeCurrency({ chainId, name, blockTimeSeconds = BLOCK_SECONDS }: RecordedNetwork): JsonObject {
  const definition = {
    version: whole(1),
    options: whole(264),
    name,
    currencyid: chainId,
    systemid: chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(1),
    startblock: whole(0),
    endblock: whole(0),
    preallocations: [],
    idregistrationfees: decimal(100_00000000n),
    idreferrallevels: whole(3),
    blocktime: whole(blockTimeSeconds),
    fullyqualifiedname: name,
    bestheight: whole(0),
  };
  return { method: 'getcurrency', params: [name], result: definition };
}

function nodeInfo({ chainId, name }: RecordedNetwork): JsonObject {
  const counters = { blocks: whole(0), longestchain: whole(0), tiptime: whole(0), connections: whole(8) };
  return { method: 'getinfo', params: [], result: { VRSCversion: '1.2.16-1', chainid: chainId, name, ...counters } };
}
