import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { placeOf } from './link-rules.ts';
import { listExports, listTransfers, type RawTransfer, readTransfer } from './raw-records.ts';
import { stateOf } from './raw-states.ts';

// See verus-defi.md 1.2.

const F = {
  CONVERT: 2,
  PRECONVERT: 4,
  MINT: 0x20,
  CROSS_SYSTEM: 0x40,
  BURNS: 0x180,
  OUT: 0x200,
  VIA: 0x400,
  IDENTITY: 0x1000,
  CURRENCY: 0x2000,
} as const;

/** The first row of the table that fits counts. */
export function byTable({ flags, src, toId, viaId }: RawTransfer) {
  const has = (flag: number) => (flags & flag) !== 0;
  if (has(F.PRECONVERT)) return { kind: 'CONTRIBUTION', fromId: src, toId, importId: toId };
  if (has(F.CONVERT) && has(F.VIA)) return { kind: 'VIA', fromId: src, toId, importId: viaId ?? '' };
  if (has(F.CONVERT) && has(F.OUT)) return { kind: 'SELL', fromId: src, toId, importId: src };
  if (has(F.CONVERT)) return { kind: 'BUY', fromId: src, toId, importId: toId };
  if (has(F.BURNS)) return { kind: 'BURN', fromId: src, toId: null, importId: src };
  if (has(F.MINT)) return { kind: 'MINT', fromId: toId, toId, importId: toId };
  const kind = has(F.IDENTITY) ? 'IDENTITY_EXPORT' : has(F.CURRENCY) ? 'CURRENCY_EXPORT' : 'SEND';
  return { kind, fromId: src, toId: src, importId: toId };
}

function listOrders({ raw }: FlowFacts): { key: string; record: string; order: RawTransfer }[] {
  return listTransfers(raw).map(({ transaction, output: { key, payload } }) => ({
    key,
    record: placeOf('transfer', { key, transaction }),
    order: readTransfer(payload),
  }));
}

export const TRANSFER_RULES: readonly FlowRule[] = [
  {
    title: 'the flags of a transfer decide its kind, what it gives and what it asks for',
    counts: [116, 6, 8, -1, -1],
    list: (chain) =>
      listOrders(chain).map(({ key, record, order }): Check => {
        const { kind, fromId, toId } = byTable(order);
        const own = chain.stored.transfers.get(key);
        const viaId = kind === 'VIA' ? order.viaId : null;
        return {
          record,
          wanted: [kind, fromId, toId, viaId, order.amount, order.fee, order.feeCurrencyId, order.address],
          found: [
            ...[own?.kind, own?.fromId, own?.toId, own?.viaId, own?.amount],
            ...[own?.fee, own?.feeCurrencyId, own?.destination],
          ],
        };
      }),
  },
  {
    title: 'the import that carries a transfer out is that of the currency which its kind names',
    counts: [116, 4, 8, -1, -1],
    list: ({ raw, imports, stored }) => {
      const held = new Map(
        imports.map((one) => [one.currencyId, new Set(stateOf(one).reserves.map(({ currencyId }) => currencyId))]),
      );
      return listExports(raw).flatMap(({ key: exportKey, payload, transfers }) => {
        const currencyId = String(payload.destinationcurrencyid);
        return payload.destinationsystemid !== raw.chainId
          ? []
          : transfers.map((key) => {
              const order = readTransfer(raw.output(key)?.payload ?? {});
              const { kind, importId } = byTable(order);
              // A burn of a reserve goes to its basket.
              const isOfBasket = kind === 'BURN' && held.get(currencyId)?.has(order.src);
              return {
                record: `transfer ${key} of export ${exportKey}`,
                wanted: [isOfBasket ? currencyId : importId, currencyId],
                found: Array(2).fill(stored.exports.get(stored.transfers.get(key)?.exportKey ?? '')?.currencyId),
              };
            });
      });
    },
  },
  {
    title: 'a mint, though printed as native coins, is an amount of the currency that it makes',
    counts: [7, 0, 0, -1, -1],
    list: (chain) =>
      listOrders(chain)
        .filter(({ order: { flags } }) => (flags & F.MINT) !== 0)
        .map(({ key, record, order }) => {
          const own = chain.stored.transfers.get(key);
          return {
            record,
            wanted: [order.src, order.toId, order.toId, order.amount],
            found: [chain.raw.chainId, own?.fromId, own?.toId, own?.amount],
          };
        }),
  },
];
