import { hex } from '@ledgergraph/chain-kit/hex';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { readOutputKind } from '@ledgergraph/verus-protocol/output-kind';
import type { SpendRecord } from '#/db/find-spends.ts';
import type { CurrencyAmountNode } from './CurrencyAmount.ts';
import type { BlocksContext } from './loaders.ts';
import { openSeenPool } from './open-pool.ts';
import type { OutputRecord } from './transaction-lists.ts';

export const TransactionOutput = {
  index: ({ output }: OutputRecord): number => output.index,
  value: ({ output }: OutputRecord): bigint => output.satoshis,
  satoshis: ({ output }: OutputRecord): bigint => output.satoshis,
  currencyValues: ({ view, output }: OutputRecord): CurrencyAmountNode[] =>
    output.currencyValues.map((value) => ({ ...value, view })),
  scriptType: ({ output }: OutputRecord): string => output.scriptType,
  script: ({ output }: OutputRecord): string => hex(output.script),
  kind: ({ output }: OutputRecord): string | null => readOutputKind(output.kind),
  payload: ({ output }: OutputRecord): string | null => (output.payloadJson === '' ? null : output.payloadJson),
  addresses: ({ output }: OutputRecord): string[] => output.addresses,
  countedFor: ({ output }: OutputRecord): string[] => readIndexedAddresses(output),
  spendable: ({ output }: OutputRecord): boolean => output.spendable,

  spentBy: async (
    record: OutputRecord,
    _: unknown,
    context: BlocksContext,
  ): Promise<(SpendRecord & { blockHeight: number }) | null> => {
    const { chainId, txid, output, view } = record;
    const spend = await context.loaders.spend.load({ chainId, txid, vout: output.index });
    return spend !== undefined && spend.height <= view.height ? { ...spend, blockHeight: spend.height } : null;
  },

  spentByPending: async (
    { chainId, txid, output, view }: OutputRecord,
    _: unknown,
    context: BlocksContext,
  ): Promise<string | null> => {
    const { height, serial } = await openSeenPool(context, chainId, view.at, null);
    return context.loaders.pendingSpender.load({ chainId, txid, vout: output.index, height, serial });
  },
};
