import { insertRowsOf, type Module, type ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { scopeOf, scopesOf } from '#/db/list-scopes.ts';
import {
  findOpenLots,
  type LotEnd,
  type LotRow,
  lotTable,
  type OfferListingRow,
  type OfferRow,
  offerListingTable,
  offerTable,
  setEnds,
} from '#/db/offer-tables.ts';
import type { AskedOutput, PostedOffer } from '#/offers/offer.ts';
import { readAsked } from '#/offers/read-offer.ts';
import { type OfferParts, readOffers } from './read-offers.ts';

interface OfferBlock {
  height: number;
  offers: readonly OfferParts[];
}

interface OfferRows {
  lots: LotRow[];
  offers: OfferRow[];
  listings: OfferListingRow[];
  ends: (LotEnd & { txid: string })[];
}

export const offers: Module<OfferRows, OfferBlock> = {
  tables: { lots: lotTable, offers: offerTable, listings: offerListingTable },
  read: (block: Block) => ({ height: block.height, offers: readOffers(block) }),
  prepare: prepareOffers,
  write: async (tx, chain, rows) => {
    await insertRowsOf(offers, tx, chain, rows);
    await setEnds(tx, chain, rows.ends);
  },
};

async function prepareOffers({ db, network, chain, blocks }: ModuleBatch<OfferBlock>): Promise<OfferRows> {
  const parts = blocks.flatMap((block) => block.offers);
  const spent = parts.flatMap(({ spends }) => spends.map(({ lotTxid }) => lotTxid));
  const posted = parts.flatMap((one) => one.posted?.lotTxid ?? []);
  const batch = new OfferBatch(network.chainId);
  for (const { askedValue, askedScript, ...lot } of await findOpenLots(db, chain, [
    ...new Set([...spent, ...posted]),
  ])) {
    const asked = askedValue === null || askedScript === null ? null : { value: askedValue, script: askedScript };
    batch.add({ lot, row: null, asked, end: null });
  }
  for (const { height, offers: own } of blocks) for (const one of own) batch.apply(height, one);
  return batch.rows();
}

interface KnownLot {
  lot: Pick<LotRow, 'txid' | 'givesIdentity' | 'givesIds'>;
  /** Null for a lot of an earlier batch. */
  row: LotRow | null;
  asked: AskedOutput | null;
  end: LotEnd | null;
}

const UNSPENT = { endedHeight: null, endedTxIndex: null, endedTxid: null, isTaken: null } as const;

class OfferBatch {
  readonly #chainId: string;
  readonly #known = new Map<string, KnownLot>();
  readonly #offers: { row: OfferRow; scopes: bigint[] }[] = [];

  constructor(chainId: string) {
    this.#chainId = chainId;
  }

  add(known: KnownLot): void {
    this.#known.set(known.lot.txid, known);
  }

  apply(height: number, { txid, txIndex, spends, lot, posted }: OfferParts): void {
    for (const { lotTxid, output } of spends) {
      const spent = this.#known.get(lotTxid);
      if (spent === undefined) continue;
      spent.end = {
        endedHeight: height,
        endedTxIndex: txIndex,
        endedTxid: txid,
        isTaken: isAsked(spent.asked, output),
      };
    }
    if (lot !== null) {
      const row: LotRow = {
        txid,
        height,
        givesIdentity: lot.identityAddress,
        givesIds: lot.gives.map(({ currencyId }) => currencyId),
        givesAmounts: lot.gives.map(({ satoshis }) => satoshis),
        ...UNSPENT,
      };
      this.add({ lot: row, row, asked: null, end: null });
    }
    if (posted !== null) this.#post(posted, height, txIndex);
  }

  /** A lot is offered once: a post after that, or after its spend, offers nothing. */
  #post({ lotTxid, expiryHeight, asked }: PostedOffer, height: number, txIndex: number): void {
    const known = this.#known.get(lotTxid);
    if (known === undefined || known.asked !== null || known.end !== null) return;
    known.asked = asked;
    const { asks, identityAddress, payTo } = readAsked(asked, this.#chainId);
    const row: OfferRow = {
      lotTxid,
      height,
      txIndex,
      expiryHeight: BigInt(expiryHeight),
      asksIds: asks?.map(({ currencyId }) => currencyId) ?? null,
      asksAmounts: asks?.map(({ satoshis }) => satoshis) ?? null,
      asksIdentity: identityAddress,
      payTo,
      askedValue: asked.value,
      askedScript: asked.script,
    };
    this.#offers.push({ row, scopes: listsOf(known.lot, identityAddress) });
  }

  rows(): OfferRows {
    const known = [...this.#known.values()];
    const endOf = (txid: string): LotEnd => this.#known.get(txid)?.end ?? UNSPENT;
    return {
      lots: known.flatMap(({ row }) => (row === null ? [] : [{ ...row, ...endOf(row.txid) }])),
      offers: this.#offers.map(({ row }) => row),
      listings: this.#offers.flatMap(({ row: { lotTxid, height, txIndex, expiryHeight }, scopes }) => {
        const { endedHeight, isTaken } = endOf(lotTxid);
        return scopes.map((scope) => ({ scope, height, txIndex, lotTxid, expiryHeight, endedHeight, isTaken }));
      }),
      ends: known.flatMap(({ lot, row, end }) => (row !== null || end === null ? [] : [{ txid: lot.txid, ...end }])),
    };
  }
}

function listsOf({ givesIdentity, givesIds }: KnownLot['lot'], asksIdentity: string | null): bigint[] {
  const identities = new Set([givesIdentity, asksIdentity].filter((id) => id !== null));
  return [
    ...scopesOf('offers', { givesCurrency: givesIds, givesIdentity: [givesIdentity] }),
    ...[...identities].map((identity) => scopeOf('offers', { identity })),
  ];
}

function isAsked(asked: AskedOutput | null, output: AskedOutput | null): boolean {
  return (
    asked !== null &&
    output !== null &&
    asked.value === output.value &&
    Buffer.compare(asked.script, output.script) === 0
  );
}
