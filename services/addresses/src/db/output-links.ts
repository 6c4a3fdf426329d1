import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { columnOf, describeTable, type Table } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import { guardId } from './guard.ts';
import type { OutputChanges, OutputRow, PlacedTransaction } from './output-row.ts';
import { toColumns } from './to-columns.ts';

type OutputLink = readonly [number, number, number | boolean];

/** Unspent outputs of an owner are indexed by guard in chain order, spent ones by the height of their spend. */
interface LinkTables {
  unspent: Pick<Table<never>, 'name' | 'described' | 'collect'>;
  spent: Pick<Table<never>, 'name' | 'collect'>;
  /** FROM items with `found`: ctids of the spent links whose spends stand above $2. */
  spentAbove: string;
  owners: string;
  isOwners: string;
  linksOf(output: OutputRow): OutputLink[];
  spenderOf(place: PlacedTransaction): number[];
}

export interface LinkRows {
  unspent: TableRows;
  spent: TableRows;
  gone: (number | boolean)[][];
}

class OutputLinks {
  readonly #tables: LinkTables;
  readonly #removeUnspent: string;
  readonly #revertCreated: string;
  readonly #revertSpent: string;

  constructor(tables: LinkTables) {
    const { owners, isOwners, spentAbove } = tables;
    const [unspent, spent] = [tables.unspent.name, tables.spent.name];
    const [, ...key] = Object.entries(tables.unspent.described);
    const columns = key.map(([member]) => columnOf(member));
    const listed = columns.join(', ');
    this.#tables = tables;
    // Each row is found by a probe (see `listOutputs`).
    this.#removeUnspent = `
      DELETE FROM ${unspent} link
       USING unnest(${key.map(([, type], index) => `$${index + 2}::${type}[]`)}) AS listed (${listed})
       CROSS JOIN LATERAL (
              SELECT unspent.ctid AS place FROM ${unspent} unspent
               WHERE unspent.chain = $1 AND ${columns.map((column) => `unspent.${column} = listed.${column}`).join(' AND ')}
               LIMIT 1
             ) found
       WHERE link.ctid = found.place`;
    this.#revertCreated = `
      DELETE FROM ${unspent} link
       USING output, ${owners}
       WHERE output.chain = $1 AND output.height > $2
         AND link.chain = $1 AND link.height = output.height AND link.tx_index = output.tx_index AND link.vout = output.vout
         AND ${isOwners}`;
    this.#revertSpent = `
      WITH again AS (
        DELETE FROM ${spent} link
         USING ${spentAbove}
         WHERE link.ctid = found.place
        RETURNING link.*
      )
      INSERT INTO ${unspent} (chain, matures, ${listed})
      SELECT chain, matures, ${listed} FROM again WHERE height <= $2`;
  }

  async rows(chain: number, changes: OutputChanges): Promise<LinkRows> {
    const { linksOf, spenderOf } = this.#tables;
    const unspent = this.#tables.unspent.collect();
    await inYieldingSteps(changes.unspent, (output) => {
      const { place, vout } = output;
      for (const [owner, second, third] of linksOf(output)) {
        unspent.add([chain, output.matures, place.height, place.index, vout, owner, second, third]);
      }
    });
    const spent = this.#tables.spent.collect();
    await inYieldingSteps(changes.spenders, ({ place: spentBy, spends }) => {
      const by = spenderOf(spentBy);
      for (const output of spends) {
        const { place, vout } = output;
        for (const [owner, second, third] of linksOf(output)) {
          spent.add([chain, output.matures, place.height, place.index, vout, owner, second, third, ...by]);
        }
      }
    });
    const gone = changes.spentBefore.flatMap((output) => {
      const { place, vout } = output;
      return linksOf(output).map((link) => [place.height, place.index, vout, ...link]);
    });
    return { unspent, spent, gone: toColumns(gone) };
  }

  /** @throws Error where the link of a spent output is missing: the stored rows are wrong */
  async write(tx: SqlExecutor, chain: number, { unspent, spent, gone }: LinkRows): Promise<void> {
    await unspent.insert(tx);
    const wanted = gone[0]?.length ?? 0;
    if (wanted > 0) {
      await send(tx, this.#removeUnspent, [chain, ...gone.map(arrayLiteral)], (removed) => {
        if (removed === wanted) return;
        throw new Error(`${this.#tables.unspent.name} has ${removed} of the ${wanted} outputs that are spent`);
      });
    }
    await spent.insert(tx);
  }

  /** To be called before outputs and transactions themselves are reverted. */
  async revert(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
    await tx.$executeRawUnsafe(this.#revertCreated, chain, keepHeight);
    await tx.$executeRawUnsafe(this.#revertSpent, chain, keepHeight);
  }
}

// An address that spent an output lists the transaction, and blocks find those by height, so spends need no index of their own.
const SPENT_ABOVE = `
               (SELECT DISTINCT address_id FROM address_transaction WHERE chain = $1 AND height > $2) used
               CROSS JOIN LATERAL (
                 SELECT spent.*, spent.ctid AS place FROM address_spent_output spent
                  WHERE spent.chain = $1 AND spent.address_id = used.address_id AND spent.spent_height > $2
                 OFFSET 0
               )`;

const PLACE = { matures: 'boolean', height: 'integer', txIndex: 'integer', vout: 'integer' } as const;
const BY_GUARD = { addressId: 'integer', guardId: 'integer', isNative: 'boolean' } as const;
const BY_TOKEN = { addressId: 'integer', currencyId: 'integer', guardId: 'integer' } as const;
const SPENDER = { spentHeight: 'integer', spenderTxIndex: 'integer' } as const;

export const addressUtxos = describeTable('address_utxo', { ...PLACE, ...BY_GUARD });
export const addressSpentOutputs = describeTable('address_spent_output', { ...PLACE, ...BY_GUARD, ...SPENDER });
export const tokenUtxos = describeTable('token_utxo', { ...PLACE, ...BY_TOKEN });
export const tokenSpentOutputs = describeTable('token_spent_output', { ...PLACE, ...BY_TOKEN, spentHeight: 'integer' });

export const addressOutputs = new OutputLinks({
  unspent: addressUtxos,
  spent: addressSpentOutputs,
  spentAbove: `${SPENT_ABOVE} found`,
  owners: 'unnest(output.address_ids) AS owner (address_id)',
  isOwners: 'link.address_id = owner.address_id',
  linksOf: ({ addresses, guard, satoshis }) =>
    addresses.map(({ id }): OutputLink => [id, guardId(guard), satoshis !== 0n]),
  spenderOf: ({ height, index }) => [height, index],
});

const NO_LINKS: OutputLink[] = [];

export const tokenOutputs = new OutputLinks({
  unspent: tokenUtxos,
  spent: tokenSpentOutputs,
  spentAbove: `${SPENT_ABOVE} spent
               CROSS JOIN LATERAL (
                 SELECT output.token_ids FROM output
                  WHERE output.chain = $1 AND output.height = spent.height AND output.tx_index = spent.tx_index AND output.vout = spent.vout
                  LIMIT 1
               ) output
               CROSS JOIN LATERAL unnest(output.token_ids) AS carried (currency_id)
               CROSS JOIN LATERAL (
                 SELECT token.ctid AS place FROM token_spent_output token
                  WHERE token.chain = $1 AND token.address_id = spent.address_id AND token.currency_id = carried.currency_id
                    AND token.spent_height = spent.spent_height AND token.height = spent.height AND token.tx_index = spent.tx_index
                    AND token.vout = spent.vout
                  LIMIT 1
               ) found`,
  owners: `unnest(output.address_ids) AS credited (address_id)
           CROSS JOIN unnest(output.token_ids) AS carried (currency_id)
           CROSS JOIN LATERAL (SELECT credited.address_id, carried.currency_id) owner`,
  isOwners: 'link.address_id = owner.address_id AND link.currency_id = owner.currency_id',
  linksOf: ({ addresses, tokens, guard }) =>
    tokens.length === 0
      ? NO_LINKS
      : tokens.flatMap(({ currency }) => addresses.map(({ id }): OutputLink => [id, currency.id, guardId(guard)])),
  spenderOf: ({ height }) => [height],
});
