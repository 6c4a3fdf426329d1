import type { Random } from '@ledgergraph/chain-generator/random';
import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import { currencyDefinition, currencyState } from '@ledgergraph/generators/chain-parts/currency-payloads';
import { changeIdentity, newIdentity } from '@ledgergraph/generators/chain-parts/identity-payloads';
import {
  type Draft,
  defineCurrency,
  identityState,
  leaveNote,
  notarizeState,
  payCoin,
  payTokens,
  reserveName,
} from '@ledgergraph/generators/chain-parts/outputs';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/generators/chain-parts/transaction';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import type { Ledger } from './ledger.ts';
import type { TreeTransaction } from './tree-transaction.ts';

export interface Scene {
  chainId: string;
  random: Random;
  ledger: Ledger;
  owners: readonly string[];
  height: number;
}

export const FEE = 10_000n;

/** undefined while no owner can pay. */
export function drawPayment(scene: Scene): BuiltTransaction | undefined {
  const { random, ledger, owners } = scene;
  const inputs = drawCoins(scene, random.integer(1, 3));
  if (inputs.length === 0) return undefined;
  const outputs = [];
  for (const [currencyId, amount] of sumTokens(inputs)) {
    for (const part of split(random, amount)) {
      outputs.push(payTokens(random.pick(owners), new Map([[currencyId, part]]), 0n, ledger.names()));
    }
  }
  const total = inputs.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  if (total > FEE) for (const part of split(random, total - FEE)) outputs.push(payCoin(random.pick(owners), part));
  if (outputs.length === 0 || random.chance(0.1)) outputs.push(leaveNote(Buffer.from(random.bytes(4)).toString('hex')));
  return buildTransaction({ inputs, outputs });
}

/** undefined while no owner can pay for it. */
export function registerIdentity(scene: Scene, label: string): BuiltTransaction | undefined {
  const inputs = drawCoins(scene, 1);
  const [coin] = inputs;
  if (coin === undefined || coin.satoshis <= FEE) return undefined;
  const { identity, outputs } = drawIdentity(scene, label);
  return buildTransaction({ inputs, outputs: [...outputs, ...change(scene, inputs)], identities: [identity] });
}

export function drawIdentity(
  { random, chainId, owners }: Pick<Scene, 'random' | 'chainId' | 'owners'>,
  label: string,
): { identity: JsonObject; outputs: Draft[] } {
  const identityAddress = childIdentityAddress(label, parseAddress(chainId)?.hash ?? new Uint8Array());
  const identity = newIdentity(random, chainId, identityAddress, label, owners);
  const reservation = {
    name: label,
    salt: Buffer.from(random.bytes(32)).toString('hex'),
    referral: '',
    parent: chainId,
  };
  const outputs = [
    identityState(identity, authorities(identity)),
    reserveName({ ...reservation, nameid: identityAddress }),
  ];
  return { identity, outputs };
}

export function updateIdentity(scene: Scene, identityAddress: string): BuiltTransaction {
  const { random, ledger, owners } = scene;
  const before = ledger.identities.get(identityAddress);
  if (before === undefined) throw new Error(`${identityAddress} is not registered`);
  const identity = changeIdentity(random, before, owners);
  return buildTransaction({
    inputs: [ledger.stateCoin('identity', identityAddress)],
    outputs: [identityState(identity, authorities(identity))],
    identities: [identity],
  });
}

export function launchCurrency(scene: Scene, identityAddress: string): TreeTransaction {
  const { random, ledger, owners, chainId, height } = scene;
  const identity = ledger.identities.get(identityAddress);
  if (identity === undefined) throw new Error(`${identityAddress} is not registered`);
  const supply = BigInt(random.integer(1_000, 1_000_000)) * 1_000_000n;
  const currency = { currencyId: identityAddress, name: String(identity.name), supply, changes: 0 };
  const built = buildTransaction({
    inputs: [ledger.stateCoin('identity', identityAddress)],
    outputs: [
      identityState(identity, authorities(identity)),
      defineCurrency(currencyDefinition(chainId, currency, height)),
      notarizeState(currencyState(chainId, currency, supply, height)),
      payTokens(
        random.pick(owners),
        new Map([[identityAddress, supply]]),
        0n,
        new Map([[identityAddress, currency.name]]),
      ),
    ],
    identities: [identity],
    currencies: [currency],
  });
  return { ...built, flow: { launch: { currencyId: identityAddress, status: 'PRELAUNCH' } } };
}

export function mintCurrency(scene: Scene, currencyId: string): BuiltTransaction {
  const { random, ledger, owners, chainId, height } = scene;
  const before = ledger.currencies.get(currencyId);
  if (before === undefined) throw new Error(`${currencyId} is not defined`);
  const emitted = BigInt(random.integer(1, 1_000_000));
  const currency = { ...before, supply: before.supply + emitted, changes: before.changes + 1 };
  return buildTransaction({
    inputs: [ledger.stateCoin('state', currencyId)],
    outputs: [
      notarizeState(currencyState(chainId, currency, emitted, height)),
      payTokens(random.pick(owners), new Map([[currencyId, emitted]]), 0n, ledger.names()),
    ],
    currencies: [currency],
  });
}

function authorities(identity: { revocationauthority?: unknown; recoveryauthority?: unknown }): string[] {
  return [String(identity.revocationauthority), String(identity.recoveryauthority)];
}

function drawCoins({ random, ledger, height }: Scene, count: number): Coin[] {
  const coins = ledger.spendable(height);
  const drawn = new Set<Coin>();
  for (let left = Math.min(count, coins.length); left > 0; left -= 1) drawn.add(random.pick(coins));
  return [...drawn];
}

function change({ random, owners, ledger }: Scene, inputs: readonly Coin[]) {
  const total = inputs.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const tokens = sumTokens(inputs);
  const coin = payCoin(random.pick(owners), total - FEE);
  return tokens.size === 0 ? [coin] : [coin, payTokens(random.pick(owners), tokens, 0n, ledger.names())];
}

export function sumTokens(coins: readonly Coin[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { tokens } of coins) for (const [id, amount] of tokens) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return sums;
}

function split(random: Random, amount: bigint): bigint[] {
  const parts = BigInt(random.integer(1, 3));
  if (amount < parts * 2n) return [amount];
  const share = amount / parts;
  const shares = Array.from({ length: Number(parts) - 1 }, () => share);
  return [...shares, amount - share * (parts - 1n)];
}
