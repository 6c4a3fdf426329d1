import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import { isPlainScript, plainScriptOf } from '@ledgergraph/verus-protocol/plain-script';
import type { AddressRegistry } from './address-registry.ts';
import { learnAddresses } from './addresses.ts';
import type { ChainAddress } from './chain-address.ts';
import { guardId } from './guard.ts';
import { type CurrencyValue, hasToMature, isCoinbase, type OutputChanges, type OutputRow } from './output-row.ts';
import { findGroup } from './shared-balances.ts';

export const outputs = describeTable('output_row', {
  isCoinbase: 'boolean',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  holderId: 'integer?',
  guardId: 'integer',
  satoshis: 'bigint',
  tokenIds: 'integer[]?',
  tokenSatoshis: 'bigint[]?',
  kind: 'text?',
  script: 'bytea?',
  addressIds: 'integer[]?',
});

export interface Outpoint {
  txid: string;
  vout: number;
}

interface StoredOutput {
  txid: string;
  vout: number;
  height: number;
  tx_index: number;
  holder_id: number | null;
  guard_id: number;
  satoshis: bigint;
  token_ids: number[];
  token_satoshis: bigint[];
  kind: string | null;
  address_ids: number[];
}

/**
 * Missing outputs are left out, in any order. A second spend is not detected: its batch finds no unspent link, or an `ownerless_spend`.
 */
export async function listOutputs(
  db: SqlExecutor,
  registry: AddressRegistry,
  outpoints: readonly Outpoint[],
): Promise<OutputRow[]> {
  if (outpoints.length === 0) return [];
  const rows = await db.$queryRawUnsafe<StoredOutput[]>(
    // A probe for each: with stale statistics a join would read all of `output`. OFFSET keeps the chain out of the first probe for the
    // same reason.
    `SELECT wanted.txid, found.vout, found.height, found.tx_index, holder_id, guard_id, satoshis, token_ids,
            token_satoshis, kind, address_ids
       FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
      CROSS JOIN LATERAL (
        SELECT height, tx_index
          FROM (SELECT * FROM transaction_place WHERE txid = decode(wanted.txid, 'hex') OFFSET 0) named
         WHERE named.chain = $1
         LIMIT 1
      ) creator
      CROSS JOIN LATERAL (
        SELECT * FROM output
         WHERE output.chain = $1 AND output.height = creator.height AND output.tx_index = creator.tx_index
           AND output.vout = wanted.vout
         LIMIT 1
      ) found`,
    registry.chain,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
  );
  await learnAddresses(db, registry, rows.flatMap(idsIn));
  return rows.map((row) => readStoredOutput(row, registry));
}

export async function outputRows(
  chain: number,
  { created, scripts }: Pick<OutputChanges, 'created' | 'scripts'>,
): Promise<TableRows> {
  const rows = outputs.collect();
  await inYieldingSteps(created, (output, index) => {
    const { holder } = output;
    const script = scripts.at(index);
    rows.add([
      chain,
      isCoinbase(output),
      output.place.height,
      output.place.index,
      output.vout,
      holder === null ? null : holder.id,
      guardId(output.guard),
      output.satoshis,
      // Null stands for the value that the view fills in: an empty array takes 13 bytes of a row, one id 25.
      output.tokens.length === 0 ? null : output.tokens.map(({ currency }) => currency.id),
      output.tokens.length === 0 ? null : output.tokens.map(({ satoshis }) => satoshis),
      output.kind,
      // Null stands for a script that `readScript` fills in.
      holder !== null && isPlainScript(script, holder.text) ? null : script,
      isHoldersAlone(output) ? null : output.addresses.map(({ id }) => id),
    ]);
  });
  return rows;
}

function isHoldersAlone({ addresses, holder }: OutputRow): boolean {
  return holder !== null && addresses.length === 1 && addresses[0]?.id === holder.id;
}

/** @param stored hex; null: the script follows from the payee @throws Error where both are null */
export function readScript(stored: string | null, payee: string | null): string {
  const script = stored ?? (payee === null ? undefined : plainScriptOf(payee)?.toString('hex'));
  if (script === undefined) throw new Error(`no script is stored, and none pays ${payee}`);
  return script;
}

export function readAmounts(currencyIds: readonly string[], satoshis: readonly bigint[]): CurrencyValue[] {
  return currencyIds.map((currencyId, index) => ({ currencyId, satoshis: BigInt(satoshis[index] ?? 0n) }));
}

function idsIn({ address_ids, token_ids, holder_id }: StoredOutput): number[] {
  return [...address_ids, ...token_ids, ...(holder_id === null ? [] : [holder_id])];
}

function readStoredOutput(row: StoredOutput, registry: AddressRegistry): OutputRow {
  const addressOf = (id: number): ChainAddress => registry.withId(id);
  const { height, satoshis } = row;
  const addresses = row.address_ids.map(addressOf);
  const tokens = row.token_ids.map((id, index) => ({
    currency: addressOf(id),
    satoshis: BigInt(row.token_satoshis[index] ?? 0n),
  }));
  // In the order of `readBlocks`: objects of one shape are read faster.
  return {
    place: { height, index: row.tx_index, txid: row.txid },
    vout: row.vout,
    satoshis,
    addresses,
    group: findGroup({ addresses, satoshis, tokens }, (text) => registry.at(height, text)),
    holder: row.holder_id === null ? null : addressOf(row.holder_id),
    tokens,
    kind: row.kind,
    guard: row.guard_id,
    matures: hasToMature({ height, index: row.tx_index }, registry.native.text),
    isSpent: false,
  };
}
