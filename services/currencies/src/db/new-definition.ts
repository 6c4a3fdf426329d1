import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CurrencyKind } from '#/currency/currency-kind.ts';

/** A row of currency_definition; see the Prisma schema. */
export interface NewDefinition {
  chainId: string;
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  txid: string | null;
  fullyQualifiedName: string;
  searchNames: string[];
  kind: CurrencyKind;
  systemId: string;
  reserveIds: string[];
  definition: string;
}

const COLUMNS = {
  chain_id: 'text',
  currency_id: 'text',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  txid: 'text',
  fully_qualified_name: 'text',
  search_names: 'text[]',
  kind: 'text',
  system_id: 'text',
  reserve_ids: 'text[]',
  definition: 'text',
};

export async function insertDefinitions(tx: SqlExecutor, rows: readonly NewDefinition[]): Promise<void> {
  await insertRows(
    tx,
    'currency_definition',
    COLUMNS,
    rows.map((row) => [
      row.chainId,
      row.currencyId,
      row.height,
      row.txIndex,
      row.vout,
      row.txid,
      row.fullyQualifiedName,
      row.searchNames,
      row.kind,
      row.systemId,
      row.reserveIds,
      row.definition,
    ]),
  );
}
