import { decimalText, decimalTextOf } from '@ledgergraph/verus-protocol/amount';
import type { Values } from '#/export/export-list.ts';

/** Hexadecimal digits of a txid. */
const TXID_LENGTH = 64;

/** Movements of one currency of an address, oldest first, as addresses answers them. */
interface StatementColumns {
  currencyId: string;
  /** Satoshis, before the first movement and right after the last one. */
  opening: bigint;
  closing: bigint;
  /** Net satoshis of each. */
  amounts: readonly string[];
  /** All txids, one behind the other. */
  txids: string;
  /** Blocks, their times in Unix seconds, and the number of movements in each. */
  heights: readonly string[];
  times: readonly string[];
  counts: readonly string[];
}

/** Cells that other subgraphs give, one of each for each movement; empty where there is none. */
export interface FurtherColumns {
  /** Satoshis. */
  fees: readonly string[];
  counterparties: readonly string[];
  kinds: readonly string[];
}

/** Reads the columns of an answer. */
export function readColumns(part: Values, currencyId: string): StatementColumns {
  const column = (name: string): readonly string[] => (part.count === 0 ? [] : splitColumn(String(part[name])));
  return {
    ...{ currencyId, txids: String(part.txids) },
    opening: BigInt(String(part.openingBalance)),
    closing: BigInt(String(part.closingBalance)),
    ...{ amounts: column('amounts'), heights: column('heights'), times: column('times'), counts: column('counts') },
  };
}

export function splitColumn(column: string): readonly string[] {
  return column.split(',');
}

/**
 * Lines of CSV (RFC 4180): txid, height, time of the block (RFC 3339), currency, amount, the fee, balance, the other side and the kind; amounts in
 * coins. No cell needs quotes.
 * @param further absent: its columns are not wanted
 * @param lineEnd stands behind the last cell of each
 * @throws Error where the columns are of different lengths, or the amounts do not lead from balance to balance
 */
export function linesOf(columns: StatementColumns, further: FurtherColumns | undefined, lineEnd: string): string {
  const { currencyId, opening, closing, amounts, txids, heights, times, counts } = columns;
  const lines: string[] = [];
  let balance = opening;
  let row = 0;
  for (const [index, height] of heights.entries()) {
    const ofBlock = `,${height},${timeText(Number(times[index]))},${currencyId},`;
    for (const end = row + Number(counts[index]); row < end; row += 1) {
      const amount = amounts[row] ?? '';
      balance += BigInt(amount);
      const line = `${txids.slice(row * TXID_LENGTH, (row + 1) * TXID_LENGTH)}${ofBlock}${decimalTextOf(amount)},`;
      lines.push(
        further === undefined
          ? `${line}${decimalText(balance)}${lineEnd}`
          : `${line}${feeText(further.fees[row])},${decimalText(balance)},${further.counterparties[row]},${further.kinds[row]}${lineEnd}`,
      );
    }
  }
  if (row !== amounts.length || txids.length !== row * TXID_LENGTH || balance !== closing)
    throw new Error(`a part of ${row} movements has ${amounts.length} amounts from ${opening} to ${closing}`);
  return lines.join('');
}

function feeText(fee: string | undefined): string {
  return fee === undefined || fee === '' ? '' : decimalTextOf(fee);
}

function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
