import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { feeOf, type RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { totals } from '#/indexing/totals.ts';
import type { Untyped } from '../open-service.ts';
import { VERIFIED, type Verified, type VerifiedName } from './open-verified.ts';
import { type Facts, readFacts } from './producer-facts.ts';
import { checkStakers, checkStakes, GUARD } from './stake-rules.ts';

// Every block by the rules about fees, rewards, stakes and work (main.cpp, cc/StakeGuard.cpp, chain.cpp): no exceptions.

const MINIMUM_SHARE = 10_000n;
/** Exports that pass something on themselves: the fee of a launch, and those in the transaction of an import. */
const OTHER_EXPORTS = 0x40 | 0x08 | 0x10;
const PARENT = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

/** New coins of each block; genesis makes none, and block 1 the initial ones. */
const SUBSIDIES: Record<VerifiedName, bigint> = {
  'vrsctest-a': 600_000_000n,
  'pchain-a': 1_200_000_000n,
  'mempool-a': 600_000_000n,
  generated: 600_000_000n,
};

/** Title, records of the chains in their order (−1: all of them, and at least one), and the checks. */
const RULES: readonly Rule<Facts>[] = [
  {
    title: 'the fee pool is the one before, plus the fees, less the share of the producer',
    counts: [508, 540, 386, -1],
    list: checkPool,
  },
  {
    title: 'the coinbase pays the subsidy and the share of the fee pool',
    counts: [508, 540, 386, -1],
    list: checkCoinbase,
  },
  { title: 'coins of the parent chain are shared by the same rule', counts: [0, 540, 0, 0], list: checkSecond },
  { title: 'a transaction leaves a fee that is not below zero', counts: [546, 74, 1_194, -1], list: checkFees },
  { title: 'an export leaves no fee', counts: [52, 2, 12, -1], list: checkExports },
  {
    title: 'a stake spends the coin that the block names, old enough, and pays it back to its owner',
    counts: [3, 29, 0, -1],
    list: checkStakes,
  },
  {
    title: 'the producer of a staked block is whom its guarded output names',
    counts: [3, 29, 0, -1],
    list: checkStakers,
  },
  {
    title: 'every output of a coinbase with a value rewards its address',
    counts: [668, 542, 486, -1],
    list: checkRewards,
  },
  {
    title: 'the work of every block adds up to the accumulated work, staked blocks included',
    counts: [667, 541, 485, -1],
    list: checkWork,
  },
  {
    title: 'the staking supply of an hour is what its blocks add to the accumulated stake, for each',
    counts: [13, 2, 2, -1],
    list: checkStaking,
  },
  { title: 'accumulated stake grows with staked blocks alone', counts: [667, 541, 485, -1], list: checkStakeGrowth },
];

export const PRODUCERS = ruleSet<VerifiedName, Verified, Facts>({
  subject: 'blocks',
  chains: VERIFIED,
  rules: RULES,
  read: readFacts,
});

function shareOf(pool: bigint): bigint {
  const least = pool < MINIMUM_SHARE ? pool : MINIMUM_SHARE;
  return pool / 100n > least ? pool / 100n : least;
}

function listPooled({ name, answers, fees }: Facts) {
  return answers.flatMap(({ feePool, rewards }, height) => {
    if (feePool === null || (name === 'pchain-a' && height === 1)) return [];
    const sum = (answers[height - 1]?.feePool ?? 0n) + (fees[height] ?? 0n);
    return [{ height, record: `block ${height}`, feePool, rewards, sum }];
  });
}

function checkPool(facts: Facts): Check[] {
  return listPooled(facts).map(({ record, feePool, sum }) => ({ record, found: feePool, wanted: sum - shareOf(sum) }));
}

function paidIn(rewards: readonly Untyped[], currencyId: string): bigint {
  return rewards
    .filter(({ currency }) => currency.currencyId === currencyId)
    .reduce((total: bigint, { amount }) => total + satoshisFromDecimalText(amount), 0n);
}

function checkCoinbase(facts: Facts): Check[] {
  const { name, chain } = facts;
  return listPooled(facts)
    .filter(({ height }) => height > 1)
    .map(({ record, rewards, sum }) => ({
      record,
      found: paidIn(rewards, chain.network.chainId),
      wanted: SUBSIDIES[name] + shareOf(sum),
    }));
}

/** Fees come from imports: the pool after the block and the share are the total. */
function checkSecond(facts: Facts): Check[] {
  const { chain } = facts;
  if (chain.network.chainId === PARENT) return [];
  return listPooled(facts).map(({ height, record, rewards }) => {
    const scripts: Json[] = chain.raw.blocks[height].tx[0].vout.map(({ scriptPubKey }: Json) => scriptPubKey);
    const pool = scripts.find(({ feepool }) => feepool !== undefined)?.feepool.currencyvalues[PARENT] ?? '0';
    const share = paidIn(rewards, PARENT);
    return { record, found: share, wanted: shareOf(satoshisOf(pool) + share) };
  });
}

function feeAt({ chain }: Facts, { height, txIndex }: RawTransaction): bigint | null {
  const transaction = chain.blocks[height]?.transactions[txIndex];
  return transaction === undefined ? null : readFee(transaction);
}

function checkFees(facts: Facts): Check[] {
  return facts.chain.raw.transactions
    .filter(({ txIndex }) => txIndex > 0)
    .map((one) => {
      const fee = feeAt(facts, one);
      return {
        record: `transaction ${one.txid} at ${one.height}`,
        found: { fee, isRight: fee !== null && fee >= 0n },
        wanted: { fee: feeOf(one), isRight: true },
      };
    });
}

function checkExports(facts: Facts): Check[] {
  const isExport = ({ scriptPubKey: { crosschainexport } }: Json) =>
    crosschainexport !== undefined && (Number(crosschainexport.flags) & OTHER_EXPORTS) === 0;
  return facts.chain.raw.transactions
    .filter(({ txIndex, json }) => txIndex > 0 && json.vout.some(isExport))
    .map((one) => ({ record: `export ${one.txid} at ${one.height}`, found: feeAt(facts, one), wanted: 0n }));
}

/** By value: a coinbase may pay several. */
function checkRewards({ chain, answers }: Facts): Check[] {
  const { chainId } = chain.network;
  return chain.raw.blocks.map(({ tx, height }) => {
    const paid = tx[0].vout.filter(({ value, scriptPubKey }: Json) => {
      return satoshisOf(value) > 0n && scriptPubKey.reservedeposit === undefined;
    });
    const native = answers[Number(height)]?.rewards.filter(({ currency }) => currency.currencyId === chainId) ?? [];
    return {
      record: `coinbase of block ${height}`,
      found: native.map(({ index, address, amount }) => [index, address, amount]),
      wanted: paid.map(({ n, value, scriptPubKey }: Json) => {
        const address = scriptPubKey.addresses.find((one: string) => one !== GUARD);
        return [Number(n), address, decimalText(satoshisOf(value))];
      }),
    };
  });
}

function checkWork({ chain }: Facts): Check[] {
  return chain.raw.blocks.slice(1).map((block, index) => {
    const own = chain.blocks[index + 1];
    const before = BigInt(`0x${chain.raw.blocks[index].chainwork}`);
    return {
      record: `block ${block.height}`,
      found: before + (own === undefined ? 0n : totals.read(own).work),
      wanted: BigInt(`0x${block.chainwork}`),
    };
  });
}

function checkStakeGrowth({ chain }: Facts): Check[] {
  return chain.raw.blocks.slice(1).map((block, index) => {
    const [before, own] = [chain.blocks[index], chain.blocks[index + 1]];
    const grown =
      own === undefined || before === undefined ? 0n : totals.read(own).chainStake - totals.read(before).chainStake;
    return { record: `block ${block.height}`, found: grown > 0n, wanted: block.validationtype === 'stake' };
  });
}

/** By the hour: several of them have staked blocks, some none. */
async function checkStaking({ chain }: Facts): Promise<Check[]> {
  const { service, network, raw } = chain;
  const fields = 'start fromHeight toHeight stakingSupply';
  const query = `{ statistics(chainId: "${network.chainId}", interval: HOUR, limit: 100) { statistics { ${fields} } hasMore } }`;
  const { statistics } = await service.ask(query);
  expect(statistics.hasMore).toBe(false);
  // The stake of earlier hours counts only for them.
  const staking = statistics.statistics.filter(({ stakingSupply }: Untyped) => stakingSupply !== null);
  if (chain.label === 'generated') expect(staking.length).toBeGreaterThan(1);
  const stakeAt = (height: number) => (height < 0 ? 0n : BigInt(`0x${raw.blocks[height].chainstake}`));
  return statistics.statistics.map(({ start, stakingSupply, ...heights }: Untyped) => {
    const [from, to] = [Number(heights.fromHeight), Number(heights.toHeight)];
    const isStaked = raw.blocks.slice(from, to + 1).some(({ validationtype }) => validationtype === 'stake');
    const added = (stakeAt(to) - stakeAt(from - 1)) / BigInt(to - from + 1);
    return { record: `hour of ${start}`, found: stakingSupply, wanted: isStaked ? decimalText(added) : null };
  });
}
