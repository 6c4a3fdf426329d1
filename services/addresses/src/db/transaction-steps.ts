import { NATIVE_ID } from './address-registry.ts';

/** Direction of a page, as its statement writes it. */
export interface Order {
  word: 'ASC' | 'DESC';
  /** Comparison of a row behind a place, and of one that is not yet behind the end. */
  behind: '<' | '>';
  until: '>=' | '<=';
  /** A tx_index behind all of a block. */
  end: number;
}

export const ORDERS: Record<'ASC' | 'DESC', Order> = {
  ASC: { word: 'ASC', behind: '>', until: '<=', end: 2 ** 31 - 1 },
  DESC: { word: 'DESC', behind: '<', until: '>=', end: -1 },
};

/** Places of a range, as expressions of SQL. */
export interface StepRange {
  /** Height and tx_index of the place before the range, and of its last one. */
  after: string;
  last: string;
  limit: string;
}

/**
 * Condition and order by which a range is read off the primary key of `step`. The comparison does not begin with the chain: without statistics
 * Postgres would also take the index of heights for it, and go through the whole chain. The equations besides let Postgres know that rows come by
 * height, so that it merges two such ranges without a sort.
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
  const equal = ['chain', ...key].map((name) => `step.${name} = ${owner}.${name}`).join(' AND ');
  return `
      ${equal} AND (${columns}) ${behind} (${owned}, ${after}) AND (${columns}) ${until} (${owned}, ${last})
      ORDER BY step.chain ${word}, ${columns.replaceAll(',', ` ${word},`)} ${word}
      LIMIT ${limit}`;
}

/**
 * The places, height and tx_index, at which a currency of an address moved. The native currency has rows in two tables, any other in one; each
 * gives the range of its own primary key. The view `balance_change` would be read from the address's first row on: a constant stands there
 * between the columns of the key.
 * @param owner a row with chain, address_id and currency_id
 */
export function currencySteps(owner: string, order: Order, range: StepRange): string {
  // A condition on the owner alone is looked at once, before the range.
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
