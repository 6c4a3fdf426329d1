import { placeOf } from './link-rules.ts';
import { type Amounts, addAll, amountsOf, objects, whole } from './printed-json.ts';
import { listExports, type RawExport, type RawImport } from './raw-records.ts';
import type { Checked, Counts, Rule } from './rules.ts';
import type { StoredTransfer } from './stored-flows.ts';
import type { ChainName, VerifiedChain } from './verified-chain.ts';

// Traffic between two chains (verus-defi.md 4). Of the recorded pair the blocks with the exports are not among the recordings:
// pchain-a has its own side alone, and the generated chains have both.

const POST_LAUNCH = 0x80;
const SYSTEM_THREAD = 0x100;
/** Flag of the import that names the export of a definition, whose amounts are not brought in. */
const INITIAL_LAUNCH = 2;

type Chains = ReadonlyMap<ChainName, VerifiedChain>;

interface Crossing {
  one: RawImport;
  /** The other chain, where it is known, and the export there. */
  other: VerifiedChain | undefined;
  from: RawExport | undefined;
}

/** Imports from another system. */
function listCrossings({ raw, imports, name }: VerifiedChain, chains: Chains): Crossing[] {
  const isGenerated = name.startsWith('a generated') || name.startsWith('the chain');
  return imports
    .filter(({ sourceSystemId }) => sourceSystemId !== raw.chainId)
    .map((one) => {
      const other = isGenerated
        ? [...chains.values()].findLast((chain) => chain.raw.chainId === one.sourceSystemId)
        : undefined;
      const from = other && listExports(other.raw, true).find(({ key }) => key === one.exportKey);
      return { one, other, from };
    });
}

/** Compares each import whose export is known. */
function crossingRule(
  title: string,
  counts: Counts,
  read: (pair: {
    one: RawImport;
    from: RawExport;
    chain: VerifiedChain;
    other: VerifiedChain;
  }) => Pick<Checked, 'chain' | 'ours'> | null,
): Rule {
  return {
    title,
    counts,
    list: (chain, chains) =>
      listCrossings(chain, chains).flatMap(({ one, other, from }): Checked[] => {
        if (other === undefined) return [];
        const place = `${placeOf('import', one)} from ${one.sourceSystemId}`;
        if (from === undefined) return [{ place, chain: 'its export', ours: 'none' }];
        const compared = read({ one, from, chain, other });
        return compared === null ? [] : [{ place, ...compared }];
      }),
  };
}

export const CROSSING_RULES: readonly Rule[] = [
  crossingRule(
    'an import from another chain names an export there to this one',
    [0, 0, 0, 1, 1],
    ({ one, from, chain, other }) => ({
      chain: [from.key, chain.raw.chainId, other.raw.chainId],
      ours: [
        chain.stored.imports.get(one.key)?.exportKey,
        other.stored.exports.get(from.key)?.destinationSystemId ?? String(from.payload.destinationsystemid),
        chain.stored.imports.get(one.key)?.sourceSystemId,
      ],
    }),
  ),
  crossingRule('digest and amounts are equal on both chains', [0, 0, 0, 1, 1], ({ one, from, chain, other }) =>
    (one.flags & INITIAL_LAUNCH) !== 0
      ? null
      : {
          chain: [one.payload.hashtransfers, one.valueIn],
          ours: [
            chain.stored.imports.get(one.key)?.hashTransfers,
            other.stored.exports.get(from.key)?.totalAmounts ?? from.totalAmounts,
          ],
        },
  ),
  crossingRule(
    'the source height of an ordinary import is the last height of its export',
    [0, 0, 0, 1, 1],
    ({ one, from, chain, other }) =>
      (from.flags & POST_LAUNCH) === 0
        ? null
        : {
            chain: [whole(one.payload.sourceheight), whole(from.payload.sourceheightend)],
            ours: [chain.stored.imports.get(one.key)?.sourceHeight, other.stored.exports.get(from.key)?.toHeight],
          },
  ),
  crossingRule(
    'the transfers of an import are those of the export on the other chain, in their order',
    [0, 0, 0, 1, 1],
    ({ one, from, chain, other }) => {
      if (from.transfers.length === 0) return null;
      return {
        chain: [
          from.transfers.map((key) => other.raw.output(key)?.payload),
          factsOf(from.transfers.map((key) => other.stored.transfers.get(key))),
        ],
        ours: [one.supplement, factsOf(chain.stored.imports.get(one.key)?.transfers ?? [])],
      };
    },
  ),
  crossingRule(
    'the notarization of an import with transfers proves the other chain at or above its export',
    [0, 0, 0, 1, 1],
    ({ one, from, other }) => {
      const root = rootOf(one, other.raw.chainId);
      if (from.transfers.length === 0) return null;
      return { chain: true, ours: root !== undefined && root >= from.transaction.height };
    },
  ),
  {
    title: 'the notarization of an import from another chain proves a height that its transfers cannot lie above',
    counts: [0, 2, 0, 1, 1],
    list: (chain, chains) =>
      listCrossings(chain, chains)
        .filter(({ one }) => one.supplement.length > 0)
        .map(({ one }) => ({
          place: placeOf('import', one),
          chain: true,
          ours: (rootOf(one, one.sourceSystemId) ?? -1) >= (chain.stored.imports.get(one.key)?.sourceHeight ?? 0),
        })),
  },
  {
    title: 'beside an import from another chain stands the system import, which repeats it and which we leave out',
    counts: [0, 4, 0, 1, 1],
    list: (chain, chains) =>
      listCrossings(chain, chains)
        .filter(({ one }) => one.system !== undefined)
        .map(({ one }) => {
          const repeated = ['hashtransfers', 'numoutputs', 'exporttxid', 'sourceheight'];
          const read = (payload: RawImport['payload'] | undefined) => [
            ...repeated.map((member) => String(payload?.[member])),
            amountsOf(payload?.valuein),
          ];
          return {
            place: placeOf('import', one),
            chain: [read(one.payload), false],
            ours: [read(one.system?.payload), chain.stored.imports.has(one.system?.key ?? '')],
          };
        }),
  },
  {
    title: 'a chain has locked for another one what left for it and neither was burned nor came back',
    counts: [0, 1, 0, 1, 1],
    list: (chain) =>
      otherSystems(chain).map((systemId) => ({
        place: `${chain.raw.chainId} for ${systemId}`,
        chain: [
          chain.raw.unspent(
            ({ kind, payload }) => kind === 'reservedeposit' && payload.controllingcurrencyid === systemId,
          ),
          lockedBySums(chain, systemId),
        ],
        ours: Array(2).fill(chain.levels.locked.get(systemId) ?? new Map()),
      })),
  },
  {
    title: 'an export burns what returns to its chain, and the import there makes it again',
    counts: [0, 1, 0, 0, 1],
    list: ({ raw, levels }) =>
      listExports(raw)
        .filter(({ totalBurned }) => totalBurned.size > 0)
        .map((one) => ({
          place: placeOf('export', one),
          chain: one.totalBurned,
          ours: new Map(
            levels.supplies
              .filter(({ kind, key }) => kind === 'EXPORT' && key === one.key)
              .map(({ currencyId, amount }) => [currencyId, -amount]),
          ),
        })),
  },
];

function rootOf({ notarization }: RawImport, systemId: string): number | undefined {
  const root = objects(notarization?.payload.proofroots).find(({ systemid }) => systemid === systemId);
  return root && whole(root.height);
}

function factsOf(transfers: readonly (StoredTransfer | undefined)[]): unknown[] {
  return transfers.map((own) => {
    return [own?.kind, own?.fromId, own?.toId, own?.viaId, own?.amount, own?.fee, own?.feeCurrencyId, own?.destination];
  });
}

function otherSystems({ raw, stored }: VerifiedChain): string[] {
  const ids = [...stored.exports.values()].map(({ destinationSystemId }) => destinationSystemId);
  return [...new Set(ids)].filter((id) => id !== raw.chainId);
}

/** Sums of all exports to a system and of all imports from it. */
function lockedBySums({ raw, imports }: VerifiedChain, systemId: string): Amounts {
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
