import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { StackError } from '#/stack/stack-error.ts';

/** Facts about a recording folder that a start needs. */
export interface Recording {
  dir: string;
  chainId: string;
  networkName: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  /** Height of its last block. */
  tipHeight: number;
  /** Height at which a person watching sees most: the recording's own, or see `chooseStart`. */
  startHeight: number;
}

const BLOCKS_BEFORE_FORK = 8;
const SHARE_OF_CHAIN = 0.6;

/**
 * Reads a recording's description.
 *
 * @throws StackError when the folder is not a recording
 */
export async function readRecording(dir: string): Promise<Recording> {
  const metaFile = join(dir, 'meta.json');
  if (!existsSync(metaFile)) throw new StackError(`${dir} is not a recording: it has no meta.json`);
  const meta: unknown = JSON.parse(await readFile(metaFile, 'utf8'));
  if (!isMeta(meta))
    throw new StackError(`${metaFile} lacks one of chainId, name, environment, blockTimeSeconds and tipHeight`);
  const { chainId, name: networkName, environment, blockTimeSeconds, tipHeight } = meta;
  const facts = { dir, chainId, networkName, environment, blockTimeSeconds, tipHeight };
  return { ...facts, startHeight: meta.startHeight ?? (await chooseStart(dir, tipHeight)) };
}

// Shortly before the first reorganisation that was recorded; without one, far enough below the tip to watch blocks arrive.
async function chooseStart(dir: string, tipHeight: number): Promise<number> {
  const orphansFile = join(dir, 'orphans.jsonl.gz');
  if (!existsSync(orphansFile)) return Math.floor(tipHeight * SHARE_OF_CHAIN);
  const lines = (await promisify(gunzip)(await readFile(orphansFile))).toString('utf8').trimEnd().split('\n');
  // The height alone is wanted, and it stands before the block: no need to parse megabytes.
  const heights = lines.flatMap((line) => /"height":\s*(\d+)/.exec(line)?.[1] ?? []).map(Number);
  return heights.length === 0
    ? Math.floor(tipHeight * SHARE_OF_CHAIN)
    : Math.max(0, Math.min(...heights) - BLOCKS_BEFORE_FORK);
}

interface Meta {
  chainId: string;
  name: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  tipHeight: number;
  startHeight?: number;
}

function isMeta(value: unknown): value is Meta {
  const meta = value as Partial<Meta> | null;
  return (
    typeof meta?.chainId === 'string' &&
    typeof meta.name === 'string' &&
    (meta.environment === 'MAINNET' || meta.environment === 'TESTNET') &&
    Number.isSafeInteger(meta.blockTimeSeconds) &&
    Number.isSafeInteger(meta.tipHeight) &&
    (meta.startHeight === undefined || Number.isSafeInteger(meta.startHeight))
  );
}
