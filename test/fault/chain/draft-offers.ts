import { NO_HASH } from '@ledgergraph/chain-generator/currency';
import { commitTo } from '@ledgergraph/chain-generator/identity';
import { type Draft, payCoin } from '@ledgergraph/chain-generator/outputs';
import { buildTransaction, coinAt } from '@ledgergraph/chain-generator/transaction';
import { halfOutput, indexKey } from '@ledgergraph/generators/flow-chain/offers';
import { FEE, namesIn, type Scene } from './draft-transactions.ts';
import { drawReceiver, fund } from './fund.ts';
import type { TreeTransaction } from './tree-transaction.ts';

const NEVER = 90_000;

/** Nothing while no owner can pay. */
export function postOffer(scene: Scene): TreeTransaction[] {
  const { random, height } = scene;
  const amount = BigInt(random.integer(100_000, 50_000_000));
  const funds = fund(scene, amount + FEE);
  if (funds === undefined) return [];
  const owner = drawReceiver(scene);
  const asked = payCoin(drawReceiver(scene), BigInt(random.integer(100_000, 50_000_000)));
  const addresses = [indexKey(scene), indexKey(scene), owner];
  const output: Draft = commitTo(namesIn(scene), addresses, NO_HASH, new Map([[scene.chainId, amount]]));
  const laid = buildTransaction({
    inputs: funds.coins,
    outputs: [output, { ...payCoin(owner, FEE), role: 'deposit', about: owner }, ...funds.change],
  });
  const lot = coinAt(laid, 0);
  const expiryHeight = height + (random.chance(0.3) ? NEVER : random.integer(3, 30));
  const posting = buildTransaction({
    inputs: [coinAt(laid, 1)],
    outputs: [halfOutput(lot, asked, expiryHeight)],
  });
  return [laid, { ...posting, flow: { posted: { lot, asked, owner, expiryHeight } } }];
}

/** undefined if no offer is open or no owner can pay. */
export function endOffer(scene: Scene): TreeTransaction | undefined {
  const { random, ledger, height } = scene;
  const open = [...ledger.offers.values()];
  if (open.length === 0) return undefined;
  const { lot, asked, owner, expiryHeight } = random.pick(open);
  const isTaken = random.chance(0.6) && height < expiryHeight;
  const funds = fund(scene, isTaken ? asked.satoshis : 0n);
  if (funds === undefined) return undefined;
  const given = payCoin(isTaken ? drawReceiver(scene) : owner, lot.satoshis);
  const built = buildTransaction({
    inputs: [lot, ...funds.coins],
    outputs: [...(isTaken ? [asked] : []), given, ...funds.change],
  });
  return { ...built, flow: { ended: { lot, how: isTaken ? 'TAKEN' : 'CLOSED' } } };
}
