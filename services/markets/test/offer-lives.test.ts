import { Random } from '@ledgergraph/chain-generator/random';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import {
  type Asked,
  amountsLot,
  blockOf,
  hashOf,
  identityLot,
  idOf,
  keyAddressOf,
  paymentScript,
  postedOutput,
  tokenScript,
} from './offer-chain.ts';
import { openStand, type Stand } from './stand.ts';

const network = announcedNetwork('vrsctest-a');
const { chainId } = network;
const HEIGHTS = 48;
const TOKENS = ['red', 'blue'];
const IDENTITIES = ['anna', 'ben', 'cem'];

interface MadeOffer {
  txid: string;
  place: [height: number, txIndex: number];
  expiryHeight: number;
  gives: { currencyId: string; satoshis: string }[];
  givesIdentity: string | null;
  asks: { currencyId: string; satoshis: string }[] | null;
  asked: Asked;
  end: { height: number; txid: string; isTaken: boolean } | null;
}

/** Some offers are taken, some closed, some expire, and some are no offers. */
class OfferChain {
  readonly blocks: Block[] = [];
  readonly offers: MadeOffer[] = [];
  readonly #random: Random;
  readonly #branch: string;

  constructor(seed: number, branch: string) {
    this.#random = new Random(seed);
    this.#branch = branch;
  }

  grow(): void {
    const height = this.blocks.length;
    const transactions: Parameters<typeof blockOf>[3][number][] = [
      { inputs: [{ coinbase: Uint8Array.of(1) }], txid: hashOf(`${this.#branch} coinbase ${height}`) },
    ];
    const spent = this.offers.filter(({ end }) => end === null && this.#random.chance(0.08));
    for (const offer of spent) {
      const made = this.#spend(offer, height);
      transactions.push(made);
    }
    if (this.#random.chance(0.7)) transactions.push(...this.#post(height, transactions.length));
    this.blocks.push(blockOf(chainId, height, this.#branch, transactions));
  }

  #post(height: number, txIndex: number) {
    const random = this.#random;
    const txid = hashOf(`${this.#branch} lot ${height}`);
    const given = this.#drawGiven();
    const { asked, asks } = this.#drawAsked();
    const expiryHeight = random.chance(0.1) ? 0 : height + random.integer(1, 30);
    const lotTransaction = { txid, inputs: [], outputs: [given.output] };
    const other = { txid: hashOf(`${this.#branch} other ${height}`), inputs: [{ txid, vout: 1 }] };
    if (random.chance(0.1)) return [lotTransaction, { ...other, outputs: [] }];
    const post = { ...other, outputs: [{ index: 0, satoshis: 5n }, postedOutput(1, txid, expiryHeight, asked)] };
    this.offers.push({
      txid: Buffer.from(txid).toString('hex'),
      place: [height, txIndex + 1],
      expiryHeight,
      gives: given.gives,
      givesIdentity: given.identity,
      asks,
      asked,
      end: null,
    });
    // A second offer of the same lot does not count.
    const again = { ...post, txid: hashOf(`${this.#branch} again ${height}`) };
    return random.chance(0.1) ? [lotTransaction, post, again] : [lotTransaction, post];
  }

  #drawGiven() {
    const satoshis = BigInt(this.#random.integer(1, 10 ** 9));
    const native = { currencyId: chainId, satoshis: `${satoshis}` };
    if (this.#random.chance(0.3)) {
      const identity = idOf(this.#random.pick(IDENTITIES));
      return { output: identityLot(identity, satoshis), gives: [native], identity };
    }
    const tokens = this.#random.chance(0.5)
      ? [{ currencyId: idOf(this.#random.pick(TOKENS)), satoshis: 7n + satoshis }]
      : [];
    const gives = [native, ...tokens.map((token) => ({ currencyId: token.currencyId, satoshis: `${token.satoshis}` }))];
    return { output: amountsLot(satoshis, tokens), gives, identity: null };
  }

  #drawAsked(): { asked: Asked; asks: MadeOffer['asks'] } {
    const value = BigInt(this.#random.integer(1, 10 ** 6));
    const native = { currencyId: chainId, satoshis: `${value}` };
    const draw = this.#random.integer(0, 2);
    if (draw === 0) return { asked: { value, script: paymentScript('owner') }, asks: [native] };
    if (draw === 1) return { asked: { value, script: 'cc00ff' }, asks: null };
    const name = this.#random.pick(TOKENS);
    const token = BigInt(this.#random.integer(1, 10 ** 12));
    const asks = [native, { currencyId: idOf(name), satoshis: `${token}` }];
    return { asked: { value, script: tokenScript('owner', name, token) }, asks };
  }

  /** May fail to pay the asked output, by a little or at another position. */
  #spend(offer: MadeOffer, height: number) {
    const txid = hashOf(`${this.#branch} spend ${offer.txid}`);
    const position = this.#random.integer(0, 2);
    const kind = this.#random.pick(['taken', 'taken', 'value', 'position', 'closed']);
    const pays = {
      satoshis: offer.asked.value + (kind === 'value' ? 1n : 0n),
      script: Buffer.from(offer.asked.script, 'hex'),
    };
    const at = kind === 'position' ? position + 1 : position;
    const others = Array.from({ length: 4 }, (_, index) => ({ index, satoshis: 1n, script: Uint8Array.of(0x51) }));
    const outputs = others.map((output) =>
      output.index === at && kind !== 'closed' ? { ...output, ...pays } : output,
    );
    const inputs = Array.from({ length: position + 1 }, (_, index) =>
      index === position ? { txid: Buffer.from(offer.txid, 'hex'), vout: 0 } : { txid: hashOf(`${index}`), vout: 0 },
    );
    offer.end = { height, txid: Buffer.from(txid).toString('hex'), isTaken: kind === 'taken' };
    return { txid, inputs, outputs };
  }
}

function statusOf({ end, expiryHeight }: MadeOffer, height: number): string {
  if (end !== null && end.height <= height) return end.isTaken ? 'TAKEN' : 'CLOSED';
  return expiryHeight > 0 && expiryHeight <= height ? 'EXPIRED' : 'OPEN';
}

const straight = new OfferChain(20, 'main');
for (let height = 0; height < HEIGHTS; height += 1) straight.grow();

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterAll(() => stand.close());

async function applyWithBranches(): Promise<void> {
  const random = new Random(7);
  let applied = 0;
  while (applied < HEIGHTS) {
    const next = Math.min(HEIGHTS, applied + random.integer(1, 6));
    await stand.apply(network, straight.blocks.slice(applied, next), random.integer(1, 6));
    applied = next;
    if (!random.chance(0.5)) continue;
    const keep = Math.max(-1, applied - 1 - random.integer(1, 8));
    await stand.revert(network, keep);
    const branch = new OfferChain(20 + next, `branch ${next}`);
    for (let height = 0; height < keep + 4; height += 1) branch.grow();
    // The branch spends every lot from below the fork, even those that this chain never spends.
    const left = straight.offers.filter(({ place, end }) => place[0] <= keep && (end === null || end.height > keep));
    const closing = left.map(({ txid }) => ({
      txid: hashOf(`closes ${txid} ${next}`),
      inputs: [{ txid: Buffer.from(txid, 'hex'), vout: 0 }],
      outputs: [],
    }));
    const heights = [keep + 1, keep + 2, keep + 3];
    const blocks = heights.map((height, index) => {
      const closed = closing.filter((_, place) => place % heights.length === index);
      return blockOf(chainId, height, `fork ${next}`, [...(branch.blocks[height] as Block).transactions, ...closed]);
    });
    await stand.apply(network, blocks);
    await stand.revert(network, keep);
    applied = keep + 1;
  }
}

const SELECTION = `txid status expiryHeight blockHeight takenBy takenAtHeight payTo givesIdentity { identityAddress }
  gives { currencyId satoshis } asks { currencyId satoshis }`;

function shown(offer: MadeOffer, height: number) {
  const status = statusOf(offer, height);
  const { txid, expiryHeight, gives, asks, end, givesIdentity, place } = offer;
  return {
    txid,
    status,
    expiryHeight,
    blockHeight: place[0],
    takenBy: status === 'TAKEN' ? end?.txid : null,
    takenAtHeight: status === 'TAKEN' ? end?.height : null,
    payTo: asks === null ? null : keyAddressOf('owner'),
    givesIdentity: givesIdentity === null ? null : { identityAddress: givesIdentity },
    gives,
    asks,
  };
}

async function walk(args: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  do {
    const { offers }: { offers: { offers: unknown[]; nextCursor: string | null } } = await stand.data(
      `query ($cursor: String) { offers(limit: 9, cursor: $cursor, ${args}) { nextCursor offers { ${SELECTION} } } }`,
      { cursor },
    );
    rows.push(...offers.offers);
    cursor = offers.nextCursor;
  } while (cursor !== null);
  return rows;
}

test('after any reorganisation, at every height and by every filter, offers are those that the blocks make', async () => {
  await applyWithBranches();
  const newest = straight.offers.toReversed();
  const seen: Record<string, number> = {};
  for (let height = 0; height < HEIGHTS; height += 1) {
    const posted = newest.filter(({ place }) => place[0] <= height);
    const expected = posted.map((offer) => shown(offer, height));
    for (const { status } of expected) seen[status] = (seen[status] ?? 0) + 1;
    expect(await walk(`asOf: { height: ${height} }`)).toEqual(expected);
    if (height % 6 !== 5) continue;
    for (const status of ['OPEN', 'TAKEN', 'CLOSED', 'EXPIRED']) {
      const args = `asOf: { height: ${height} }, status: ${status}`;
      const withStatus = expected.filter((offer) => offer.status === status);
      expect(await walk(args)).toEqual(withStatus);
      expect(await walk(`${args}, order: ASC`)).toEqual(withStatus.toReversed());
      const red = idOf('red');
      expect(await walk(`${args}, givesCurrency: "${red}"`)).toEqual(
        expected.filter((offer) => offer.status === status && offer.gives.some(({ currencyId }) => currencyId === red)),
      );
    }
    const anna = idOf('anna');
    const ofAnna = expected.filter(({ givesIdentity }) => givesIdentity?.identityAddress === anna);
    const byIdentity = `asOf: { height: ${height} }, givesIdentity: "${anna}"`;
    expect(await walk(byIdentity)).toEqual(ofAnna);
    expect(await walk(`${byIdentity}, givesCurrency: "${chainId}"`)).toEqual(ofAnna);
    expect(await walk(`${byIdentity}, givesCurrency: "${idOf('red')}"`)).toEqual([]);
  }
  expect(Object.values(seen).every((count) => count > 10)).toBe(true);
  expect(Object.keys(seen).sort()).toEqual(['CLOSED', 'EXPIRED', 'OPEN', 'TAKEN']);
});

interface Change {
  height: number;
  txIndex: number;
  id: string;
  reference: string;
}

async function offerChanges(args = ''): Promise<Change[]> {
  const query = `{ offerChanges(chainId: "${chainId}", fromHeight: 0, toHeight: ${HEIGHTS}${args}) { height txIndex vout id reference } }`;
  return (await stand.data(query)).offerChanges;
}

test('a block changes each offer that it posts or ends, once for each address of it, where the transaction stands', async () => {
  const expected = straight.offers.flatMap(({ txid, place, end, givesIdentity, asks }) => {
    const payee = asks === null ? null : keyAddressOf('owner');
    // The empty text stands for no identity.
    const ids = [givesIdentity, payee, null].map((address) => address ?? '');
    const txIndex = straight.blocks[end?.height ?? 0]?.transactions.findIndex(
      (transaction) => Buffer.from(transaction.txid).toString('hex') === end?.txid,
    );
    const places = [place, ...(end === null ? [] : [[end.height, txIndex]])];
    return ids.flatMap((id) => places.map(([height, index]) => [height, index, id, txid].join()));
  });
  const found = await offerChanges();
  expect(found.map(({ height, txIndex, id, reference }) => [height, txIndex, id, reference].join()).sort()).toEqual(
    [...new Set(expected)].sort(),
  );
  expect(found.map(({ height, txIndex }) => height * 1e4 + txIndex)).toEqual(
    found.map(({ height, txIndex }) => height * 1e4 + txIndex).sort((a, b) => a - b),
  );
  const anna = idOf('anna');
  const ofAnna = found.filter(({ id }) => id === anna);
  expect(ofAnna.length).toBeGreaterThan(2);
  expect(await offerChanges(`, ids: ["${anna}"]`)).toEqual(ofAnna);
  expect(await offerChanges(`, ids: ["${anna}"], limit: 2`)).toEqual(ofAnna.slice(0, 2));
});

test('the key of an offer names it as of the block of its event, and nothing before it is posted', async () => {
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Offer { ${SELECTION} } } }`;
  const keysOf = (shift: number) =>
    straight.offers.flatMap(({ txid, place, end }) =>
      [place[0], ...(end === null || shift !== 0 ? [] : [end.height])].map((height) => ({
        __typename: 'Offer',
        chainId,
        txid,
        at: height + shift,
      })),
    );
  const { _entities } = await stand.data(query, { keys: keysOf(0) });
  const byTxid = new Map(straight.offers.map((offer) => [offer.txid, offer]));
  expect(_entities).toEqual(keysOf(0).map(({ txid, at }) => shown(byTxid.get(txid) as MadeOffer, at)));
  const early = keysOf(-1).filter(({ at }) => at >= 0);
  expect(new Set((await stand.data(query, { keys: early }))._entities)).toEqual(new Set([null]));
});
