import { NATIVE_ID } from './address-registry.ts';

export interface Order {
  word: 'ASC' | 'DESC';
  /** Compares a row behind a place, and one before the end. */
  behind: '<' | '>';
  until: '>=' | '<=';
  /** A tx_index behind all of a block. */
  end: number;
}

export const ORDERS: Record<'ASC' | 'DESC', Order> = {
  ASC: { word: 'ASC', behind: '>', until: '<=', end: 2 ** 31 - 1 },
  DESC: { word: 'DESC', behind: '<', until: '>=', end: -1 },
};

export interface StepRange {
  /** Height and tx_index of the place before the range, and of its last place. */
  after: string;
  last: string;
  limit: string;
}

/**
 * Reads a range off the primary key of `step`. The comparison does not begin with the chain: without statistics Postgres would use the
 * index of heights and read the whole chain. Beside an equation of one of its columns Postgres would read all rows of that column's value.
 * @param owner a row with the columns of the key
 * @param key columns between the chain and the height
 */
export function stepRange(
  owner: string,
  key: readonly string[],
  { word, behind, until }: Order,
  { after, last, limit }: StepRange,
): string {
  const columns = [...key, 'height', 'tx_index'].map((name) => `step.${name}`).join(', ');
  const owned = key.map((name) => `${owner}.${name}`).join(', ');
  return `
      step.chain = ${owner}.chain AND (${columns}) ${behind} (${owned}, ${after}) AND (${columns}) ${until} (${owned}, ${last})
      ORDER BY step.chain ${word}, ${columns.replaceAll(',', ` ${word},`)} ${word}
      LIMIT ${limit}`;
}

/**
 * Places at which a currency of an address moved. The native currency has rows in two tables, each read by its own primary key. The view
 * `balance_change` has a constant between the columns of the key, so it would be read from the address's first row on.
 * @param owner a row with chain, address_id and currency_id
 */
export function currencySteps(owner: string, order: Order, range: StepRange): string {
  // A condition on the owner alone is checked once, before the range.
  const isNative = `${owner}.currency_id = ${NATIVE_ID}`;
  return `
    SELECT steps.height, steps.tx_index FROM (
      (SELECT step.height, step.tx_index FROM native_transaction step
        WHERE ${isNative} AND ${stepRange(owner, ['address_id'], order, range)})
       UNION ALL
      (SELECT step.height, step.tx_index FROM balance_change_row step
        WHERE ${stepRange(owner, ['address_id', 'currency_id'], order, range)})
    ) steps ORDER BY steps.height ${order.word}, steps.tx_index ${order.word} LIMIT ${range.limit}`;
}
