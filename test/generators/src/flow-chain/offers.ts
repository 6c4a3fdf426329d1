import type { Coin } from '@ledgergraph/chain-generator/coin';
import { NO_HASH } from '@ledgergraph/chain-generator/currency';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { commitTo, identityState } from '@ledgergraph/chain-generator/identity';
import { type Draft, leaveData, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { changeIdentity } from '#/chain-parts/identity-payloads.ts';
import type { ExpectedOffer } from './flow-ledger.ts';
import { FEE, type FlowIdentity, type World } from './world.ts';

/** Wallets mark offers of tokens by it. */
const TOKEN_OFFER = '000000000000000000000000f60039167d4789c6a2dca79020be6a4f1a186727';
/** For fees, beside an identity or tokens. */
const CARRIED = 10_000n;
const WRAPPER = '0500000003000101000000000100000000';

export interface OpenOffer {
  entry: ExpectedOffer;
  coin: Coin;
  owner: string;
  asked: Draft;
  identity?: FlowIdentity;
  /** Null: it stays beyond its expiry. */
  fate: { height: number; how: 'TAKEN' | 'CLOSED' } | null;
}

/** Gives native coin, a token, or an identity; undefined while no user can. */
export function postOffer(world: World): OpenOffer | undefined {
  const { random } = world;
  const token = random.pick([...world.wallet.tokens(), world.chainId]);
  const identity = random.chance(0.2) ? pickIdentity(world) : undefined;
  const givesId = random.chance(0.5) ? world.chainId : token;
  const amount = world.wallet.peek(random, givesId) / BigInt(random.integer(3, 40));
  const asksId = givesId !== world.chainId || random.chance(0.5) ? world.chainId : token;
  const isNative = asksId === world.chainId;
  if (amount === 0n) return undefined;
  const owner = random.pick(world.people.filter((address) => address.startsWith('R')));
  const asked = world.pay(owner, asksId, BigInt(random.integer(1, 90)) * (isNative ? COIN : COIN / 10n));
  const gives = { currencyId: givesId, amount };
  const made = identity === undefined ? giveAmount(world, owner, gives) : giveIdentity(world, identity);
  if (made === undefined) return undefined;
  const { transaction, coin, change } = made;
  const expiryHeight = world.height + (random.chance(0.2) ? 90_000 : random.integer(8, 60));
  if (change === undefined || !postHalf(world, change, { coin, asked, expiryHeight })) return undefined;
  const entry: ExpectedOffer = {
    txid: transaction.txid,
    vout: 0,
    height: world.height,
    payTo: owner,
    expiryHeight,
    ended: null,
    gives: identity === undefined ? gives : null,
    givesIdentity: identity?.identityAddress ?? null,
    asks: { currencyId: asksId, amount: isNative ? asked.satoshis : (asked.tokens.get(asksId) ?? 0n) },
  };
  world.ledger.offers.push(entry);
  const fate = drawFate(world, expiryHeight);
  return { entry, coin, owner, asked, fate, ...(identity === undefined ? {} : { identity }) };
}

function pickIdentity(world: World): FlowIdentity | undefined {
  const free = [...world.identities.values()].filter(
    ({ hasCurrency, isRoot, isOffered }) => !hasCurrency && isRoot && !isOffered,
  );
  return free.length === 0 ? undefined : world.random.pick(free);
}

function drawFate({ random, height }: World, expiryHeight: number): OpenOffer['fate'] {
  if (random.chance(0.25)) return null;
  if (random.chance(0.6)) return { height: Math.min(height + random.integer(1, 20), expiryHeight - 1), how: 'TAKEN' };
  return { height: height + random.integer(1, 80), how: 'CLOSED' };
}

interface Posted {
  transaction: ReturnType<World['settle']>;
  coin: Coin;
  change: Coin | undefined;
}

function giveAmount(
  world: World,
  owner: string,
  { currencyId, amount }: { currencyId: string; amount: bigint },
): Posted | undefined {
  const isNative = currencyId === world.chainId;
  const carried: [string, bigint][] = isNative ? [] : [[world.chainId, CARRIED]];
  const funds = world.fund(new Map([[currencyId, amount], ...carried]), 2n * FEE);
  if (funds === undefined) return undefined;
  const held = new Map([[currencyId, amount], ...carried]);
  const addresses = [indexKey(world), indexKey(world), owner];
  // One fee is left for the transaction that publishes it.
  const coinForNext = world.pay(owner, world.chainId, FEE);
  const output = commitTo(world, addresses, isNative ? NO_HASH : TOKEN_OFFER, held);
  const transaction = world.settle(funds.inputs, [output, coinForNext, ...funds.change]);
  return { transaction, coin: coinAt(transaction, 0), change: coinAt(transaction, 1) };
}

function giveIdentity(world: World, identity: FlowIdentity): Posted | undefined {
  const funds = world.fund(new Map([[world.chainId, CARRIED]]), 2n * FEE);
  if (funds === undefined) return undefined;
  const { identityAddress, payload, coin } = identity;
  const addresses = [identityAddress, identityAddress, identityAddress, indexKey(world), indexKey(world)];
  const output = protocolOutput('identityprimary', payload, new Map([[world.chainId, CARRIED]]), world, addresses);
  const next = world.pay(funds.inputs[0]?.address ?? '', world.chainId, FEE);
  const transaction = world.settle([coin, ...funds.inputs], [output, next, ...funds.change]);
  identity.coin = coinAt(transaction, 0);
  identity.isOffered = true;
  return { transaction, coin: identity.coin, change: coinAt(transaction, 1) };
}

/** Only an index knows it: offers are found by it. */
export function indexKey({ random }: Pick<World, 'random'>): string {
  return encodeAddress('PUBLIC_KEY_HASH', random.bytes(20));
}

function postHalf(
  world: World,
  change: Coin,
  { coin, asked, expiryHeight }: { coin: Coin; asked: Draft; expiryHeight: number },
): boolean {
  world.wallet.take(change);
  world.settle([change], [halfOutput(coin, asked, expiryHeight)]);
  return true;
}

export function halfOutput(coin: Coin, asked: Draft, expiryHeight: number): Draft {
  const raw = halfSigned(coin, asked, expiryHeight);
  const push = Buffer.concat([Buffer.from(WRAPPER, 'hex'), compactSize(raw.length), raw, Buffer.alloc(4)]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(push.length);
  return leaveData(`6a4d${length.toString('hex')}${push.toString('hex')}`);
}

/** Version 4, one input, one output and an expiry height (docs/verus/offers.md#what-is-posted). */
function halfSigned(coin: Coin, asked: Draft, expiryHeight: number): Buffer {
  const script = Buffer.from(String(asked.script.hex), 'hex');
  const value = Buffer.alloc(8);
  value.writeBigInt64LE(asked.satoshis);
  return Buffer.concat([
    Buffer.from('0400008085202f8901', 'hex'),
    Buffer.from(coin.txid, 'hex').reverse(),
    uint32(coin.vout),
    Buffer.from('00ffffffff01', 'hex'),
    value,
    compactSize(script.length),
    script,
    uint32(0),
    uint32(expiryHeight),
    Buffer.alloc(11),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function compactSize(value: number): Buffer {
  return value < 0xfd ? Buffer.of(value) : Buffer.of(0xfd, value & 0xff, value >> 8);
}

export function endOffers(world: World, offers: readonly OpenOffer[]): OpenOffer[] {
  return offers.filter((offer) => {
    if (offer.fate === null) return true;
    return offer.fate.height > world.height || !end(world, offer, offer.fate.how);
  });
}

function end(world: World, offer: OpenOffer, how: 'TAKEN' | 'CLOSED'): boolean {
  const { entry, asked, coin, identity, owner } = offer;
  const isTaken = how === 'TAKEN';
  const wanted = new Map(isTaken ? [[entry.asks.currencyId, entry.asks.amount]] : []);
  const funds = world.fund(wanted);
  if (funds === undefined) {
    // The taker comes in the next block, if the offer is still open.
    if (isTaken && entry.expiryHeight <= world.height + 1) offer.fate = null;
    return false;
  }
  const receiver = isTaken ? (funds.inputs[0]?.address ?? owner) : owner;
  const transaction = world.settle(
    [coin, ...funds.inputs],
    [...(isTaken ? [asked] : []), giveOut(world, offer, receiver), ...funds.change],
  );
  if (identity !== undefined) {
    identity.coin = coinAt(transaction, isTaken ? 1 : 0);
    identity.isOffered = false;
  }
  entry.ended = { height: world.height, txid: transaction.txid, how };
  return true;
}

function giveOut(world: World, { entry, identity }: OpenOffer, receiver: string): Draft {
  if (entry.gives !== null) return world.pay(receiver, entry.gives.currencyId, entry.gives.amount);
  if (identity === undefined) throw new Error('an offer that gives nothing');
  const payload: JsonObject = changeIdentity(
    world.random,
    identity.payload,
    world.people.filter((one) => one.startsWith('R')),
  );
  identity.payload = payload;
  return identityState(payload);
}
