import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  findOpenLots,
  type LotEnd,
  type LotRow,
  type OfferList,
  type OfferRow,
  type OfferRows,
} from '#/db/offer-rows.ts';
import type { AskedOutput, Lot, PostedOffer } from '#/offers/offer.ts';
import { readAsked } from '#/offers/read-offer.ts';
import type { OfferParts } from './read-offers.ts';

/** A block as offers see it. */
export interface OfferBlock {
  height: number;
  offers: readonly OfferParts[];
}

/** A lot while a batch is applied. */
interface KnownLot {
  lot: Lot;
  /** Row of a lot of this batch; null for one of before. */
  row: LotRow | null;
  asked: AskedOutput | null;
  end: LotEnd | null;
}

/** Computes the rows of offers that consecutive blocks add. */
export async function prepareOffers(
  db: SqlExecutor,
  { chainId }: { chainId: string },
  blocks: readonly OfferBlock[],
): Promise<OfferRows> {
  const known = new OfferBatch(chainId, await loadLots(db, chainId, blocks));
  for (const { height, offers } of blocks) for (const parts of offers) known.apply(height, parts);
  return known.rows();
}

/** The lots of before that the blocks may spend or post offers of. */
async function loadLots(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly OfferBlock[],
): Promise<Map<string, KnownLot>> {
  const txids = new Set<string>();
  for (const { spends, posted } of blocks.flatMap(({ offers }) => offers)) {
    for (const { lotTxid } of spends) txids.add(lotTxid);
    if (posted !== null) txids.add(posted.lotTxid);
  }
  const found = await findOpenLots(db, chainId, [...txids]);
  return new Map(Array.from(found, ([txid, { lot, asked }]) => [txid, { lot, row: null, asked, end: null }]));
}

class OfferBatch {
  readonly #chainId: string;
  readonly #known: Map<string, KnownLot>;
  readonly #offers: { offer: OfferRow; lists: OfferList[] }[] = [];

  constructor(chainId: string, known: Map<string, KnownLot>) {
    this.#chainId = chainId;
    this.#known = known;
  }

  apply(height: number, { txid, txIndex, spends, lot, posted }: OfferParts): void {
    for (const { lotTxid, output } of spends) {
      const spent = this.#known.get(lotTxid);
      if (spent !== undefined) spent.end = { height, txIndex, txid, isTaken: isAsked(spent.asked, output) };
      if (spent?.row != null) spent.row.end = spent.end;
    }
    if (lot !== null) {
      const row: LotRow = { ...lot, height, end: null };
      this.#known.set(txid, { lot, row, asked: null, end: null });
    }
    if (posted !== null) this.#post(posted, { height, txIndex });
  }

  /** A lot is offered once: what is posted after that, or after its spend, offers nothing. */
  #post({ lotTxid, expiryHeight, asked }: PostedOffer, place: { height: number; txIndex: number }): void {
    const known = this.#known.get(lotTxid);
    if (known === undefined || known.end !== null || known.asked !== null) return;
    known.asked = asked;
    const offer = { ...readAsked(asked, this.#chainId), lotTxid, ...place, expiryHeight, asked };
    this.#offers.push({ offer, lists: listsOf(known.lot, offer.identityAddress) });
  }

  rows(): OfferRows {
    const known = [...this.#known.values()];
    return {
      lots: known.flatMap(({ row }) => (row === null ? [] : [row])),
      offers: this.#offers.map(({ offer, lists }) => ({
        offer,
        lists,
        end: this.#known.get(offer.lotTxid)?.end ?? null,
      })),
      ends: new Map(
        known.flatMap(({ lot, row, end }) => (row !== null || end === null ? [] : [[lot.txid, end] as const])),
      ),
    };
  }
}

/** Every list that an offer stands in. */
function listsOf({ identityAddress, gives }: Lot, asksIdentity: string | null): OfferList[] {
  const currencyIds = gives.map(({ currencyId }) => currencyId);
  const lists: OfferList[] = ['', ...currencyIds.map((id) => `CURRENCY:${id}` as const)];
  if (identityAddress !== null) {
    lists.push(`GIVES:${identityAddress}`, ...currencyIds.map((id) => `GIVES:${identityAddress}:${id}` as const));
  }
  for (const id of new Set([identityAddress, asksIdentity])) if (id !== null) lists.push(`IDENTITY:${id}`);
  return lists;
}

function isAsked(asked: AskedOutput | null, output: AskedOutput | null): boolean {
  return (
    asked !== null &&
    output !== null &&
    asked.value === output.value &&
    Buffer.compare(asked.script, output.script) === 0
  );
}
