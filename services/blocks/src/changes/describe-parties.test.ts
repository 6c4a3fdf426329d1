import { hex } from '@ledgergraph/chain-kit/hex';
import { readParties, writeParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { computeAddressChanges } from './compute-address-changes.ts';
import { describeParties } from './describe-parties.ts';

test('payers are those that lost value, and what all others gained is paid', () => {
  const outputs = new Map<string, Output>();
  let [payments, selves, cut] = [0, 0, 0];
  for (const { chainId, height, transactions } of readNormalizedBlocks('vrsctest-a')) {
    for (const transaction of transactions) {
      const spent = transaction.inputs.flatMap((input) => outputs.get(`${hex(input.txid)}:${input.vout}`) ?? []);
      for (const output of transaction.outputs) outputs.set(`${hex(transaction.txid)}:${output.index}`, output);
      const { index } = transaction;
      const parties = describeParties({ chainId, transaction, spent }, { height, index, isStakedBlock: false });
      expect(readParties(writeParties(parties))).toEqual(parties);
      const changes = computeAddressChanges(chainId, spent, transaction.outputs).filter(
        ({ address }) => !SYSTEM_ADDRESSES.has(address),
      );
      const losers = changes.filter(({ amounts }) => amounts.some(({ satoshis }) => satoshis < 0n));
      const gains = changes.filter((one) => !losers.includes(one)).flatMap(({ amounts }) => amounts);
      if (losers.length > 0) expect(parties.payerCount).toBe(losers.length);
      for (const payer of parties.payers.slice(0, losers.length)) {
        expect(losers.map(({ address }) => address)).toContain(payer);
      }
      expect(parties.paidCount).toBe(gains.length);
      expect(parties.paid).toHaveLength(Math.min(gains.length, 10));
      payments += Number(losers.length > 0 && gains.length > 0);
      selves += Number(losers.length === 0 && parties.payerCount > 0 && gains.length === 0);
      cut += Number(parties.paidCount > parties.paid.length);
    }
  }
  expect(payments).toBeGreaterThan(300);
  expect(selves).toBeGreaterThan(0);
  expect(cut).toBeGreaterThan(0);
});
