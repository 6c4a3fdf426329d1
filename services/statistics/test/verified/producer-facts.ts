import { feeOf } from '@ledgergraph/test-kit/rules/raw-chain';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Untyped } from '../open-service.ts';
import type { Verified, VerifiedName } from './open-verified.ts';

const PAGE = 100;

export interface Facts {
  name: VerifiedName;
  chain: Verified;
  answers: { feePool: bigint | null; rewards: Untyped[] }[];
  fees: bigint[];
}

export async function readFacts(chain: Verified, name: VerifiedName): Promise<Facts> {
  const { blocks } = chain.raw;
  const answers: Facts['answers'] = [];
  for (let start = 0; start < blocks.length; start += PAGE) {
    const keys = blocks.slice(start, start + PAGE).map(({ hash }) => ({ hash }));
    const page = await chain.service.resolve(
      'Block',
      keys,
      'feePool rewards { index address amount currency { currencyId } }',
    );
    for (const { feePool, rewards } of page) {
      answers.push({ feePool: feePool === null ? null : satoshisFromDecimalText(feePool), rewards });
    }
  }
  const fees = blocks.map(() => 0n);
  for (const one of chain.raw.transactions)
    if (one.txIndex > 0) fees[one.height] = (fees[one.height] ?? 0n) + feeOf(one);
  return { name, chain, answers, fees };
}
