import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { NATIVE_ID } from '#/db/address-registry.ts';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { type RecordingName, readAnswers } from './recorded-answers.ts';

/** Without the addresses that our rich list leaves out by its rule. */
function readSnapshot(name: RecordingName): Map<string, bigint> {
  const entries = readAnswers(name, 'getsnapshot').flatMap(
    ({ result }) => (result as JsonObject).addresses as JsonObject[],
  );
  return new Map(
    entries
      .map((entry): [string, bigint] => [String(entry.addr), satoshisFromDecimalText(String(entry.amount))])
      .filter(([address, amount]) => amount > 0n && !address.startsWith('x') && !SYSTEM_ADDRESSES.has(address)),
  );
}

test.each([
  ['vrsctest-a', VRSCTEST],
  ['pchain-a', PCHAIN],
] as const)('the rich list of %s has what getsnapshot has', async (name, chainId) => {
  const database = await AddressDatabase.create();
  await database.apply(readNormalizedBlocks(name));
  const holders = await database.db.$queryRawUnsafe<{ holder: string; balance: bigint }[]>(
    `SELECT holder, balance FROM holder WHERE chain = ${chainNumber(1)} AND currency_id = $2`,
    chainId,
    NATIVE_ID,
  );
  const ours = new Map(holders.map(({ holder, balance }) => [holder, balance]));
  const node = readSnapshot(name);
  const all = new Set([...ours.keys(), ...node.keys()]);
  const differences = [...all].filter((address) => ours.get(address) !== node.get(address));
  expect(differences.map((a) => [a, ours.get(a), node.get(a)])).toEqual([]);
  await database.close();
});
