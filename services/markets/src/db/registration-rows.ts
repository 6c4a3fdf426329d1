import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Registration, RegistrationTerms } from '#/registrations/registration.ts';

export interface RegistrationRow extends Registration {
  height: number;
  txIndex: number;
  /** Unix seconds. */
  time: number;
  txid: string;
  /** Null where the fee is unknown. */
  price: bigint | null;
  followsRules: boolean | null;
}

/** A referral share, and all that its earner had of its currency after it. */
export interface ShareRow {
  earner: string;
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  satoshis: bigint;
  /** Running total. */
  income: bigint;
}

export interface TermsRow extends RegistrationTerms {
  currencyId: string;
  height: number;
  txIndex: number;
}

export interface RegistrationRows {
  registrations: readonly RegistrationRow[];
  shares: readonly ShareRow[];
  terms: readonly TermsRow[];
}

/** Terms in force of currencies; those of unknown ones are missing. */
export async function findTerms(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, RegistrationTerms>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<(RegistrationTerms & { currencyId: string })[]>(
    `SELECT DISTINCT ON (currency_id) currency_id AS "currencyId", registration_fee AS "registrationFee",
            referral_levels AS "referralLevels"
       FROM registration_terms WHERE chain_id = $1 AND currency_id = ANY ($2::text[])
      ORDER BY currency_id, height DESC, tx_index DESC`,
    chainId,
    currencyIds,
  );
  return new Map(rows.map(({ currencyId, ...terms }) => [currencyId, terms]));
}

/** Addresses that the registrations of some identities paid shares to, in order; identities without a registration are missing. */
export async function findEarners(
  db: SqlExecutor,
  chainId: string,
  identityAddresses: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (identityAddresses.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ id: string; earners: string[] }[]>(
    `SELECT DISTINCT ON (identity_address) identity_address AS id, share_addresses AS earners
       FROM registration WHERE chain_id = $1 AND identity_address = ANY ($2::text[])
      ORDER BY identity_address, height DESC, tx_index DESC`,
    chainId,
    identityAddresses,
  );
  return new Map(rows.map(({ id, earners }) => [id, earners]));
}

/** Running totals of earners, by `incomeKey`; those that earned nothing are missing. */
export async function findLastIncomes(
  db: SqlExecutor,
  chainId: string,
  earners: readonly string[],
): Promise<Map<string, bigint>> {
  if (earners.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ earner: string; currencyId: string; income: string }[]>(
    `SELECT DISTINCT ON (earner, currency_id) earner, currency_id AS "currencyId", income::text
       FROM referral_share WHERE chain_id = $1 AND earner = ANY ($2::text[])
      ORDER BY earner, currency_id, height DESC, tx_index DESC, vout DESC`,
    chainId,
    earners,
  );
  return new Map(rows.map((row) => [incomeKey(row), BigInt(row.income)]));
}

export function incomeKey({ earner, currencyId }: { earner: string; currencyId: string }): string {
  return `${earner} ${currencyId}`;
}

export async function writeRegistrationRows(tx: SqlExecutor, chainId: string, rows: RegistrationRows): Promise<void> {
  await insertRows(
    tx,
    'registration_terms',
    {
      chain_id: 'text',
      currency_id: 'text',
      height: 'integer',
      tx_index: 'integer',
      registration_fee: 'bigint',
      referral_levels: 'integer',
    },
    rows.terms.map((row) => [
      chainId,
      row.currencyId,
      row.height,
      row.txIndex,
      row.registrationFee,
      row.referralLevels,
    ]),
  );
  await insertRegistrations(tx, chainId, rows.registrations);
  await insertRows(
    tx,
    'referral_share',
    {
      chain_id: 'text',
      earner: 'text',
      currency_id: 'text',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      satoshis: 'bigint',
      income: 'numeric',
    },
    rows.shares.map((row) => [
      chainId,
      row.earner,
      row.currencyId,
      row.height,
      row.txIndex,
      row.vout,
      row.satoshis,
      row.income,
    ]),
  );
}

async function insertRegistrations(tx: SqlExecutor, chainId: string, rows: readonly RegistrationRow[]): Promise<void> {
  await insertRows(
    tx,
    'registration',
    {
      chain_id: 'text',
      identity_address: 'text',
      height: 'integer',
      tx_index: 'integer',
      time: 'bigint',
      txid: 'text',
      parent_id: 'text',
      referrer: 'text',
      currency_id: 'text',
      price: 'bigint',
      burned: 'bigint',
      paid_to_parent: 'bigint',
      fee: 'bigint',
      share_outputs: 'integer[]',
      share_addresses: 'text[]',
      share_amounts: 'bigint[]',
      follows_rules: 'boolean',
    },
    rows.map((row) => [
      chainId,
      row.identityAddress,
      row.height,
      row.txIndex,
      row.time,
      row.txid,
      row.parentId,
      row.referrer,
      row.currencyId,
      row.price,
      row.burned,
      row.paidToParent,
      row.fee,
      row.shares.map(({ vout }) => vout),
      row.shares.map(({ address }) => address),
      row.shares.map(({ satoshis }) => satoshis),
      row.followsRules,
    ]),
  );
}

/** @param keepHeight -1: no block is kept */
export async function deleteRegistrationsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of ['referral_share', 'registration', 'registration_terms']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, chainId, keepHeight);
  }
}
