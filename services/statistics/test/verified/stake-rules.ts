import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { Untyped } from '../open-service.ts';
import type { Verified } from './open-verified.ts';
import type { Facts } from './producer-facts.ts';

const STAKE_AGE = 150;
export const GUARD = 'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR';

const listStaked = ({ chain }: Facts): Json[] =>
  chain.raw.blocks.filter(({ validationtype }) => validationtype === 'stake');

export async function checkStakes(facts: Facts): Promise<Check[]> {
  const { chain } = facts;
  const checks: Check[] = [];
  for (const block of listStaked(facts)) {
    const { height, hash, tx, possourcetxid, possourcevoutnum, postxddest } = block;
    const stake = tx.at(-1);
    const made = chain.raw.transaction(possourcetxid)?.height ?? Number.NaN;
    const [coin] = stake.vin;
    const given = chain.raw.output(`${coin.txid}:${coin.vout}`)?.satoshis ?? 0n;
    const answer = await findStake(chain, postxddest, hash);
    checks.push({
      record: `stake ${stake.txid} of block ${height}`,
      found: {
        inputs: stake.vin.map(({ txid, vout }: Json) => `${txid}:${vout}`),
        isOld: Number(height) - made >= STAKE_AGE,
        age: answer?.ageBlocks,
        returned: satoshisOf(stake.vout[0].value),
        staked: answer?.staked,
        owner: answer?.address,
        pays: stake.vout[0].scriptPubKey.addresses.includes(postxddest),
      },
      wanted: {
        inputs: [`${possourcetxid}:${possourcevoutnum}`],
        isOld: true,
        age: Number(height) - made,
        returned: given,
        staked: decimalText(given),
        owner: postxddest,
        pays: true,
      },
    });
  }
  return checks;
}

async function findStake({ service, network }: Verified, address: string, hash: string): Promise<Untyped> {
  const fields = 'block { hash } address rewardAddress staked ageBlocks';
  const query = `{ stakes(chainId: "${network.chainId}", address: "${address}", limit: 100) { stakes { ${fields} } hasMore } }`;
  const { stakes } = await service.ask(query);
  expect(stakes.hasMore).toBe(false);
  return stakes.stakes.find(({ block }: Untyped) => block.hash === hash);
}

export async function checkStakers(facts: Facts): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { height, hash, tx, posrewarddest } of listStaked(facts)) {
    const { stakeguard, addresses } = tx[0].vout[0].scriptPubKey;
    const answer = await findStake(facts.chain, posrewarddest, hash);
    checks.push({
      record: `coinbase of block ${height}`,
      found: {
        isGuarded: stakeguard !== undefined,
        producer: addresses.filter((address: string) => address !== GUARD),
        answered: answer?.rewardAddress,
      },
      wanted: { isGuarded: true, producer: [posrewarddest], answered: posrewarddest },
    });
  }
  return checks;
}
