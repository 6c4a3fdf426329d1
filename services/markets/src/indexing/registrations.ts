import type { Module, ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import {
  findEarners,
  findLastIncomes,
  findTerms,
  incomeKey,
  type RegistrationRow,
  registrationTable,
  type ShareRow,
  shareTable,
  type TermsRow,
  termsTable,
} from '#/db/registration-tables.ts';
import { followsRules, priceOf, type Registration, type RegistrationTerms } from '#/registrations/registration.ts';
import { nativeTerms } from '#/registrations/terms.ts';
import { type RegistrationParts, readRegistrations } from './read-registrations.ts';

interface RegistrationBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  registrations: readonly RegistrationParts[];
}

export interface RegistrationRows {
  terms: TermsRow[];
  registrations: RegistrationRow[];
  shares: ShareRow[];
}

export const registrations: Module<RegistrationRows, RegistrationBlock> = {
  tables: { terms: termsTable, registrations: registrationTable, shares: shareTable },
  read: (block: Block) => ({
    height: block.height,
    time: Number(block.time),
    registrations: readRegistrations(block),
  }),
  prepare: prepareRegistrations,
  countViolations: ({ registrations: rows }) => rows.filter((row) => row.followsRules === false).length,
};

interface Before {
  terms: Map<string, RegistrationTerms>;
  earners: Map<string, readonly string[]>;
  incomes: Map<string, bigint>;
}

async function prepareRegistrations(batch: ModuleBatch<RegistrationBlock>): Promise<RegistrationRows> {
  const before = await loadBefore(batch);
  const { chainId } = batch.network;
  const rows: RegistrationRows = { terms: [], registrations: [], shares: [] };
  for (const { height, time, registrations: all } of batch.blocks) {
    for (const { txid, txIndex, terms: set, registration } of all) {
      for (const row of set) {
        rows.terms.push({ ...row, height, txIndex });
        before.terms.set(row.currencyId, row);
      }
      if (registration === null) continue;
      const place = { height, txIndex, time, txid };
      rows.registrations.push(toRow(chainId, registration, place, before));
      rows.shares.push(...toShares(registration, place, before.incomes));
      before.earners.set(
        registration.identityAddress,
        registration.shares.map(({ address }) => address),
      );
    }
  }
  return rows;
}

async function loadBefore({ db, network, chain, blocks }: ModuleBatch<RegistrationBlock>): Promise<Before> {
  const { chainId, nativeDefinition } = network;
  const all = blocks.flatMap((block) => block.registrations.flatMap(({ registration }) => registration ?? []));
  const parents = new Set(all.map(({ parentId }) => parentId));
  const referrers = new Set(all.flatMap(({ referrer }) => referrer ?? []));
  const paid = new Set(all.flatMap(({ shares }) => shares.map(({ address }) => address)));
  const terms = await findTerms(db, chain, [...parents]);
  // A launched chain defines its own currency in block 1; no block defines that of a root chain.
  const native = nativeTerms(nativeDefinition);
  if (native !== null && !terms.has(chainId)) terms.set(chainId, native);
  return {
    terms,
    earners: await findEarners(db, chain, [...referrers]),
    incomes: await findLastIncomes(db, chain, [...paid]),
  };
}

function toRow(
  chainId: string,
  registration: Registration,
  place: Pick<RegistrationRow, 'height' | 'txIndex' | 'time' | 'txid'>,
  { terms, earners }: Before,
): RegistrationRow {
  const { parentId, referrer, shares } = registration;
  const inherited = referrer === null ? null : (earners.get(referrer) ?? null);
  return {
    ...registration,
    ...place,
    price: priceOf(chainId, registration),
    shareOutputs: shares.map(({ vout }) => vout),
    shareAddresses: shares.map(({ address }) => address),
    shareAmounts: shares.map(({ satoshis }) => satoshis),
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
