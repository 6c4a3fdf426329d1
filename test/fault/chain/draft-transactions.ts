import { type Coin, sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { plainToken, printNotarization, printState } from '@ledgergraph/chain-generator/currency';
import { identityState, newIdentity, reserveName } from '@ledgergraph/chain-generator/identity';
import {
  type Draft,
  leaveData,
  type Names,
  pay,
  payCoin,
  payTokens,
  protocolOutput,
} from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { currencyDefinition } from '@ledgergraph/generators/chain-parts/currency-definition';
import { changeIdentity } from '@ledgergraph/generators/chain-parts/identity-payloads';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import type { Ledger } from './ledger.ts';
import type { CurrencyRecord, TreeTransaction } from './tree-transaction.ts';

export interface Scene {
  chainId: string;
  random: Random;
  ledger: Ledger;
  owners: readonly string[];
  height: number;
}

export const FEE = 10_000n;
const RUNNING_TOKEN = 48;
const LAUNCH_PRICE = 50_000_000n;

export function namesIn({ chainId, ledger }: Pick<Scene, 'chainId' | 'ledger'>): Names {
  return { chainId, nameOf: (id) => ledger.currencies.get(id)?.name ?? id };
}

/** undefined while no owner can pay. */
export function drawPayment(scene: Scene): BuiltTransaction | undefined {
  const { random, owners } = scene;
  const inputs = drawCoins(scene, random.integer(1, 3));
  if (inputs.length === 0) return undefined;
  const outputs = [];
  for (const [currencyId, amount] of sumTokens(inputs)) {
    for (const part of split(random, amount)) {
      outputs.push(pay(namesIn(scene), random.pick(owners), currencyId, part));
    }
  }
  const total = sumSatoshis(inputs);
  if (total > FEE) for (const part of split(random, total - FEE)) outputs.push(payCoin(random.pick(owners), part));
  if (outputs.length === 0 || random.chance(0.1))
    outputs.push(leaveData(`6a04${Buffer.from(random.bytes(4)).toString('hex')}`));
  return buildTransaction({ inputs, outputs });
}

/** undefined while no owner can pay for it. */
export function registerIdentity(scene: Scene, label: string): TreeTransaction | undefined {
  const inputs = drawCoins(scene, 1);
  const [coin] = inputs;
  if (coin === undefined || coin.satoshis <= FEE) return undefined;
  const { identity, outputs } = drawIdentity(scene, label);
  return { ...buildTransaction({ inputs, outputs: [...outputs, ...change(scene, inputs)] }), identities: [identity] };
}

export function drawIdentity(
  { random, chainId, owners }: Pick<Scene, 'random' | 'chainId' | 'owners'>,
  label: string,
): { identity: JsonObject; outputs: Draft[] } {
  const identityAddress = childIdentityAddress(label, parseAddress(chainId)?.hash ?? new Uint8Array());
  const identity = newIdentity(chainId, { id: identityAddress, name: label, owner: random.pick(owners) });
  const salt = Buffer.from(random.bytes(32)).toString('hex');
  const outputs = [identityState(identity), reserveName({ name: label, salt, parent: chainId, id: identityAddress })];
  return { identity, outputs };
}

export function updateIdentity(scene: Scene, identityAddress: string): TreeTransaction {
  const { random, ledger, owners } = scene;
  const before = ledger.identities.get(identityAddress);
  if (before === undefined) throw new Error(`${identityAddress} is not registered`);
  const identity = changeIdentity(random, before, owners);
  const built = buildTransaction({
    inputs: [ledger.stateCoin('identity', identityAddress)],
    outputs: [identityState(identity)],
  });
  return { ...built, identities: [identity] };
}

export function launchCurrency(scene: Scene, identityAddress: string): TreeTransaction {
  const { random, ledger, owners, chainId, height } = scene;
  const identity = ledger.identities.get(identityAddress);
  if (identity === undefined) throw new Error(`${identityAddress} is not registered`);
  const supply = BigInt(random.integer(1_000, 1_000_000)) * 1_000_000n;
  const currency = { currencyId: identityAddress, name: String(identity.name), supply };
  const names = { chainId, nameOf: () => currency.name };
  const built = buildTransaction({
    inputs: [ledger.stateCoin('identity', identityAddress)],
    outputs: [
      identityState(identity),
      protocolOutput('currencydefinition', currencyDefinition(chainId, currency, height)),
      notarizeToken(scene, currency, supply),
      pay(names, random.pick(owners), identityAddress, supply),
    ],
  });
  const launch = { currencyId: identityAddress, status: 'PRELAUNCH' } as const;
  return { ...built, identities: [identity], currencies: [currency], flow: { launch } };
}

export function mintCurrency(scene: Scene, currencyId: string): TreeTransaction {
  const { random, ledger, owners } = scene;
  const before = ledger.currencies.get(currencyId);
  if (before === undefined) throw new Error(`${currencyId} is not defined`);
  const emitted = BigInt(random.integer(1, 1_000_000));
  const currency = { ...before, supply: before.supply + emitted };
  const built = buildTransaction({
    inputs: [ledger.stateCoin('state', currencyId)],
    outputs: [notarizeToken(scene, currency, emitted), pay(namesIn(scene), random.pick(owners), currencyId, emitted)],
  });
  return { ...built, currencies: [currency] };
}

function notarizeToken({ chainId, height }: Scene, { currencyId, supply }: CurrencyRecord, emitted: bigint): Draft {
  const token = { ...plainToken(currencyId, supply), launchPrices: new Map([[chainId, LAUNCH_PRICE]]) };
  const payload = printNotarization({
    currencyId,
    marks: {},
    state: printState(token, RUNNING_TOKEN, { emitted }),
    height: height - 1,
    previous: undefined,
    previousHeight: 0,
  });
  return protocolOutput('acceptednotarization', payload);
}

function drawCoins({ random, ledger, height }: Scene, count: number): Coin[] {
  const coins = ledger.spendable(height);
  const drawn = new Set<Coin>();
  for (let left = Math.min(count, coins.length); left > 0; left -= 1) drawn.add(random.pick(coins));
  return [...drawn];
}

function change(scene: Scene, inputs: readonly Coin[]) {
  const { random, owners } = scene;
  const total = sumSatoshis(inputs);
  const tokens = sumTokens(inputs);
  const coin = payCoin(random.pick(owners), total - FEE);
  return tokens.size === 0 ? [coin] : [coin, payTokens(namesIn(scene), random.pick(owners), tokens)];
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
