import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import {
  findEarners,
  findLastIncomes,
  findTerms,
  incomeKey,
  type RegistrationRow,
  type RegistrationRows,
  type ShareRow,
  type TermsRow,
} from '#/db/registration-rows.ts';
import { followsRules, priceOf, type Registration, type RegistrationTerms } from '#/registrations/registration.ts';
import { nativeTerms } from '#/registrations/terms.ts';
import type { RegistrationParts } from './read-registrations.ts';

/** A block as registrations see it. */
export interface RegistrationBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  registrations: readonly RegistrationParts[];
}

/** Earlier rows that registrations build on. */
interface Before {
  terms: Map<string, RegistrationTerms>;
  earners: Map<string, readonly string[]>;
  incomes: Map<string, bigint>;
}

/** Computes the rows of registrations that consecutive blocks add. */
export async function prepareRegistrations(
  db: SqlExecutor,
  network: Pick<Network, 'chainId' | 'nativeDefinition'>,
  blocks: readonly RegistrationBlock[],
): Promise<RegistrationRows> {
  const before = await loadBefore(db, network, blocks);
  const registrations: RegistrationRow[] = [];
  const shares: ShareRow[] = [];
  const terms: TermsRow[] = [];
  for (const { height, time, registrations: all } of blocks) {
    for (const { txid, txIndex, terms: set, registration } of all) {
      for (const row of set) {
        terms.push({ ...row, height, txIndex });
        before.terms.set(row.currencyId, row);
      }
      if (registration === null) continue;
      const place = { height, txIndex, time, txid };
      registrations.push(toRow(network.chainId, registration, place, before));
      shares.push(...toShares(registration, place, before.incomes));
      before.earners.set(
        registration.identityAddress,
        registration.shares.map(({ address }) => address),
      );
    }
  }
  return { registrations, shares, terms };
}

async function loadBefore(
  db: SqlExecutor,
  { chainId, nativeDefinition }: Pick<Network, 'chainId' | 'nativeDefinition'>,
  blocks: readonly RegistrationBlock[],
): Promise<Before> {
  const all = blocks.flatMap((block) => block.registrations.flatMap(({ registration }) => registration ?? []));
  const parents = new Set(all.map(({ parentId }) => parentId));
  const referrers = new Set(all.flatMap(({ referrer }) => referrer ?? []));
  const paid = new Set(all.flatMap(({ shares }) => shares.map(({ address }) => address)));
  const terms = await findTerms(db, chainId, [...parents]);
  // A launched chain defines its own currency in block 1. No block defines that of a root chain.
  const native = nativeTerms(nativeDefinition);
  if (native !== null && !terms.has(chainId)) terms.set(chainId, native);
  return {
    terms,
    earners: await findEarners(db, chainId, [...referrers]),
    incomes: await findLastIncomes(db, chainId, [...paid]),
  };
}

function toRow(
  chainId: string,
  registration: Registration,
  place: Pick<RegistrationRow, 'height' | 'txIndex' | 'time' | 'txid'>,
  { terms, earners }: Before,
): RegistrationRow {
  const { parentId, referrer } = registration;
  const inherited = referrer === null ? null : (earners.get(referrer) ?? null);
  return {
    ...registration,
    ...place,
    price: priceOf(chainId, registration),
    followsRules: followsRules(chainId, registration, terms.get(parentId) ?? null, inherited),
  };
}

function toShares(
  { currencyId, shares }: Registration,
  { height, txIndex }: { height: number; txIndex: number },
  incomes: Map<string, bigint>,
): ShareRow[] {
  return shares.map(({ vout, address: earner, satoshis }) => {
    const key = incomeKey({ earner, currencyId });
    const income = (incomes.get(key) ?? 0n) + satoshis;
    incomes.set(key, income);
    return { earner, currencyId, height, txIndex, vout, satoshis, income };
  });
}
