import type { OutputKey } from '#/db/find-spends.ts';
import type { BlocksContext } from './loaders.ts';

export const SpentOutput = {
  async inputIndex(output: OutputKey, _: unknown, { loaders }: BlocksContext): Promise<number> {
    const spend = await loaders.spend.load(output);
    // Both services have the pinned block: only a reorganisation during this request separates them, and then the lost pin replaces the answer.
    if (spend === undefined) throw new Error(`no input spends ${output.txid}:${output.vout}`);
    return spend.index;
  },
};
