import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { type Amounts, addAll, amountsOf, type Json } from '@ledgergraph/test-kit/rules/raw-json';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { placeOf } from './link-rules.ts';
import { listExports, type RawExport, type RawImport } from './raw-records.ts';
import type { StoredTransfer } from './stored-flows.ts';

// See verus-defi.md 4. The generated chains have both sides; pchain-a has its own side alone.

const POST_LAUNCH = 0x80;
const SYSTEM_THREAD = 0x100;
/** The import names the export of a definition, whose amounts are not brought in. */
const INITIAL_LAUNCH = 2;

interface Crossing {
  one: RawImport;
  other: FlowFacts | null;
  from: RawExport | undefined;
}

function listCrossings({ raw, imports, other }: FlowFacts): Crossing[] {
  const exports = new Map(other === null ? [] : listExports(other.raw, true).map((from) => [from.key, from]));
  return imports
    .filter(({ sourceSystemId }) => sourceSystemId !== raw.chainId)
    .map((one) => ({ one, other, from: exports.get(one.exportKey ?? '') }));
}

function crossingRule(
  title: string,
  counts: readonly number[],
  read: (pair: {
    one: RawImport;
    from: RawExport;
    chain: FlowFacts;
    other: FlowFacts;
  }) => Pick<Check, 'wanted' | 'found'> | null,
): FlowRule {
  return {
    title,
    counts,
    list: (chain) =>
      listCrossings(chain).flatMap(({ one, other, from }): Check[] => {
        if (other === null) return [];
        const record = `${placeOf('import', one)} from ${one.sourceSystemId}`;
        if (from === undefined) return [{ record, wanted: 'its export', found: 'none' }];
        const compared = read({ one, from, chain, other });
        return compared === null ? [] : [{ record, ...compared }];
      }),
  };
}

export const CROSSING_RULES: readonly FlowRule[] = [
  crossingRule(
    'an import from another chain names an export there to this one',
    [0, 0, 0, -1, -1],
    ({ one, from, chain, other }) => ({
      wanted: [from.key, chain.raw.chainId, other.raw.chainId],
      found: [
        chain.stored.imports.get(one.key)?.exportKey,
        other.stored.exports.get(from.key)?.destinationSystemId ?? String(from.payload.destinationsystemid),
        chain.stored.imports.get(one.key)?.sourceSystemId,
      ],
    }),
  ),
  crossingRule('digest and amounts are equal on both chains', [0, 0, 0, -1, -1], ({ one, from, chain, other }) =>
    (one.flags & INITIAL_LAUNCH) !== 0
      ? null
      : {
          wanted: [one.payload.hashtransfers, one.valueIn],
          found: [
            chain.stored.imports.get(one.key)?.hashTransfers,
            other.stored.exports.get(from.key)?.totalAmounts ?? from.totalAmounts,
          ],
        },
  ),
  crossingRule(
    'the source height of an ordinary import is the last height of its export',
    [0, 0, 0, -1, -1],
    ({ one, from, chain, other }) =>
      (from.flags & POST_LAUNCH) === 0
        ? null
        : {
            wanted: [Number(one.payload.sourceheight), Number(from.payload.sourceheightend)],
            found: [chain.stored.imports.get(one.key)?.sourceHeight, other.stored.exports.get(from.key)?.toHeight],
          },
  ),
  crossingRule(
    'the transfers of an import are those of the export on the other chain, in their order',
    [0, 0, 0, -1, -1],
    ({ one, from, chain, other }) => {
      if (from.transfers.length === 0) return null;
      return {
        wanted: [
          from.transfers.map((key) => other.raw.output(key)?.payload),
          factsOf(from.transfers.map((key) => other.stored.transfers.get(key))),
        ],
        found: [one.supplement, factsOf(chain.stored.imports.get(one.key)?.transfers ?? [])],
      };
    },
  ),
  crossingRule(
    'the notarization of an import with transfers proves the other chain at or above its export',
    [0, 0, 0, -1, -1],
    ({ one, from, other }) => {
      const root = rootOf(one, other.raw.chainId);
      if (from.transfers.length === 0) return null;
      return { wanted: true, found: root !== undefined && root >= from.transaction.height };
    },
  ),
  {
    title: 'the notarization of an import from another chain proves a height that its transfers cannot lie above',
    counts: [0, 2, 0, -1, -1],
    list: (chain) =>
      listCrossings(chain)
        .filter(({ one }) => one.supplement.length > 0)
        .map(({ one }) => ({
          record: placeOf('import', one),
          wanted: true,
          found: (rootOf(one, one.sourceSystemId) ?? -1) >= (chain.stored.imports.get(one.key)?.sourceHeight ?? 0),
        })),
  },
  {
    title: 'beside an import from another chain stands the system import, which repeats it and which we leave out',
    counts: [0, 4, 0, -1, -1],
    list: (chain) =>
      listCrossings(chain)
        .filter(({ one }) => one.system !== undefined)
        .map(({ one }) => {
          const repeated = ['hashtransfers', 'numoutputs', 'exporttxid', 'sourceheight'];
          const read = (payload: RawImport['payload'] | undefined) => [
            ...repeated.map((member) => String(payload?.[member])),
            amountsOf(payload?.valuein),
          ];
          return {
            record: placeOf('import', one),
            wanted: [read(one.payload), false],
            found: [read(one.system?.payload), chain.stored.imports.has(one.system?.key ?? '')],
          };
        }),
  },
  {
    title: 'a chain has locked for another one what left for it and neither was burned nor came back',
    counts: [0, 1, 0, -1, -1],
    list: (chain) =>
      otherSystems(chain).map((systemId) => ({
        record: `${chain.raw.chainId} for ${systemId}`,
        wanted: [
          chain.raw.unspent(
            ({ kind, payload }) => kind === 'reservedeposit' && payload.controllingcurrencyid === systemId,
          ),
          lockedBySums(chain, systemId),
        ],
        found: Array(2).fill(sumsOf(chain.levels.locked.get(systemId) ?? new Map())),
      })),
  },
  {
    title: 'an export burns what returns to its chain, and the import there makes it again',
    counts: [0, 1, 0, -1, -1],
    list: ({ raw, levels }) =>
      listExports(raw)
        .filter(({ totalBurned }) => totalBurned.size > 0)
        .map((one) => ({
          record: placeOf('export', one),
          wanted: one.totalBurned,
          found: new Map(
            levels.supplies
              .filter(({ kind, key }) => kind === 'EXPORT' && key === one.key)
              .map(({ currencyId, amount }) => [currencyId, -amount]),
          ),
        })),
  },
];

function rootOf({ notarization }: RawImport, systemId: string): number | undefined {
  const root = (notarization?.payload.proofroots ?? []).find(({ systemid }: Json) => systemid === systemId);
  return root && Number(root.height);
}

function factsOf(transfers: readonly (StoredTransfer | undefined)[]): unknown[] {
  return transfers.map((own) => {
    return [own?.kind, own?.fromId, own?.toId, own?.viaId, own?.amount, own?.fee, own?.feeCurrencyId, own?.destination];
  });
}

function otherSystems({ raw, stored }: FlowFacts): string[] {
  const ids = [...stored.exports.values()].map(({ destinationSystemId }) => destinationSystemId);
  return [...new Set(ids)].filter((id) => id !== raw.chainId);
}

/** Leaves out zeros, which are still answered for amounts that came back whole. */
function sumsOf(amounts: ReadonlyMap<string, bigint>): Amounts {
  const sums: Amounts = new Map();
  addAll(sums, amounts);
  return sums;
}

function lockedBySums({ raw, imports }: FlowFacts, systemId: string): Amounts {
  const definitions = raw.transactions.flatMap(({ outputs }) =>
    outputs.filter(({ kind, payload }) => kind === 'currencydefinition' && payload.systemid === raw.chainId),
  );
  const own = new Set([raw.chainId, ...definitions.map(({ payload }) => String(payload.currencyid))]);
  const sums: Amounts = new Map();
  const add = (amounts: Amounts, sign: bigint) =>
    addAll(sums, new Map(Array.from(amounts, ([id, amount]) => [id, sign * amount])));
  for (const one of listExports(raw, true)) {
    if (one.payload.destinationsystemid !== systemId || (one.flags & SYSTEM_THREAD) !== 0) continue;
    add(one.totalAmounts, 1n);
    add(one.totalBurned, -1n);
  }
  for (const one of imports) {
    if (one.sourceSystemId !== systemId) continue;
    add(new Map([...one.valueIn].filter(([id]) => own.has(id))), -1n);
  }
  return sums;
}
