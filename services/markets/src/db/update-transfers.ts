import { send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { FlowTransfer } from '#/flows/flow-rows.ts';
import { stageOf } from './transfer-stage.ts';

const EXPORTED = `
UPDATE transfer
   SET export_height = made.export_height, export_tx_index = made.export_tx_index, export_vout = made.export_vout,
       export_ordinal = made.export_ordinal, stage = made.stage
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::integer[], $9::smallint[])
       AS made (height, tx_index, vout, export_height, export_tx_index, export_vout, export_ordinal, stage)
 WHERE transfer.chain = $1::smallint AND transfer.height = made.height AND transfer.tx_index = made.tx_index
   AND transfer.vout = made.vout`;

const SETTLED = `
UPDATE transfer
   SET import_height = made.import_height, import_tx_index = made.import_tx_index, import_vout = made.import_vout,
       import_ordinal = made.import_ordinal, outcome = made.outcome, follows_rules = made.follows_rules,
       basket_id = made.basket_id, from_price = made.from_price, to_price = made.to_price, amount_out = made.amount_out, stage = made.stage
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::integer[], $9::text[],
              $10::boolean[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::smallint[])
       AS made (height, tx_index, vout, import_height, import_tx_index, import_vout, import_ordinal, outcome, follows_rules, basket_id,
                from_price, to_price, amount_out, stage)
 WHERE transfer.chain = $1::smallint AND transfer.height = made.height AND transfer.tx_index = made.tx_index
   AND transfer.vout = made.vout`;

/** Notes the exports of transfers of earlier blocks. @throws Error where one of them has no row */
export async function updateExported(tx: SqlExecutor, chain: number, rows: readonly FlowTransfer[]): Promise<void> {
  if (rows.length === 0) return;
  const values = columns(rows, (row) => {
    const { exported } = row;
    return [
      row.height,
      row.txIndex,
      row.vout,
      exported?.height,
      exported?.txIndex,
      exported?.vout,
      exported?.ordinal,
      stageOf(row),
    ];
  });
  await send(tx, EXPORTED, [chain, ...values], (changed) => expectAll(rows, changed));
}

/** Notes what imports paid for transfers of earlier blocks. @throws Error where one of them has no row */
export async function updateSettled(tx: SqlExecutor, chain: number, rows: readonly FlowTransfer[]): Promise<void> {
  if (rows.length === 0) return;
  const values = columns(rows, (row) => {
    const { settled } = row;
    const { basketId, prices, amountOut } = settled?.conversion ?? {};
    return [
      ...[row.height, row.txIndex, row.vout, settled?.height, settled?.txIndex, settled?.vout, settled?.ordinal],
      ...[settled?.outcome, settled?.followsRules, basketId, prices?.from, prices?.to, amountOut, stageOf(row)],
    ];
  });
  await send(tx, SETTLED, [chain, ...values], (changed) => expectAll(rows, changed));
}

/** One array literal for each column. Values are numbers, i-addresses and words, none of which needs quotes. */
function columns(
  rows: readonly FlowTransfer[],
  valuesOf: (row: FlowTransfer) => (number | bigint | string | boolean | null | undefined)[],
): string[] {
  const all = rows.map(valuesOf);
  return (all[0] ?? []).map((_, index) => `{${all.map((values) => values[index] ?? 'NULL').join(',')}}`);
}

function expectAll(rows: readonly unknown[], changed: number): void {
  if (changed !== rows.length) throw new Error(`${rows.length - changed} of ${rows.length} transfers have no row`);
}
