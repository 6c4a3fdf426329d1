import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { RegistrationTerms } from '#/registrations/registration.ts';

export const termsTable = describeTable('registration_terms', {
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  registrationFee: 'bigint',
  referralLevels: 'integer',
});
export type TermsRow = RowOf<typeof termsTable>;

export const registrationTable = describeTable('registration', {
  identityAddress: 'text',
  height: 'integer',
  txIndex: 'integer',
  time: 'oid',
  txid: 'text',
  parentId: 'text',
  referrer: 'text?',
  currencyId: 'text',
  price: 'bigint?',
  burned: 'bigint',
  paidToParent: 'bigint',
  fee: 'bigint?',
  shareOutputs: 'integer[]',
  shareAddresses: 'text[]',
  shareAmounts: 'bigint[]',
  followsRules: 'boolean?',
});
export type RegistrationRow = RowOf<typeof registrationTable>;

export const shareTable = describeTable('referral_share', {
  earner: 'text',
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  satoshis: 'bigint',
  income: 'numeric',
});
export type ShareRow = RowOf<typeof shareTable>;

export async function findTerms(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<Map<string, RegistrationTerms>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<(RegistrationTerms & { currencyId: string })[]>(
    `SELECT DISTINCT ON (currency_id) currency_id AS "currencyId", registration_fee AS "registrationFee",
            referral_levels AS "referralLevels"
       FROM registration_terms WHERE chain = $1 AND currency_id = ANY ($2::text[])
      ORDER BY currency_id, height DESC, tx_index DESC`,
    chain,
    currencyIds,
  );
  return new Map(rows.map(({ currencyId, ...terms }) => [currencyId, terms]));
}

export async function findEarners(
  db: SqlExecutor,
  chain: number,
  identityAddresses: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (identityAddresses.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ id: string; earners: string[] }[]>(
    `SELECT DISTINCT ON (identity_address) identity_address AS id, share_addresses AS earners
       FROM registration WHERE chain = $1 AND identity_address = ANY ($2::text[])
      ORDER BY identity_address, height DESC, tx_index DESC`,
    chain,
    identityAddresses,
  );
  return new Map(rows.map(({ id, earners }) => [id, earners]));
}

export async function findLastIncomes(
  db: SqlExecutor,
  chain: number,
  earners: readonly string[],
): Promise<Map<string, bigint>> {
  if (earners.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ earner: string; currencyId: string; income: string }[]>(
    `SELECT DISTINCT ON (earner, currency_id) earner, currency_id AS "currencyId", income::text
       FROM referral_share WHERE chain = $1 AND earner = ANY ($2::text[])
      ORDER BY earner, currency_id, height DESC, tx_index DESC, vout DESC`,
    chain,
    earners,
  );
  return new Map(rows.map((row) => [incomeKey(row), BigInt(row.income)]));
}

export function incomeKey({ earner, currencyId }: { earner: string; currencyId: string }): string {
  return `${earner} ${currencyId}`;
}
