import { objects, readAmount } from '@ledgergraph/chain-generator/json';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { RecordedAnswers } from '#/recorded-answers.ts';
import type { RecordedChain } from '#/recorded-chain.ts';
import { Ledger } from './ledger.ts';
import type { ChainFacts } from './scene.ts';

const POOL_DIVISOR = 100n;
const IDENTITY_PRICE = 10_000_000_000n;

export function readRecordedEnd(chain: RecordedChain, answers: RecordedAnswers): { ledger: Ledger; facts: ChainFacts } {
  const { chainId } = chain.meta;
  const ledger = new Ledger();
  let [poolBefore, fees] = [0n, 0n];
  for (const block of chain.main) {
    poolBefore = ledger.feePool.get(chainId) ?? 0n;
    fees = ledger.applyBlock(parseObject(block.text));
  }
  const [before, last] = chain.main.slice(-2).map(({ text }) => parseObject(text));
  if (before === undefined || last === undefined) throw new Error('a recording of one block cannot be continued');
  const coinbase = objects(last.tx)[0] ?? {};
  const made = objects(coinbase.vout).reduce((sum, { valueSat }) => sum + BigInt(String(valueSat)), 0n);
  return {
    ledger,
    facts: {
      chainId,
      identityPrice: readIdentityPrice(answers, chainId),
      reward: made - (poolBefore + fees) / POOL_DIVISOR,
      work: BigInt(`0x${String(last.chainwork)}`) - BigInt(`0x${String(before.chainwork)}`),
      recordedHeight: chain.main.length - 1,
    },
  };
}

function readIdentityPrice(answers: RecordedAnswers, chainId: string): bigint {
  const native = answers.findCurrency(chainId);
  const price = native === undefined ? 0n : readAmount(parseObject(native).idregistrationfees);
  return price > 0n ? price : IDENTITY_PRICE;
}
