import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { type RecordingName, readAnswers } from './recorded-answers.ts';

/**
 * Satoshis of a basket that no output carries: its launch (height 253) cut each payout to whole satoshis. The balances equal the node's.
 */
const CUT_OFF = new Map([['iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX', 2n]]);

interface CurrencySums {
  currencyId: string;
  listed: bigint;
  held: bigint;
  unheld: bigint;
}

async function readSums({ db }: AddressDatabase, chainId: string): Promise<CurrencySums[]> {
  const rows = await db.$queryRawUnsafe<Record<'currency_id' | 'listed' | 'held' | 'unheld', string>[]>(
    `WITH mine AS (SELECT id FROM chain WHERE chain_id = $1),
     unspent AS (
       SELECT output.* FROM output JOIN mine ON mine.id = chain
        WHERE NOT EXISTS (SELECT FROM spend WHERE spend.chain = output.chain AND spend.height = output.height
                                              AND spend.tx_index = output.tx_index AND spend.vout = output.vout)
     ),
     value AS (
       SELECT 1 AS id, satoshis AS amount, holder_id FROM unspent
       UNION ALL
       SELECT token.id, token.amount, holder_id FROM unspent, unnest(token_ids, token_satoshis) AS token (id, amount)
     )
     SELECT address.address AS currency_id,
            (SELECT coalesce(sum(balance), 0)::text FROM holder, mine WHERE chain = mine.id AND currency_id = value.id) AS listed,
            (SELECT total::text FROM held_total, mine WHERE chain = mine.id AND currency_id = value.id
              ORDER BY height DESC LIMIT 1) AS held,
            coalesce(sum(amount) FILTER (WHERE holder_id IS NULL), 0)::text AS unheld
       FROM value JOIN address ON address.id = value.id AND address.chain = (SELECT id FROM mine)
      GROUP BY address.address, value.id`,
    chainId,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    listed: BigInt(row.listed),
    held: BigInt(row.held),
    unheld: BigInt(row.unheld),
  }));
}

function decimal(value: unknown): bigint {
  return satoshisFromDecimalText(String(value));
}

function readSupplies(name: RecordingName, chainId: string): Map<string, bigint> {
  const supplies = new Map<string, bigint>();
  for (const { result } of readAnswers(name, 'coinsupply')) {
    supplies.set(chainId, decimal((result as JsonObject).supply));
  }
  for (const currency of readAnswers(name, 'listcurrencies').flatMap(({ result }) => result as JsonObject[])) {
    const { currencydefinition: definition, bestcurrencystate: state } = currency;
    if (!isJsonObject(definition) || !isJsonObject(state)) continue;
    if (definition.systemid === chainId && definition.currencyid !== chainId) {
      supplies.set(String(definition.currencyid), decimal(state.supply));
    }
  }
  return supplies;
}

test.each([
  ['vrsctest-a', VRSCTEST],
  ['pchain-a', PCHAIN],
] as const)('%s: amounts with a holder and amounts without one add up to the supply', async (name, chainId) => {
  const database = await AddressDatabase.create();
  await database.apply(readNormalizedBlocks(name));
  const sums = await readSums(database, chainId);
  for (const { listed, held } of sums) expect(held).toBe(listed);
  const supplies = readSupplies(name, chainId);
  const ours = new Map(sums.map(({ currencyId, held, unheld }) => [currencyId, held + unheld]));
  expect([...supplies].map(([id]) => [id, (ours.get(id) ?? 0n) + (CUT_OFF.get(id) ?? 0n)])).toEqual([...supplies]);
  await database.close();
});
