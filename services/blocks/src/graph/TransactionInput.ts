import { hex } from '@ledgergraph/chain-kit/hex';
import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import type { CurrencyAmountNode } from './CurrencyAmount.ts';
import type { BlocksContext } from './loaders.ts';
import type { InputRecord } from './transaction-lists.ts';

export const TransactionInput = {
  coinbase: ({ input }: InputRecord): string | null => (isCoinbase({ input }) ? hex(input.coinbase) : null),
  txid: ({ input }: InputRecord): string | null => (isCoinbase({ input }) ? null : hex(input.txid)),
  vout: ({ input }: InputRecord): number | null => (isCoinbase({ input }) ? null : input.vout),
  sequence: ({ input }: InputRecord): number => input.sequence,

  address: async (record: InputRecord, _: unknown, context: BlocksContext): Promise<string | null> =>
    (await findSpentOutput(record, context))?.addresses[0] ?? null,

  countedFor: async (record: InputRecord, _: unknown, context: BlocksContext): Promise<string[]> => {
    const output = await findSpentOutput(record, context);
    return output === undefined ? [] : readIndexedAddresses(output);
  },

  value: async (record: InputRecord, _: unknown, context: BlocksContext): Promise<bigint | null> =>
    (await findSpentOutput(record, context))?.satoshis ?? null,

  currencyValues: async (record: InputRecord, _: unknown, context: BlocksContext): Promise<CurrencyAmountNode[]> => {
    const values = (await findSpentOutput(record, context))?.currencyValues ?? [];
    return values.map((value) => ({ ...value, view: record.view }));
  },
};

function isCoinbase({ input }: Pick<InputRecord, 'input'>): boolean {
  return input.coinbase.length > 0;
}

/** From our own blocks or mempool: the node's data is not reliable for protocol outputs (docs/verus/blocks.md#inputs). */
async function findSpentOutput({ chainId, input }: InputRecord, context: BlocksContext): Promise<Output | undefined> {
  if (isCoinbase({ input })) return undefined;
  const parent = { chainId, txid: hex(input.txid) };
  const body = (await context.loaders.transactionBody.load(parent)) ?? (await context.loaders.poolBody.load(parent));
  return body?.outputs.find(({ index }) => index === input.vout);
}
