import type { AskGraph, ExportBlock, Parameters } from '#/export/export-list.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, listOf, NAME, nameIn, objectOf } from '#/gateway/values.ts';
import { satoshisOf } from './satoshis.ts';

export interface Trade {
  readonly fromId: string;
  readonly from: string;
  readonly amountIn: bigint;
  readonly toId: string;
  readonly to: string;
  readonly amountOut: bigint;
  /** Paid beside amountIn. */
  readonly fee: bigint;
  readonly feeCurrencyId: string;
  readonly feeCurrency: string;
}

export interface TradesOf {
  readonly given: readonly Trade[];
  readonly paid: readonly Trade[];
  /** Currencies with a movement of the transaction in the page. */
  readonly moved: ReadonlySet<unknown>;
}

export const NO_TRADES: TradesOf = { given: [], paid: [], moved: new Set() };

const TXIDS = 50;
const KINDS = new Set(['CONVERSION', 'REFUND', 'OFFER', 'IDENTITY_FEE', 'LAUNCH']);

const NAMED = `{ ${NAME} }`;
const TRANSFER = `chainId blockHeight senders fee feeCurrencyId feeCurrency ${NAMED}
  conversion { chainId blockHeight address fromId from ${NAMED} amountIn toId to ${NAMED} amountOut }`;
// At most 50 transfers fit into an export (CCrossChainExport::MAX_EXPORT_INPUTS).
const TRANSACTIONS = `query ExportTrades($chainId: String, $txids: [String!]!) {
  transactions(chainId: $chainId, txids: $txids) {
    txid transfers { ${TRANSFER} } import { transfers(limit: 100) { transfers { ${TRANSFER} } } }
  }
}`;
const ADDRESSES = `query ExportWallet($chainId: String, $addresses: [String!]!) {
  addresses(chainId: $chainId, addresses: $addresses) { address }
}`;

/** Only trades of which the statement has both sides. Pages need `fromHeight`, `toHeight`, and for each movement `txid` and `kind`. */
export class WalletTrades {
  readonly #ask: AskGraph;
  readonly #chainId: string;
  readonly #asked: readonly string[];
  #addresses: Promise<ReadonlySet<unknown>> | undefined;

  constructor(ask: AskGraph, parameters: Parameters, { chainId }: ExportBlock) {
    this.#ask = ask;
    this.#chainId = chainId;
    this.#asked = parameters.get('address')?.split(',') ?? [];
  }

  async find(page: Values): Promise<ReadonlyMap<unknown, TradesOf>> {
    const movements = Map.groupBy(listOf(page, 'movements'), ({ txid }) => txid);
    const txids = [...movements].flatMap(([txid, own]) =>
      own.some(({ kind }) => KINDS.has(String(kind))) ? [txid] : [],
    );
    if (txids.length === 0) return new Map();
    this.#addresses ??= this.#readAddresses();
    const wallet = await this.#addresses;
    const found: [unknown, TradesOf][] = [];
    for (let at = 0; at < txids.length; at += TXIDS) {
      const variables = { chainId: this.#chainId, txids: txids.slice(at, at + TXIDS) };
      for (const transaction of listOf(await this.#ask(TRANSACTIONS, variables), 'transactions')) {
        const tradesIn = (transfers: readonly Values[]) =>
          transfers.filter((transfer) => this.#isTrade(transfer, wallet, page)).map(tradeOf);
        const paid = transaction.import == null ? [] : transfersOf(objectOf(transaction, 'import'));
        const moved = new Set((movements.get(transaction.txid) ?? []).map(({ currencyId }) => currencyId));
        const given = tradesIn(listOf(transaction, 'transfers'));
        found.push([transaction.txid, { given, paid: tradesIn(paid), moved }]);
      }
    }
    return new Map(found);
  }

  async #readAddresses(): Promise<ReadonlySet<unknown>> {
    const data = await this.#ask(ADDRESSES, { chainId: this.#chainId, addresses: this.#asked });
    return new Set(listOf(data, 'addresses').map(({ address }) => address));
  }

  #isTrade(transfer: Values, wallet: ReadonlySet<unknown>, { fromHeight, toHeight }: Values): boolean {
    if (transfer.conversion == null) return false;
    const conversion = objectOf(transfer, 'conversion');
    const senders = transfer.senders as readonly unknown[];
    return (
      transfer.chainId === this.#chainId &&
      conversion.chainId === this.#chainId &&
      senders.length > 0 &&
      senders.every((sender) => wallet.has(sender)) &&
      wallet.has(conversion.address) &&
      satoshisOf(conversion.amountOut) > 0n &&
      Number(transfer.blockHeight) >= Number(fromHeight) &&
      Number(conversion.blockHeight) <= Number(toHeight)
    );
  }
}

function transfersOf(record: Values): readonly Values[] {
  return listOf(objectOf(record, 'transfers'), 'transfers');
}

function tradeOf(transfer: Values): Trade {
  const conversion = objectOf(transfer, 'conversion');
  return {
    fromId: String(cellOf(conversion, 'fromId')),
    from: String(nameIn(conversion, 'from')),
    amountIn: satoshisOf(conversion.amountIn),
    toId: String(cellOf(conversion, 'toId')),
    to: String(nameIn(conversion, 'to')),
    amountOut: satoshisOf(conversion.amountOut),
    fee: satoshisOf(transfer.fee),
    feeCurrencyId: String(cellOf(transfer, 'feeCurrencyId')),
    feeCurrency: String(nameIn(transfer, 'feeCurrency')),
  };
}
