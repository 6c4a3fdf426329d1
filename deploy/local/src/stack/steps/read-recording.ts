import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDemoStart } from '@ledgergraph/recorded-node/demo-recordings';
import { StackError } from '#/stack/stack-error.ts';

export interface Recording {
  dir: string;
  chainId: string;
  networkName: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  tipHeight: number;
  /** See `findDemoStart`. */
  startHeight: number;
}

/** @throws StackError when the folder is not a recording */
export async function readRecording(dir: string): Promise<Recording> {
  const metaFile = join(dir, 'meta.json');
  if (!existsSync(metaFile)) throw new StackError(`${dir} is not a recording: it has no meta.json`);
  const meta: unknown = JSON.parse(await readFile(metaFile, 'utf8'));
  if (!isMeta(meta))
    throw new StackError(`${metaFile} lacks one of chainId, name, environment, blockTimeSeconds and tipHeight`);
  const { chainId, name: networkName, environment, blockTimeSeconds, tipHeight } = meta;
  const facts = { dir, chainId, networkName, environment, blockTimeSeconds, tipHeight };
  return { ...facts, startHeight: findDemoStart(dir, meta) };
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
