import { buildBlock, type PrintedBlock } from '@ledgergraph/chain-generator/block';
import { type Draft, holdFees, pay, payCoin } from '@ledgergraph/chain-generator/outputs';
import { push } from '@ledgergraph/chain-generator/script-bytes';
import { buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { drawConversion } from './draw-conversion.ts';
import { drawCrossing } from './draw-crossing.ts';
import { drawCommitment, drawIdentityUpdate, drawRegistration } from './draw-identity.ts';
import { drawPayment, drawTokenPayment } from './draw-payment.ts';
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
  const texts = [coinbase, ...transactions].map((json) => ({
    txid: String(json.txid),
    json,
    text: stringifyLossless(json),
  }));
  const block = buildBlock({ parent, transactions: texts, time, work: scene.work });
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
  const outputs: Draft[] = [];
  for (const [id, amount] of pool) {
    const share = amount / POOL_DIVISOR;
    pool.set(id, amount - share);
    if (id === chainId) outputs.unshift(payCoin(miner, reward + share));
    else if (share > 0n) outputs.push(pay(scene, miner, id, share));
  }
  const coinbase = Buffer.concat([push(heightBytes(height)), push(random.bytes(EXTRA_BYTES))]).toString('hex');
  return buildTransaction({ outputs: [...outputs, holdFees(pool)], coinbase, lockTime: time }).json;
}

function heightBytes(height: number): Buffer {
  const digits: number[] = [];
  for (let left = height; left > 0; left >>= 8) digits.push(left & 0xff);
  if ((digits.at(-1) ?? 0) > 0x7f) digits.push(0);
  return Buffer.from(digits);
}
