import { type Coin, sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { identityState, newIdentity, reserveName } from '@ledgergraph/chain-generator/identity';
import { type Draft, pay, payCoin } from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import type { TransactionDraft } from '@ledgergraph/chain-generator/transaction';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import { changeIdentity } from '#/chain-parts/identity-payloads.ts';
import type { TransactionShape } from './block-shapes.ts';
import type { ChainState, Effects } from './chain-state.ts';
import type { Payees } from './payees.ts';

export interface Scene {
  state: ChainState;
  random: Random;
  payees: Payees;
  height: number;
}

export interface Drawn extends TransactionDraft, Effects {}

export const FEE = 10_000n;

/** As many outputs as the shape has; undefined while no owner can pay. */
export function drawPayment(scene: Scene, { inputs: count, outputs }: TransactionShape): Drawn | undefined {
  const inputs = drawCoins(scene, count);
  return inputs && { inputs, outputs: payOut(scene, inputs, outputs) };
}

/** Undefined while no owner can pay. */
export function drawRegistration(scene: Scene, { inputs: count, outputs }: TransactionShape): Drawn | undefined {
  const { state, random, payees, height } = scene;
  const inputs = drawCoins(scene, count);
  if (inputs === undefined) return undefined;
  const name = `name${state.identityIds.length}`;
  const id = childIdentityAddress(name, state.chainHash);
  const owner = payees.draw(height, state.identityIds);
  const identity = newIdentity(state.chainId, { id, name, owner });
  const salt = Buffer.from(random.bytes(32)).toString('hex');
  const reservation = reserveName({ name, salt, parent: state.chainId, id });
  const rest = payOut(scene, inputs, Math.max(outputs - 2, 1));
  return { inputs, outputs: [identityState(identity), reservation, ...rest], identity };
}

/** The older identities more often; undefined before the first one. */
export function drawUpdate(scene: Scene, { inputs: count, outputs }: TransactionShape): Drawn | undefined {
  const { state, random, payees, height } = scene;
  const { identityIds } = state;
  const id = identityIds[Math.floor(identityIds.length * random.fraction() ** 3)];
  const before = id === undefined ? undefined : state.identities.get(id);
  const coins = before && drawCoins(scene, Math.max(count - 1, 1));
  if (id === undefined || before === undefined || coins === undefined) return undefined;
  const identity = changeIdentity(random, before.payload, [payees.draw(height, identityIds)]);
  return {
    inputs: [before.coin, ...coins],
    outputs: [identityState(identity), ...payOut(scene, coins, Math.max(outputs - 1, 1))],
    identity,
  };
}

export function payOut(scene: Scene, coins: readonly Coin[], count: number, spent = 0n): Draft[] {
  const { state, random } = scene;
  const outputs: Draft[] = [];
  for (const [id, amount] of sumTokens(coins)) {
    const parts = split(random, amount, outputs.length + 2 < count ? 2 : 1);
    for (const part of parts) {
      outputs.push(pay(state, drawPayee(scene), id, part));
    }
  }
  const rest = sumSatoshis(coins) - spent - FEE;
  for (const part of split(random, rest, Math.max(count - outputs.length, 1))) {
    outputs.push(payCoin(drawPayee(scene), part));
  }
  return outputs;
}

export function drawPayee({ payees, state, height }: Scene): string {
  return payees.draw(height, state.identityIds);
}

/** For `least` and a fee; undefined, and nothing is drawn, where the coins do not hold as much. */
export function drawCoins({ state, random, height }: Scene, count: number, least = 1n): Coin[] | undefined {
  const coins = state.coins.draw(random, Math.max(count, 1));
  if (sumSatoshis(coins) >= least + FEE) return coins;
  for (const coin of coins) state.coins.add(coin, height);
  return undefined;
}

function sumTokens(coins: readonly Coin[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { tokens } of coins) for (const [id, amount] of tokens) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return sums;
}

/** Up to `count`, none of them zero; an empty list for nothing. */
function split(random: Random, amount: bigint, count: number): bigint[] {
  const parts: bigint[] = [];
  let left = amount;
  for (let more = count; more > 1 && left > BigInt(more) * 2n; more -= 1) {
    const share = (left * BigInt(random.integer(1, 1_999))) / (1_000n * BigInt(more));
    if (share === 0n) continue;
    parts.push(share);
    left -= share;
  }
  return left > 0n ? [...parts, left] : parts;
}
