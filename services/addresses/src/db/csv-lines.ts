import { decimalTextOf } from '@ledgergraph/verus-protocol/amount';

/** Columns of a part of a statement. Of what all movements of a block share, and of their txids, there is one value for each block. */
export interface LineColumns {
  count: number;
  last: [height: number, txIndex: number];
  /** Satoshis, as Postgres prints an array of numbers. */
  amounts: string;
  balances: string;
  heights: number[];
  /** Unix seconds of these blocks. */
  times: number[];
  /** Number of movements in each of them. */
  counts: number[];
  /** All txids in hexadecimal digits, one behind the other. */
  txids: string;
}

/** Hexadecimal digits of a txid. */
const TXID_LENGTH = 64;

/**
 * Lines of CSV (RFC 4180), oldest movement first: txid, height, time of the block (RFC 3339), currency, amount and balance in coins. No cell needs
 * quotes, and each line has its end.
 * @throws Error where a movement has no transaction or no block
 */
export function csvLines(currencyId: string, { count, amounts, balances, ...blocks }: LineColumns): string {
  const { heights, times, counts, txids } = blocks;
  if (txids?.length !== count * TXID_LENGTH) throw new Error(`${count} movements do not have ${count} transactions`);
  const amountTexts = textsOf(amounts);
  const balanceTexts = textsOf(balances);
  const lines: string[] = [];
  let row = 0;
  for (const [index, height] of heights.entries()) {
    const ofBlock = `,${height},${timeText(times[index])},${currencyId},`;
    for (const end = row + (counts[index] ?? 0); row < end; row += 1) {
      const txid = txids.slice(row * TXID_LENGTH, (row + 1) * TXID_LENGTH);
      lines.push(
        `${txid}${ofBlock}${decimalTextOf(amountTexts[row] ?? '')},${decimalTextOf(balanceTexts[row] ?? '')}\r\n`,
      );
    }
  }
  return lines.join('');
}

/** Numbers of an array as Postgres prints it. */
function textsOf(array: string): string[] {
  return array.slice(1, -1).split(',');
}

function timeText(seconds: number | null | undefined): string {
  if (seconds == null) throw new Error('a movement has no block');
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
