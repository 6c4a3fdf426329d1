import type { Values } from '#/export/export-list.ts';
import { LineBuffer } from './line-buffer.ts';

/** Hexadecimal digits of a txid. */
const TXID_DIGITS = 64;
/** Bytes of a line, about. */
const LINE_BYTES = { amounts: 180, all: 260 };

/** Movements of one currency of an address, oldest first, as addresses answers them. */
interface StatementColumns {
  currencyId: string;
  /** Satoshis, before the first movement and right after the last one. */
  opening: bigint;
  closing: bigint;
  /** Net satoshis of each. */
  amounts: readonly string[];
  /** Hexadecimal digits of all, one behind the other, as text. */
  txids: Buffer;
  /** Blocks, their times in Unix seconds, and the number of movements in each. */
  heights: readonly string[];
  times: readonly string[];
  counts: readonly string[];
}

/** Cells that other subgraphs give, one of each for each movement; empty in place of null. */
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
    ...{ currencyId, txids: Buffer.from(Buffer.from(String(part.txids), 'base64').toString('hex'), 'latin1') },
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
 * coins. No cell needs quotes, and all of them are ASCII.
 * @param further absent: its columns are not wanted
 * @param lineEnd stands behind the last cell of each
 * @throws Error where the columns are of different lengths, or the amounts do not lead from balance to balance
 */
export function linesOf(columns: StatementColumns, further: FurtherColumns | undefined, lineEnd: string): Buffer {
  const { currencyId, opening, closing, amounts, txids, heights, times, counts } = columns;
  const lines = new LineBuffer(amounts.length * (further === undefined ? LINE_BYTES.amounts : LINE_BYTES.all));
  const [comma, end] = [Buffer.from(','), Buffer.from(lineEnd)];
  let balance = opening;
  let row = 0;
  for (const [index, height] of heights.entries()) {
    const ofBlock = Buffer.from(`,${height},${timeText(Number(times[index]))},${currencyId},`);
    const until = row + Number(counts[index]);
    // Thrown below: the columns do not fit.
    if (!(until <= amounts.length)) break;
    for (; row < until; row += 1) {
      const amount = amounts[row] ?? '';
      balance += BigInt(amount);
      lines.copy(txids, row * TXID_DIGITS, (row + 1) * TXID_DIGITS);
      lines.copy(ofBlock);
      lines.coins(amount);
      lines.copy(comma);
      if (further !== undefined) writeFee(lines, further.fees[row]);
      lines.coins(balance.toString());
      if (further !== undefined) lines.text(`,${further.counterparties[row]},${further.kinds[row]}`);
      lines.copy(end);
    }
  }
  if (row !== amounts.length || txids.length !== row * TXID_DIGITS || balance !== closing)
    throw new Error(`a part of ${row} movements has ${amounts.length} amounts from ${opening} to ${closing}`);
  return lines.bytes;
}

function writeFee(lines: LineBuffer, fee = ''): void {
  if (fee !== '') lines.coins(fee);
  lines.text(',');
}

function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
