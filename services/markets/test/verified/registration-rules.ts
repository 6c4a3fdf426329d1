import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { listPayloads, type RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { listAll } from './list-all.ts';
import type { Verified, VerifiedName } from './open-verified.ts';

// See pbaas/identity.cpp.

/** No block defines VRSCTEST. */
const NATIVE_TERMS = { price: 10_000_000_000n, levels: 3, isReferral: true };
/** Names share their price with referrers. */
const REFERRALS = 8;
/** Only its identity issues the currency. */
const CENTRALIZED = 2;
const SUB_IDENTITY_FEE = 2_000_000n;
const SELECTION = `txid blockHeight price currencyId: currency { currencyId } parent { currencyId } referrer { identityAddress }
  referralShares { txid index address currency { currencyId } amount } burned paidToParent fee identity { identityAddress }`;

interface Registration {
  at: RawTransaction;
  record: string;
  reservation: Json;
  vout: number;
  isNative: boolean;
  terms: { price: bigint; levels: number; isReferral: boolean; isCentralized?: boolean };
  answer: Json;
}

interface Facts {
  chain: Verified;
  registrations: Registration[];
  referrals: Map<string, string>;
}

const CHAINS = ['vrsctest-a', 'mempool-a', 'generated'] as const;
/** Title, records of `vrsctest-a` and `mempool-a`, and check. */
const RULES: readonly Rule<Facts>[] = [
  { title: 'its first input spends a commitment of an earlier block', counts: [22, 9, -1], list: checkCommitments },
  {
    title: 'the identity, what is paid and the reservation stand in this order',
    counts: [22, 9, -1],
    list: checkOrder,
  },
  { title: 'each level of referrers gets its share of the price', counts: [19, 9, -1], list: checkShares },
  { title: 'the price is that of the parent, and less with a referrer', counts: [22, 9, -1], list: checkPrices },
  { title: 'below the chain, the rest of the price is left as fee', counts: [19, 9, -1], list: checkRest },
  { title: 'below a currency that no one issues alone, the price is burned', counts: [2, 0, -1], list: checkBurned },
  {
    title: 'below a currency that its identity issues, that one gets the price',
    counts: [1, 0, -1],
    list: checkIssued,
  },
  { title: 'below another currency, a fee in native coins is paid besides', counts: [3, 0, -1], list: checkSubFees },
  { title: 'the referral income of an identity is the sum of the shares', counts: [3, 0, -1], list: checkIncomes },
];

export const REGISTRATIONS = ruleSet<VerifiedName, Verified, Facts>({
  subject: 'registrations',
  chains: CHAINS,
  rules: RULES,
  read: readFacts,
});

async function readFacts(chain: Verified): Promise<Facts> {
  const answers = new Map((await listAll(chain, 'registrations', '', SELECTION)).map((one) => [one.txid, one]));
  const definitions = new Map(
    listPayloads(chain.raw, 'currencydefinition').map(({ payload }) => [payload.currencyid, payload]),
  );
  const reservations = listPayloads(chain.raw, 'identityreservation');
  expect(answers.size).toBe(reservations.length);
  return {
    chain,
    referrals: new Map(reservations.map(({ payload }) => [payload.nameid, payload.referral ?? ''])),
    registrations: reservations.map(({ at, vout, payload }): Registration => {
      const isNative = payload.parent === chain.raw.chainId;
      return {
        at,
        vout,
        isNative,
        reservation: payload,
        answer: answers.get(at.txid),
        record: `registration of ${payload.name} (${payload.nameid}) in ${at.txid} at ${at.height}`,
        terms: isNative ? NATIVE_TERMS : readTerms(definitions.get(payload.parent)),
      };
    }),
  };
}

function readTerms(definition: Json): Registration['terms'] {
  return {
    price: satoshisOf(definition.idregistrationfees),
    levels: Number(definition.idreferrallevels),
    isReferral: (Number(definition.options) & REFERRALS) !== 0,
    isCentralized: Number(definition.proofprotocol) === CENTRALIZED,
  };
}

const paidBy = ({ at, vout }: Registration): Json[] => at.json.vout.slice(1, vout);

function checkCommitments({ chain, registrations }: Facts): Check[] {
  return registrations.map(({ at, record }) => {
    const [first] = chain.blocks[at.height]?.transactions[at.txIndex]?.inputs ?? [];
    const committed = chain.raw.transaction(first === undefined ? '' : hex(first.txid));
    const outputs = chain.blocks[committed?.height ?? -1]?.transactions[committed?.txIndex ?? -1]?.outputs;
    const kind = outputs?.find(({ index }) => index === first?.vout)?.kind;
    const found = { kind, isEarlier: committed !== undefined && committed.height < at.height };
    return { record, found, wanted: { kind: 'commitmenthash', isEarlier: true } };
  });
}

function checkOrder({ registrations }: Facts): Check[] {
  return registrations.map((one) => {
    const paid = paidBy(one);
    const { answer, record, reservation, at } = one;
    const shares: Json[] = answer?.referralShares ?? [];
    const others = [answer?.burned, answer?.paidToParent].filter((text) => Number(text) > 0);
    return {
      record,
      found: {
        first: at.json.vout[0].scriptPubKey.identityprimary?.identityaddress,
        identity: answer?.identity.identityAddress,
        parent: answer?.parent.currencyId,
        shares: shares.map(({ index }) => index),
        paid: shares.length + others.length,
      },
      wanted: {
        first: reservation.nameid,
        identity: reservation.nameid,
        parent: reservation.parent,
        shares: shares.map((_, index) => index + 1),
        paid: paid.length,
      },
    };
  });
}

/** The referrer, its referrer, and so on. */
function checkShares({ registrations, referrals }: Facts): Check[] {
  return registrations
    .filter(({ isNative }) => isNative)
    .map(({ record, reservation, terms, answer, at }) => {
      const earners: string[] = [];
      let next = reservation.referral ?? '';
      while (next !== '' && earners.length < terms.levels) {
        earners.push(next);
        next = referrals.get(next) ?? '';
      }
      const amount = decimalText(terms.price / BigInt(terms.levels + 2));
      return {
        record,
        found: { referrer: answer?.referrer?.identityAddress ?? '', shares: answer?.referralShares },
        wanted: {
          referrer: reservation.referral ?? '',
          shares: earners.map((address, index) => {
            return { txid: at.txid, index: index + 1, address, currency: { currencyId: reservation.parent }, amount };
          }),
        },
      };
    });
}

function priceOf({ terms, reservation }: Registration): bigint {
  const { price, levels, isReferral } = terms;
  const isShared = isReferral && (reservation.referral ?? '') !== '';
  return isShared ? (price * BigInt(levels + 1)) / BigInt(levels + 2) : price;
}

function checkPrices({ registrations }: Facts): Check[] {
  return registrations.map((one) => ({
    record: one.record,
    found: { price: one.answer?.price, currencyId: one.answer?.currencyId.currencyId },
    wanted: { price: decimalText(priceOf(one)), currencyId: one.reservation.parent },
  }));
}

function feeIn({ chain }: Facts, { at }: Registration): bigint | null {
  const transaction = chain.blocks[at.height]?.transactions[at.txIndex];
  return transaction === undefined ? null : readFee(transaction);
}

function checkRest(facts: Facts): Check[] {
  return facts.registrations
    .filter(({ isNative }) => isNative)
    .map((one) => {
      const shared = paidBy(one).reduce((sum: bigint, { value }: Json) => sum + satoshisOf(value), 0n);
      const rest = priceOf(one) - shared;
      const { burned, paidToParent, fee } = one.answer ?? {};
      const none = decimalText(0n);
      return {
        record: one.record,
        found: { fee, left: feeIn(facts, one), burned, paidToParent },
        wanted: { fee: decimalText(rest), left: rest, burned: none, paidToParent: none },
      };
    });
}

function checkBurned({ registrations }: Facts): Check[] {
  return registrations
    .filter(({ isNative, terms }) => !isNative && terms.isCentralized !== true)
    .map((one) => {
      const transfers = paidBy(one).map(({ scriptPubKey }: Json) => scriptPubKey.reservetransfer);
      const { burned, paidToParent } = one.answer ?? {};
      return {
        record: one.record,
        found: {
          burned,
          paidToParent,
          flags: transfers.map((transfer) => Number(transfer?.flags)),
          given: transfers.flatMap((transfer) => Object.entries<string>(transfer?.currencyvalues ?? {})),
        },
        wanted: {
          burned: decimalText(one.terms.price),
          paidToParent: decimalText(0n),
          flags: [0x81],
          given: [[one.reservation.parent, decimalText(one.terms.price)]],
        },
      };
    });
}

function checkIssued({ registrations }: Facts): Check[] {
  return registrations
    .filter(({ isNative, terms }) => !isNative && terms.isCentralized === true)
    .map((one) => {
      const paid = paidBy(one);
      const { parent } = one.reservation;
      const { burned, paidToParent } = one.answer ?? {};
      return {
        record: one.record,
        found: {
          burned,
          paidToParent,
          amounts: one.at.outputs.slice(1, one.vout).map(({ held }) => [...held]),
          receivers: paid.map(({ scriptPubKey }: Json) => scriptPubKey.addresses),
        },
        wanted: {
          burned: decimalText(0n),
          paidToParent: decimalText(one.terms.price),
          amounts: [[[parent, one.terms.price]]],
          receivers: [[parent]],
        },
      };
    });
}

function checkSubFees(facts: Facts): Check[] {
  return facts.registrations
    .filter(({ isNative }) => !isNative)
    .map((one) => ({
      record: one.record,
      found: { fee: one.answer?.fee, left: feeIn(facts, one) },
      wanted: { fee: decimalText(SUB_IDENTITY_FEE), left: SUB_IDENTITY_FEE },
    }));
}

async function checkIncomes({ chain, registrations }: Facts): Promise<Check[]> {
  const sums = new Map<string, bigint>();
  for (const one of registrations.filter(({ isNative }) => isNative)) {
    for (const { value, scriptPubKey } of paidBy(one)) {
      const [address] = scriptPubKey.addresses;
      sums.set(address, (sums.get(address) ?? 0n) + satoshisOf(value));
    }
  }
  const query = 'query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Identity { referralIncome } } }';
  const { chainId } = chain.network;
  const keys = Array.from(sums.keys(), (identityAddress) => ({ __typename: 'Identity', chainId, identityAddress }));
  const { _entities } = await chain.stand.data(query, { keys });
  return keys.map(({ identityAddress }, index) => ({
    record: `income of ${identityAddress}`,
    found: satoshisFromDecimalText(_entities[index].referralIncome),
    wanted: sums.get(identityAddress),
  }));
}
