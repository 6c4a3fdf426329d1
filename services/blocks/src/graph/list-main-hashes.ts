import { readHeight } from '@ledgergraph/chain-kit/graph/arguments';
import type { BlocksContext } from './loaders.ts';

const HASHES_MAX = 1_000;

interface MainHashesArguments {
  chainId: string;
  fromHeight: number;
  toHeight: number;
}

export async function listMainHashes(_: unknown, args: MainHashesArguments, context: BlocksContext): Promise<string[]> {
  const from = readHeight('fromHeight', args.fromHeight);
  const to = readHeight('toHeight', args.toHeight);
  const { chainId, height } = await context.view(args.chainId);
  return context.loaders.mainHashes(chainId, { from, to: Math.min(to, height) }, HASHES_MAX);
}
