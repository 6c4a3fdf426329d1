import type { Amounts } from '@ledgergraph/test-kit/rules/raw-json';
import { readAmounts } from '#/db/amounts-text.ts';
import type { Stand } from '../stand.ts';

// Keys are those of raw blocks: `txid:vout`.

export interface StoredTransfer {
  key: string;
  height: number;
  kind: string;
  flags: number;
  fromId: string;
  toId: string | null;
  viaId: string | null;
  amount: bigint;
  fee: bigint;
  feeCurrencyId: string;
  destination: string;
  exportKey: string | null;
  importKey: string | null;
  outcome: string | null;
  amountOut: bigint | null;
  parentKey: string | null;
  followsRules: boolean | null;
  payouts: StoredPayout[];
}

export interface StoredPayout {
  vout: number;
  role: string;
  address: string;
  currencyId: string;
  amount: bigint;
}

export interface StoredExport {
  key: string;
  destinationSystemId: string;
  currencyId: string;
  fromHeight: number;
  toHeight: number;
  totalAmounts: Amounts;
  totalFees: Amounts;
  totalBurned: Amounts;
  hashTransfers: string;
  rewardAddress: string | null;
  transfers: string[];
}

export interface StoredImport {
  key: string;
  currencyId: string;
  sourceSystemId: string;
  sourceHeight: number;
  exportKey: string | null;
  hashTransfers: string;
  stateKey: string | null;
  /** Transfers of another system have no key of their own. */
  transfers: StoredTransfer[];
  payouts: StoredPayout[];
}

export interface StoredFlows {
  transfers: Map<string, StoredTransfer>;
  exports: Map<string, StoredExport>;
  imports: Map<string, StoredImport>;
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the statements below name their columns
type Row = any;

export async function readStored({ db }: Stand, chainId: string): Promise<StoredFlows> {
  const read = (sql: string): PromiseLike<Row[]> => db.$queryRawUnsafe(sql, chainId);
  const payouts = new Map<string, StoredPayout[]>();
  for (const { import_key, ordinal, vout, role, address, currency_id: currencyId, amount } of await read(PAYOUTS)) {
    const paid = { vout, role, address, currencyId, amount: BigInt(amount) };
    for (const key of [import_key, `${import_key} ${ordinal}`]) payouts.set(key, [...(payouts.get(key) ?? []), paid]);
  }
  const transfers = (await read(TRANSFERS)).map(
    (row): StoredTransfer & { exportOrdinal: number; importOrdinal: number } => ({
      key: row.key,
      height: row.height,
      kind: row.kind,
      fromId: row.from_id,
      toId: row.to_id,
      viaId: row.via_id,
      flags: Number(row.flags),
      amount: BigInt(row.amount),
      fee: BigInt(row.fee),
      feeCurrencyId: row.fee_currency_id,
      destination: row.destination,
      exportKey: row.export_key,
      importKey: row.import_key,
      outcome: row.import_height === null ? null : row.state,
      amountOut: row.amount_out === null ? null : BigInt(row.amount_out),
      parentKey: row.parent_key,
      followsRules: row.follows_rules,
      exportOrdinal: row.export_ordinal,
      importOrdinal: row.import_ordinal,
      payouts: payouts.get(`${row.import_key} ${row.import_ordinal}`) ?? [],
    }),
  );
  const byExport = Map.groupBy(transfers, ({ exportKey }) => exportKey);
  const byImport = Map.groupBy(transfers, ({ importKey }) => importKey);
  const exports = (await read(EXPORTS)).map((row) => {
    const own = (byExport.get(row.key) ?? []).sort((a, b) => a.exportOrdinal - b.exportOrdinal);
    return toExport(
      row,
      own.map(({ key }) => key),
    );
  });
  const imports = (await read(IMPORTS)).map(
    (row): StoredImport => ({
      key: row.key,
      currencyId: row.currency_id,
      sourceSystemId: row.source_system_id,
      sourceHeight: Number(row.source_height),
      exportKey: row.export_key,
      hashTransfers: row.hash,
      stateKey: row.state_key,
      transfers: (byImport.get(row.key) ?? []).sort((a, b) => a.importOrdinal - b.importOrdinal),
      payouts: (payouts.get(row.key) ?? []).sort((a, b) => a.vout - b.vout),
    }),
  );
  return { transfers: byKey(transfers), exports: byKey(exports), imports: byKey(imports) };
}

function toExport(row: Row, transfers: readonly string[]): StoredExport {
  return {
    key: row.key,
    destinationSystemId: row.destination_system_id,
    currencyId: row.currency_id,
    fromHeight: Number(row.from_height),
    toHeight: Number(row.to_height),
    hashTransfers: row.hash,
    totalAmounts: toMap(row.total_amounts),
    totalFees: toMap(row.total_fees),
    totalBurned: toMap(row.total_burned),
    rewardAddress: row.reward_address,
    transfers: [...transfers],
  };
}

function toMap(text: string): Amounts {
  return new Map(readAmounts(text).map(({ currencyId, satoshis }) => [currencyId, satoshis]));
}

function byKey<Held extends { key: string }>(rows: readonly Held[]): Map<string, Held> {
  const map = new Map(rows.map((row) => [row.key, row]));
  if (map.size !== rows.length) throw new Error('two rows have the same key');
  return map;
}

const OF_CHAIN = 'JOIN chain ON chain.id = own.chain AND chain.chain_id = $1';
const KEY = "encode(own.txid, 'hex') || ':' || own.vout AS key";
const TRANSFERS = `
  SELECT own.*, ${KEY}, own.amount::text, own.fee::text, own.amount_out::text,
         encode(exported.txid, 'hex') || ':' || exported.vout AS export_key,
         encode(imported.txid, 'hex') || ':' || imported.vout AS import_key,
         encode(own.parent_txid, 'hex') || ':' || own.parent_vout AS parent_key
    FROM transfer own ${OF_CHAIN}
    LEFT JOIN export exported ON (exported.chain, exported.height, exported.tx_index, exported.vout)
                               = (own.chain, own.export_height, own.export_tx_index, own.export_vout)
    LEFT JOIN import imported ON (imported.chain, imported.height, imported.tx_index, imported.vout)
                               = (own.chain, own.import_height, own.import_tx_index, own.import_vout)`;
const EXPORTS = `SELECT own.*, ${KEY}, encode(own.hash_transfers, 'hex') AS hash FROM export own ${OF_CHAIN}`;
const IMPORTS = `
  SELECT own.*, ${KEY}, encode(own.hash_transfers, 'hex') AS hash,
         encode(own.export_txid, 'hex') || ':' || own.export_vout AS export_key,
         encode(own.txid, 'hex') || ':' || own.state_vout AS state_key
    FROM import own ${OF_CHAIN}`;
const PAYOUTS = `
  SELECT own.*, own.amount::text, encode(imported.txid, 'hex') || ':' || imported.vout AS import_key
    FROM payout own ${OF_CHAIN}
    JOIN import imported ON (imported.chain, imported.height, imported.tx_index, imported.vout)
                          = (own.chain, own.height, own.tx_index, own.import_vout)`;
