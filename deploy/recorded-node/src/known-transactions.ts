import { elementsAt, memberOf, memberText } from '@ledgergraph/verus-protocol/json-text';
import { BoundedMap } from './bounded-map.ts';
import { KnownTransaction } from './known-transaction.ts';
import type { ChainBlock, RecordedChain } from './recorded-chain.ts';
import type { RecordedAction } from './recorded-events.ts';
import { replaceMembers } from './replace-members.ts';

/** More than a recording holds; a chain that continues for days reads others again on demand. */
const FOUND_KEPT = 5_000;

export class KnownTransactions {
  readonly #chain: RecordedChain;
  readonly #printed = new Map<string, KnownTransaction>();
  readonly #found = new BoundedMap<string, KnownTransaction>(FOUND_KEPT);

  constructor(chain: RecordedChain, actions: readonly RecordedAction[]) {
    this.#chain = chain;
    for (const transaction of listPrinted(actions)) {
      // A block's text has members that getrawtransaction leaves out.
      if (!chain.blocksOfTransaction.has(transaction.txid)) this.#printed.set(transaction.txid, transaction);
    }
  }

  find(txid: string): KnownTransaction | undefined {
    const printed = this.#printed.get(txid) ?? this.#found.get(txid);
    if (printed !== undefined) return printed;
    const block = this.#chain.blocksOfTransaction.get(txid)?.[0];
    return block === undefined ? undefined : this.listBlock(block).find((transaction) => transaction.txid === txid);
  }

  listBlock({ text, txids }: ChainBlock): KnownTransaction[] {
    const list = memberOf(text, 'tx');
    if (list === undefined) return [];
    return [...elementsAt(text, list.start)].map(({ start, end }, index) => {
      const txid = txids[index] ?? '';
      const known = this.#found.get(txid) ?? new KnownTransaction(txid, text.slice(start, end));
      this.#found.set(txid, known);
      return known;
    });
  }

  /** Parents first; without coinbase, stake and miners' transactions for the protocol. */
  listPoolable(block: ChainBlock): KnownTransaction[] {
    const staked = memberText(block.text, 'validationtype') === '"stake"';
    return this.listBlock(block)
      .slice(1, staked ? -1 : undefined)
      .filter((transaction) => !transaction.isProtocolMade);
  }
}

function listPrinted(actions: readonly RecordedAction[]): KnownTransaction[] {
  return actions
    .flatMap(({ calls }) => calls)
    .flatMap(({ method, params: [txid, verbose], resultText }) => {
      if (method !== 'getrawtransaction' || verbose !== 1 || resultText === undefined) return [];
      const hex = memberText(resultText, 'hex');
      if (hex === undefined || typeof txid !== 'string') return [];
      const raw = Buffer.from(hex.slice(1, -1), 'hex');
      return [new KnownTransaction(txid, replaceMembers(resultText, { hex: null }), raw)];
    });
}
