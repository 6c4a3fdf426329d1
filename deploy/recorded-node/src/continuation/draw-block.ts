import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { buildBlock, type PrintedBlock } from './build-block.ts';
import { buildCoinbase } from './build-transaction.ts';
import { drawConversion } from './draw-conversion.ts';
import { drawCrossing } from './draw-crossing.ts';
import { drawCommitment, drawIdentityUpdate, drawRegistration } from './draw-identity.ts';
import { drawPayment, drawTokenPayment } from './draw-payment.ts';
import { holdFees, type OutputDraft, payCoin, payTokens } from './outputs.ts';
import { drawPayee, type Scene } from './scene.ts';
import { settleConversions } from './settle-conversions.ts';
import { settleCrossings } from './settle-crossings.ts';

const POOL_DIVISOR = 100n;
const MOST_TRANSACTIONS = 4;
const EXTRA_BYTES = 8;

/** By weight, out of a hundred. */
const KINDS: readonly [number, (scene: Scene) => JsonObject | undefined][] = [
  [44, drawPayment],
  [10, drawCrossing],
  [15, drawTokenPayment],
  [17, drawConversion],
  [12, drawIdentityUpdate],
  [2, drawCommitment],
];

/** Also adds the block to the scene's ledger. @param waiting printed transactions that the block holds if possible */
export function drawBlock(
  scene: Scene,
  parent: JsonObject,
  waiting: readonly JsonObject[],
  seconds: number,
): PrintedBlock {
  const { ledger, height, random } = scene;
  const satoshisBefore = ledger.satoshis;
  const transactions: JsonObject[] = [];
  for (const transaction of waiting) {
    if (!ledger.canApply(transaction, height)) continue;
    ledger.apply(transaction, height);
    transactions.push(transaction);
  }
  const registration = drawRegistration(scene);
  if (registration !== undefined) transactions.push(registration);
  for (let left = random.integer(0, MOST_TRANSACTIONS); left > 0; left -= 1) {
    const transaction = drawKind(scene);
    if (transaction !== undefined) transactions.push(transaction);
  }
  transactions.push(...settleConversions(scene), ...settleCrossings(scene));
  // No arrival precedes its departure, even if the chains' clocks differ.
  const time = Math.max(Number(String(parent.time)) + seconds, ...scene.arrivals.map((arrival) => arrival.time + 1));
  const coinbase = drawCoinbase(scene, satoshisBefore - ledger.satoshis, time);
  const block = buildBlock(parent, [coinbase, ...transactions], time, scene.work);
  ledger.applyBlock({ ...block.json, tx: [coinbase] });
  return block;
}

function drawKind(scene: Scene): JsonObject | undefined {
  let left = scene.random.integer(1, 100);
  for (const [weight, draw] of KINDS) {
    left -= weight;
    if (left <= 0) return draw(scene) ?? drawPayment(scene);
  }
  return undefined;
}

function drawCoinbase(scene: Scene, fees: bigint, time: number): JsonObject {
  const { chainId, ledger, random, height, reward } = scene;
  const pool = new Map(ledger.feePool);
  pool.set(chainId, (pool.get(chainId) ?? 0n) + fees);
  const miner = drawPayee(scene, 'key');
  const outputs: OutputDraft[] = [];
  for (const [id, amount] of pool) {
    const share = amount / POOL_DIVISOR;
    pool.set(id, amount - share);
    if (id === chainId) outputs.unshift(payCoin(miner, reward + share));
    else if (share > 0n) outputs.push(payTokens(miner, id, share, ledger.nameOf(id)));
  }
  return buildCoinbase(height, time, random.bytes(EXTRA_BYTES), [...outputs, holdFees(pool)]);
}
