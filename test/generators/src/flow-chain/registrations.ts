import { createHash } from 'node:crypto';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { commitTo, identityState, newIdentity, reserveName } from '@ledgergraph/chain-generator/identity';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { TRANSFER, type TransferRequest, transferOutput } from '@ledgergraph/chain-generator/transfer';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import type { ExpectedPayout } from './flow-ledger.ts';
import { awaitExport } from './transfers.ts';
import type { World } from './world.ts';

export const NAME_PRICE = 100n * COIN;
const LEVELS = 3n;
/** Native, below a token. */
const SUB_NAME_FEE = 2_000_000n;
const BURN_FEE = 20_000n;

export interface Commitment {
  label: string;
  coin: Coin;
  height: number;
  referrer: string | null;
  /** A token; null: the chain. */
  parentId: string | null;
}

/** Undefined while no user can pay. */
export function commitName(
  world: World,
  name: Pick<Commitment, 'label' | 'referrer' | 'parentId'>,
): Commitment | undefined {
  const funds = world.fund(new Map(), undefined, 'key');
  const [payer] = funds?.inputs ?? [];
  if (funds === undefined || payer === undefined) return undefined;
  const hash = createHash('sha256').update(`${name.label} ${world.height}`).digest('hex');
  const transaction = world.settle(funds.inputs, [commitTo(world, [payer.address], hash), ...funds.change]);
  return { ...name, coin: coinAt(transaction, 0), height: world.height };
}

/** False while no user can pay; then nothing happens. */
export function registerName(world: World, committed: Commitment): boolean {
  const { label, parentId } = committed;
  const parent = parentId ?? world.chainId;
  const identityAddress = childIdentityAddress(label, parseAddress(parent)?.hash ?? world.chainHash);
  const terms = parentId === null ? nativeTerms(world, committed) : tokenTerms(world, parentId);
  const funds = world.fund(terms.wanted, terms.fee);
  if (funds === undefined) return false;
  const owner = world.person();
  const identity = newIdentity(world.chainId, {
    id: identityAddress,
    name: label,
    owner: owner.startsWith('i') ? committed.coin.address : owner,
    parent,
  });
  const reservation = {
    name: label,
    salt: Buffer.from(world.random.bytes(32)).toString('hex'),
    referral: committed.referrer ?? '',
    parent,
    id: identityAddress,
  };
  const transaction = world.settle(
    [committed.coin, ...funds.inputs],
    [
      identityState(identity),
      ...terms.paid.map(({ address, currencyId, amount }) => world.pay(address, currencyId, amount)),
      ...(terms.burn === undefined ? [] : [transferOutput(world, terms.burn)]),
      reserveName(reservation),
      ...funds.change,
    ],
  );
  const { txid } = transaction;
  const senders = [...new Set([committed.coin.address, ...funds.inputs.map(({ address }) => address)])];
  if (terms.burn !== undefined) awaitExport(world, terms.burn, { coin: coinAt(transaction, 1), senders });
  world.identities.set(identityAddress, {
    identityAddress,
    name: label,
    payload: identity,
    coin: coinAt(transaction, 0),
    referral: committed.referrer,
    hasCurrency: false,
    isRoot: parentId === null,
    isOffered: false,
  });
  const shares = terms.isReferral ? terms.paid : [];
  world.ledger.registrations.push({
    txid,
    vout: 0,
    height: world.height,
    identityAddress,
    name: label,
    parentId: parent,
    price: terms.price,
    currencyId: parent,
    referrer: committed.referrer,
    shares: shares.map((share, index): ExpectedPayout => ({ txid, vout: 1 + index, ...share })),
    burned: terms.burn?.amount ?? 0n,
    fee: terms.fee,
  });
  return true;
}

interface Terms {
  price: bigint;
  paid: { address: string; currencyId: string; amount: bigint }[];
  isReferral: boolean;
  burn?: TransferRequest;
  fee: bigint;
  wanted: Map<string, bigint>;
}

/** Referrers share the price, one level above the other, and the fee pool gets the rest. */
function nativeTerms(world: World, { referrer }: Commitment): Terms {
  const share = NAME_PRICE / (LEVELS + 2n);
  const paid: Terms['paid'] = [];
  for (
    let next = referrer;
    next !== null && paid.length < Number(LEVELS);
    next = world.identities.get(next)?.referral ?? null
  ) {
    paid.push({ address: next, currencyId: world.chainId, amount: share });
  }
  const price = referrer === null ? NAME_PRICE : (NAME_PRICE * (LEVELS + 1n)) / (LEVELS + 2n);
  const shared = share * BigInt(paid.length);
  return { price, paid, isReferral: true, fee: price - shared, wanted: new Map([[world.chainId, shared]]) };
}

/** The price is burned, or paid to the token's issuer. */
function tokenTerms(world: World, parentId: string): Terms {
  const token = world.currencies.get(parentId);
  const price = token?.registrationFee ?? 0n;
  const wanted = new Map([[parentId, price]]);
  if (token?.isCentralized === true) {
    const paid = [{ address: parentId, currencyId: parentId, amount: price }];
    return { price, paid, isReferral: false, fee: SUB_NAME_FEE, wanted };
  }
  const burn: TransferRequest = {
    kind: 'BURN',
    flags: TRANSFER.VALID | TRANSFER.BURN_PRICE,
    fromId: parentId,
    amount: price,
    toId: parentId,
    feeCurrencyId: world.chainId,
    fee: BURN_FEE,
    destination: parentId,
  };
  wanted.set(world.chainId, BURN_FEE);
  return { price, paid: [], isReferral: false, burn, fee: SUB_NAME_FEE, wanted };
}
