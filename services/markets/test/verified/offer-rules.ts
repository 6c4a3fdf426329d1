import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import type { RawChain, RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { Verified, VerifiedName } from './open-verified.ts';

// See makeoffer of rpc/pbaasrpc.cpp.

/** A transaction of version 4 with one input begins so. */
const HALF_SIGNED = '0400008085202f8901';
/** Native satoshis of a lot. */
const LEAST_VALUE = 10_000n;
const SELECTION =
  'txid status expiryHeight blockHeight takenBy takenAtHeight gives { currencyId amount } givesIdentity { identityAddress }';

interface RawOffer {
  record: string;
  lot: RawTransaction;
  post: RawTransaction;
  expiryHeight: number;
  asked: { value: bigint; script: string };
  end: { height: number; txid: string; isTaken: boolean } | null;
}

interface Facts {
  chain: Verified;
  offers: RawOffer[];
  answers: Map<number, Map<string, Json>>;
}

const CHAINS = ['vrsctest-a', 'mempool-a', 'generated'] as const;
/** Title, records of `vrsctest-a` and `mempool-a`, and check. */
const RULES: readonly Rule<Facts>[] = [
  {
    title: 'its lot names two keys besides the owner, holds 0.0001 coins at least, and is what is answered',
    counts: [2, 0, -1],
    list: checkLots,
  },
  {
    title: 'the transaction that posts it stands in the block of its lot and spends the output behind it',
    counts: [2, 0, -1],
    list: checkPosts,
  },
  { title: 'it is open from its block on, and expired from its expiry height on', counts: [2, 0, -1], list: checkOpen },
  {
    title: 'it is taken by output k of the transaction whose input k spends it, and closed by any other',
    counts: [2, 0, -1],
    list: checkEnds,
  },
];
const STATUSES: Partial<Record<VerifiedName, Record<string, number>>> = { 'vrsctest-a': { TAKEN: 2 }, 'mempool-a': {} };

export const OFFERS = ruleSet<VerifiedName, Verified, Facts>({
  subject: 'an offer',
  chains: CHAINS,
  rules: RULES,
  async read(chain: Verified): Promise<Facts> {
    const offers = readOffers(chain.raw);
    return { chain, offers, answers: await readAnswers(chain, offers) };
  },
  further(name, facts) {
    test('stands as the chain leaves it', () => {
      const { answers, chain } = facts();
      const counts: Record<string, number> = {};
      for (const { status } of answers.get(chain.raw.blocks.length - 1)?.values() ?? [])
        counts[status] = (counts[status] ?? 0) + 1;
      const wanted = STATUSES[name];
      if (wanted !== undefined) expect(counts).toEqual(wanted);
      else expect(Object.keys(counts).sort()).toEqual(['CLOSED', 'EXPIRED', 'OPEN', 'TAKEN']);
    });
  },
});

function readOffers(raw: RawChain): RawOffer[] {
  return raw.transactions.flatMap((post) => {
    // A transaction may have shielded outputs alone.
    const { type, hex } = post.json.vout.at(-1)?.scriptPubKey ?? {};
    const start = type === 'nulldata' ? hex.indexOf(HALF_SIGNED) : -1;
    if (start < 0) return [];
    const { lotTxid, asked, expiryHeight } = readHalf(hex.slice(start + HALF_SIGNED.length));
    const lot = raw.transaction(lotTxid);
    if (lot === undefined) throw new Error(`${post.txid} offers ${lotTxid}, which is not there`);
    const spend = raw.spend(`${lotTxid}:0`);
    const made = spend?.by.json.vout[spend.input];
    const isTaken =
      made !== undefined && satoshisOf(made.value) === asked.value && made.scriptPubKey.hex === asked.script;
    const end = spend === undefined ? null : { height: spend.by.height, txid: spend.by.txid, isTaken };
    return [{ record: `offer ${lotTxid} at ${post.height}`, lot, post, expiryHeight, asked, end }];
  });
}

/** @param text hexadecimal digits behind the number of inputs */
function readHalf(text: string): Pick<RawOffer, 'asked' | 'expiryHeight'> & { lotTxid: string } {
  const bytes = Buffer.from(text, 'hex');
  const lotTxid = Buffer.from(bytes.subarray(0, 32)).reverse().toString('hex');
  let place = 36;
  const readSize = (): number => {
    const first = bytes[place] ?? 0;
    place += first < 0xfd ? 1 : 3;
    return first < 0xfd ? first : bytes.readUInt16LE(place - 2);
  };
  const signature = readSize();
  place += signature + 4;
  const outputs = readSize();
  const value = bytes.readBigInt64LE(place);
  place += 8;
  const length = readSize();
  const script = bytes.subarray(place, place + length).toString('hex');
  if (outputs !== 1) throw new Error(`an offer of ${lotTxid} with ${outputs} outputs`);
  return { lotTxid, asked: { value, script }, expiryHeight: bytes.readUInt32LE(place + length + 4) };
}

async function readAnswers({ stand, network, raw }: Verified, offers: readonly RawOffer[]): Promise<Facts['answers']> {
  const changes = offers.flatMap(({ post, expiryHeight, end }) => [post.height, expiryHeight, end?.height ?? 0]);
  const heights = [...changes.flatMap((height) => [height - 1, height]), raw.blocks.length - 1];
  const answers: Facts['answers'] = new Map();
  for (const height of new Set(heights.filter((one) => one >= 0 && one < raw.blocks.length))) {
    const query = `{ offers(chainId: "${network.chainId}", limit: 100, asOf: { height: ${height} }) { offers { ${SELECTION} } } }`;
    const listed: Json[] = (await stand.data(query)).offers.offers;
    answers.set(height, new Map(listed.map((offer) => [offer.txid, offer])));
  }
  return answers;
}

const lastOf = ({ answers, chain }: Facts, { lot }: RawOffer): Json =>
  answers.get(chain.raw.blocks.length - 1)?.get(lot.txid);

function checkLots(facts: Facts): Check[] {
  return facts.offers.map((offer) => {
    const [output] = offer.lot.json.vout;
    const { commitmenthash, identityprimary, addresses } = output.scriptPubKey;
    const answer = lastOf(facts, offer);
    const amounts = [...(offer.lot.outputs[0]?.held ?? [])];
    return {
      record: offer.record,
      found: {
        isLot: commitmenthash !== undefined || identityprimary !== undefined,
        hasKeys: addresses.filter((address: string) => address.startsWith('R')).length >= 2,
        hasValue: satoshisOf(output.value) >= LEAST_VALUE,
        gives: answer?.gives.map(({ currencyId, amount }: Json) => [currencyId, amount]),
        identity: answer?.givesIdentity?.identityAddress ?? null,
      },
      wanted: {
        isLot: true,
        hasKeys: true,
        hasValue: true,
        gives: amounts.map(([id, amount]) => [id, decimalText(amount)]),
        identity: identityprimary?.identityaddress ?? null,
      },
    };
  });
}

function checkPosts(facts: Facts): Check[] {
  return facts.offers.map((offer) => {
    const { lot, post, expiryHeight, record } = offer;
    const answer = lastOf(facts, offer);
    return {
      record,
      found: {
        height: lot.height,
        answered: Number(answer?.blockHeight),
        expiryHeight: Number(answer?.expiryHeight),
        spends: post.json.vin.map(({ txid, vout }: Json) => `${txid}:${vout}`).includes(`${lot.txid}:1`),
      },
      wanted: { height: post.height, answered: post.height, expiryHeight, spends: true },
    };
  });
}

function checkOpen({ offers, answers }: Facts): Check[] {
  return offers.map(({ record, lot, post, expiryHeight, end }) => {
    const heights = [...answers.keys()].sort((a, b) => a - b);
    const statusAt = (height: number) => {
      if (height < post.height) return null;
      if (end !== null && end.height <= height) return end.isTaken ? 'TAKEN' : 'CLOSED';
      return expiryHeight !== 0 && expiryHeight <= height ? 'EXPIRED' : 'OPEN';
    };
    return {
      record,
      found: heights.map((height) => [height, answers.get(height)?.get(lot.txid)?.status ?? null]),
      wanted: heights.map((height) => [height, statusAt(height)]),
    };
  });
}

function checkEnds(facts: Facts): Check[] {
  return facts.offers.flatMap((offer) => {
    const { end, record } = offer;
    if (end === null) return [];
    const { status, takenBy, takenAtHeight } = lastOf(facts, offer) ?? {};
    const taken = { status: 'TAKEN', takenBy: end.txid, takenAtHeight: end.height };
    const wanted = end.isTaken ? taken : { status: 'CLOSED', takenBy: null, takenAtHeight: null };
    return [{ record, found: { status, takenBy, takenAtHeight }, wanted }];
  });
}
