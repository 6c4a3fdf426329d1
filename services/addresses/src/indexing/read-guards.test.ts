import { create } from '@bufbuild/protobuf';
import { TransactionSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { AddressRegistry } from '#/db/address-registry.ts';
import { guardId, OPEN_GUARD, PROTOCOL_GUARD } from '#/db/guard.ts';
import { lockCoinbase, pay } from '../../test/guarded-blocks.ts';
import { Guards } from './read-guards.ts';

const VRSC = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const KEY = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const UNLOCK = 20_000;

/** The locked output, another one, and the note of a time-locked coinbase. */
function guardsOf(chainId: string, index: number): number[] {
  const guards = new Guards(new AddressRegistry(1, chainId));
  const { paid, note } = lockCoinbase(UNLOCK);
  const outputs = [paid, pay(KEY), note].map((output, place) => ({ ...output, index: place }));
  const transaction = create(TransactionSchema, { index, outputs });
  const unlockHeight = guards.unlockHeightOf(transaction);
  return transaction.outputs.map((output) => guardId(guards.read(output, unlockHeight, 31_680)));
}

test('a coinbase of VRSC that is locked by time: its locked output a block after its other ones', () => {
  expect(guardsOf(VRSC, 0)).toEqual([-(UNLOCK + 1), -UNLOCK, PROTOCOL_GUARD]);
});

test('on other chains only the output that is locked waits, and no other transaction than a coinbase', () => {
  expect(guardsOf(VRSCTEST, 0)).toEqual([-(UNLOCK + 1), OPEN_GUARD, PROTOCOL_GUARD]);
  expect(guardsOf(VRSC, 1)).toEqual([OPEN_GUARD, OPEN_GUARD, PROTOCOL_GUARD]);
});
