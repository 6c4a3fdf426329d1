import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import type { RawChain, RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Amounts, addAll } from '@ledgergraph/test-kit/rules/raw-json';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { listExports, listTransfers, type RawExport, type RawImport, readTransfer } from './raw-records.ts';

// See verus-defi.md 1.1.

const DEFINITION = 0x40;
const MINT = 0x20;
const CONVERT = 2;
const PRECONVERT = 4;
const VIA = 0x400;

export function placeOf(kind: string, { key, transaction }: { key: string; transaction: RawTransaction }): string {
  return `${kind} ${key} at ${transaction.height}`;
}

function listPairs({ raw, imports }: FlowFacts): { one: RawImport; from: RawExport | undefined }[] {
  const exports = new Map(listExports(raw, true).map((from) => [from.key, from]));
  return imports
    .filter(({ sourceSystemId, exportKey }) => sourceSystemId === raw.chainId && exportKey !== null)
    .map((one) => ({ one, from: exports.get(one.exportKey ?? '') }));
}

/** Only definitions have no export. */
function comparePairs(
  chain: FlowFacts,
  read: (pair: { one: RawImport; from: RawExport }) => Pick<Check, 'wanted' | 'found'>,
): Check[] {
  return listPairs(chain).map(({ one, from }) => ({
    record: placeOf('import', one),
    ...(from === undefined ? { wanted: 'its export', found: 'none' } : read({ one, from })),
  }));
}

function isBefore(one: RawTransaction, other: RawTransaction): boolean {
  return one.height < other.height || (one.height === other.height && one.txIndex < other.txIndex);
}

export const LINK_RULES: readonly FlowRule[] = [
  {
    title: 'every export and import counts once, and what only repeats another one does not',
    counts: [114, 13, 35, -1, -1],
    list: ({ raw, imports, stored }) => {
      const raws = [...listExports(raw), ...imports];
      const found = [...stored.exports.values(), ...stored.imports.values()];
      // The first one compares all keys, so that none is ours alone.
      const isOurs = (one: { key: string; transaction: RawTransaction }): Check => ({
        record: placeOf('record', one),
        wanted: 1,
        found: found.filter(({ key }) => key === one.key).length,
      });
      const keys = (all: readonly { key: string }[]) => all.map(({ key }) => key).sort();
      return [{ record: raw.chainId, wanted: keys(raws), found: keys(found) }, ...raws.slice(1).map(isOurs)];
    },
  },
  {
    title: 'an import names an export that stands before it on the chain',
    counts: [57, 1, 17, -1, -1],
    list: (chain) =>
      comparePairs(chain, ({ one, from }) => ({
        wanted: { key: from.key, isBefore: true },
        found: {
          key: chain.stored.imports.get(one.key)?.exportKey,
          isBefore: isBefore(from.transaction, one.transaction),
        },
      })),
  },
  {
    title: 'an import repeats the digest of the transfers of its export',
    counts: [57, 1, 17, -1, -1],
    list: (chain) =>
      comparePairs(chain, ({ one, from }) => ({
        wanted: [one.payload.hashtransfers, from.payload.hashtransfers],
        found: Array(2).fill(
          isDefinition(from)
            ? chain.stored.imports.get(one.key)?.hashTransfers
            : chain.stored.exports.get(from.key)?.hashTransfers,
        ),
      })),
  },
  {
    title: 'an import brings in what its export carries',
    counts: [57, 1, 17, -1, -1],
    list: (chain) =>
      comparePairs(chain, ({ one, from }) => ({
        wanted: one.valueIn,
        found: isDefinition(from) ? from.totalAmounts : chain.stored.exports.get(from.key)?.totalAmounts,
      })),
  },
  {
    title: 'the source height of an import is the last height of its export',
    counts: [57, 1, 17, -1, -1],
    list: (chain) =>
      comparePairs(chain, ({ one, from }) => ({
        wanted: [Number(one.payload.sourceheight), Number(from.payload.sourceheightend)],
        found: [
          chain.stored.imports.get(one.key)?.sourceHeight,
          isDefinition(from) ? Number(from.payload.sourceheightend) : chain.stored.exports.get(from.key)?.toHeight,
        ],
      })),
  },
  {
    title: 'the transaction of an import spends the pending finalizeexport of its export',
    counts: [49, 1, 10, -1, -1],
    list: ({ raw, stored }) => {
      const imported = new Map([...stored.imports.values()].map(({ exportKey, key }) => [exportKey, key]));
      return raw.transactions.flatMap(({ txid, outputs }) =>
        outputs
          .filter(({ kind, payload }) => kind === 'finalizeexport' && payload.status === 'pending')
          .map(({ key, payload }) => {
            const exportKey = `${txid}:${Number(payload.output?.voutnum)}`;
            const spender = raw.spend(key)?.by.txid;
            return {
              record: `import of export ${exportKey}`,
              wanted: spender ?? null,
              found: imported.get(exportKey)?.split(':')[0] ?? null,
            };
          }),
      );
    },
  },
  {
    title: 'behind every import stands the notarization of its currency, with the state that we read',
    counts: [62, 8, 23, -1, -1],
    list: ({ imports, stored }) =>
      imports.map((one) => ({
        record: placeOf('import', one),
        wanted: one.notarization?.key ?? 'a notarization',
        found: stored.imports.get(one.key)?.stateKey,
      })),
  },
  {
    title: 'a transfer is spent by the export that lists it, and where it waits by none',
    counts: [116, 6, 8, -1, -1],
    list: ({ raw, stored }) => {
      const listedBy = new Map(listExports(raw).flatMap(({ key, transfers }) => transfers.map((one) => [one, key])));
      return listTransfers(raw).map(({ transaction, output: { key } }) => ({
        record: placeOf('transfer', { key, transaction }),
        wanted: {
          spentIn: raw.spend(key)?.by.txid ?? null,
          listedBy: listedBy.get(key) ?? null,
        },
        found: {
          spentIn: stored.transfers.get(key)?.exportKey?.split(':')[0] ?? null,
          listedBy: stored.transfers.get(key)?.exportKey ?? null,
        },
      }));
    },
  },
  {
    title: 'transfers of an export stand in the order of their heights, txids as bytes and outputs',
    counts: [29, 2, 1, -1, -1],
    list: ({ raw, stored }) =>
      listExports(raw)
        .filter(({ transfers }) => transfers.length > 1)
        .map((one) => ({
          record: placeOf('export', one),
          wanted: [one.transfers, orderOf(raw, one.transfers)],
          found: Array(2).fill(stored.exports.get(one.key)?.transfers),
        })),
  },
  {
    title: 'transfers of an export lie between its heights',
    counts: [116, 6, 8, -1, -1],
    list: ({ raw, stored }) =>
      listExports(raw).flatMap((one) =>
        one.transfers.map((key) => {
          const from = stored.exports.get(one.key);
          const height = stored.transfers.get(key)?.height ?? -1;
          return {
            record: `transfer ${key} of ${placeOf('export', one)}`,
            wanted: [raw.transaction(key.split(':')[0] ?? '')?.height, true],
            found: [height, from !== undefined && from.fromHeight <= height && height <= from.toHeight],
          };
        }),
      ),
  },
  {
    title: 'an export carries the amounts of its transfers without mints, their fees, and those of onward legs',
    counts: [47, 2, 7, -1, -1],
    list: (chain) =>
      compareSums(
        chain,
        ({ kind, fromId, amount, fee, feeCurrencyId }, legFee) => [
          [fromId, kind === 'MINT' ? 0n : amount],
          [feeCurrencyId, fee + legFee],
        ],
        'totalAmounts',
      ),
  },
  {
    title: 'the fees of an export are those of its transfers without mints, and of their conversions',
    counts: [47, 2, 7, -1, -1],
    list: (chain) =>
      compareSums(
        chain,
        ({ kind, fromId, amount, fee, feeCurrencyId, flags }, legFee) => [
          [feeCurrencyId, (kind === 'MINT' ? 0n : fee) + conversionFeeOfLeg(legFee)],
          [fromId, feeTimes(flags) * ((amount * 25_000n) / 100_000_000n)],
        ],
        'totalFees',
      ),
  },
];

/** The fee is converted through the basket, so it includes a conversion fee. */
export function conversionFeeOfLeg(legFee: bigint): bigint {
  return 2n * ((legFee * 25_000n) / 100_050_000n);
}

function isDefinition({ flags }: RawExport): boolean {
  return (flags & DEFINITION) !== 0;
}

function feeTimes(flags: number): bigint {
  if ((flags & (CONVERT | PRECONVERT)) === 0 || (flags & MINT) !== 0) return 0n;
  return (flags & VIA) === 0 ? 1n : 2n;
}

/** Bytes of the txid count, which is printed backwards. */
function orderOf(raw: RawChain, keys: readonly string[]): string[] {
  const placed = keys.map((key) => {
    const [txid = '', n = ''] = key.split(':');
    const bytes = txid.match(/../g)?.reverse().join('') ?? '';
    return { key, height: raw.transaction(txid)?.height ?? -1, bytes, n: Number(n) };
  });
  return placed
    .sort((a, b) => a.height - b.height || (a.bytes < b.bytes ? -1 : a.bytes > b.bytes ? 1 : a.n - b.n))
    .map(({ key }) => key);
}

interface Summed {
  kind: string;
  flags: number;
  fromId: string;
  amount: bigint;
  fee: bigint;
  feeCurrencyId: string;
}

function compareSums(
  { raw, stored }: FlowFacts,
  amountsOf: (transfer: Summed, legFee: bigint) => (readonly [string, bigint])[],
  member: 'totalAmounts' | 'totalFees',
): Check[] {
  return listExports(raw)
    .filter(({ transfers }) => transfers.length > 0)
    .map((one) => {
      const sums: Amounts = new Map();
      for (const key of one.transfers) {
        const transfer = stored.transfers.get(key);
        const order = readTransfer(raw.output(key)?.payload ?? {});
        if (transfer === undefined) continue;
        for (const [id, amount] of amountsOf(transfer, order.legFee)) {
          addAll(sums, new Map([[id, amount]]));
        }
      }
      return {
        record: placeOf('export', one),
        wanted: [one[member], one[member]],
        found: [sums, stored.exports.get(one.key)?.[member]],
      };
    });
}
