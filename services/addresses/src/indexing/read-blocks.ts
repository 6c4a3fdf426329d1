import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { readText } from '@ledgergraph/verus-protocol/json-members';
import { readOutputKind } from '@ledgergraph/verus-protocol/output-kind';
import { findDefinitionPayload } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findIdentityLock } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { AddressRegistry } from '#/db/address-registry.ts';
import { ByteList } from '#/db/byte-list.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import type { Guard } from '#/db/guard.ts';
import type { IdentityLock } from '#/db/identity-locks.ts';
import { hasToMature, type OutputRow, type PlacedTransaction, type Spender } from '#/db/output-row.ts';
import type { TimedBlock } from './active-addresses.ts';
import { Guards } from './read-guards.ts';
import { readHolder } from './read-holder.ts';
import type { Spends } from './spends.ts';

/** Transaction as the address index needs it. */
export interface ChainTransaction extends Spender {
  /** Empty for a coinbase. */
  spends: OutputRow[];
  outputs: readonly OutputRow[];
  /** Value went into the shielded pools. */
  paysShielded: boolean;
}

/** Tokens of most outputs. */
const NO_TOKENS: OutputRow['tokens'] = [];

/** Consecutive blocks as the address index needs them. */
export class ReadBlocks {
  readonly blocks: TimedBlock[] = [];
  readonly transactions: ChainTransaction[] = [];
  /** Script of each output in chain order. */
  readonly scripts = new ByteList();
  /** Currencies, with the first height that defines or moves each. */
  readonly currencies = new Map<ChainAddress, number>();
  /** States of identities, one for each identity and block, in the order of the blocks. */
  readonly identityLocks: IdentityLock[] = [];
  readonly guards: Guards;
  readonly #book: AddressRegistry;
  readonly #spends: Spends;

  /** @param book gets all addresses that the blocks name. @param spends gets all outputs and inputs */
  constructor(book: AddressRegistry, spends: Spends) {
    this.#book = book;
    this.#spends = spends;
    this.guards = new Guards(book);
  }

  /**
   * Reads a block. The order in which addresses are added to the registry decides their ids. It follows from the blocks alone, however they
   * are cut into batches, and the native currency, which the first block names, comes before all others.
   * @throws UnresolvedInputError
   */
  add(block: Block): void {
    const { height } = block;
    this.blocks.push({ height, time: Number(block.time) });
    this.#addCurrency(this.#book.native.text, height);
    for (const currencyId of readCurrencies(block)) this.#addCurrency(currencyId, height);
    // The coinbase of genesis can never be spent and the node's address index does not know it (docs/verus/blocks.md#layout).
    if (height === 0) return;
    for (const transaction of block.transactions) this.transactions.push(this.#readTransaction(height, transaction));
    this.#addLocks(block);
  }

  /** The last state that a block gives an identity counts for the block after it. */
  #addLocks({ height, transactions }: Block): void {
    const locks = new Map<ChainAddress, IdentityLock>();
    for (const { outputs } of transactions) {
      for (const output of outputs) {
        const lock = findIdentityLock(output);
        if (lock === undefined) continue;
        const identity = this.#book.at(height, lock.identityAddress);
        locks.set(identity, { identity, height, freeFrom: lock.freeFrom });
      }
    }
    this.identityLocks.push(...locks.values());
  }

  #addCurrency(currencyId: string, height: number): void {
    const currency = this.#book.at(height, currencyId);
    if (!this.currencies.has(currency)) this.currencies.set(currency, height);
  }

  #readTransaction(height: number, transaction: Transaction): ChainTransaction {
    const place = { height, index: transaction.index, txid: hex(transaction.txid) };
    const outputs: OutputRow[] = [];
    const unlockHeight = this.guards.unlockHeightOf(transaction);
    for (const output of transaction.outputs) {
      // These outputs can never be spent, so they are not coins.
      if (output.scriptType === 'nulldata') continue;
      outputs.push(readOutput(place, output, this.#book, (of) => this.guards.read(of, unlockHeight, height)));
      this.scripts.add(output.script);
    }
    const read: ChainTransaction = { place, spends: [], outputs, paysShielded: transaction.shieldedValueBalance < 0n };
    for (const input of transaction.inputs) {
      if (input.txid.length > 0) this.#spends.spend(read, { txid: hex(input.txid), vout: input.vout });
    }
    this.#spends.created.set(place.txid, outputs);
    return read;
  }
}

/** Every currency that a block defines or moves, in the order of its outputs; the same one may come again. @throws UnexpectedShapeError */
function* readCurrencies(block: Block): Generator<string> {
  for (const { outputs } of block.transactions) {
    for (const output of outputs) {
      for (const { currencyId } of output.currencyValues) yield currencyId;
      const definition = findDefinitionPayload(output);
      if (definition !== undefined) yield readText(definition, 'currencyid');
    }
  }
}

function readOutput(
  place: PlacedTransaction,
  output: Output,
  book: AddressRegistry,
  guardOf: (output: Output) => Guard,
): OutputRow {
  const at = (text: string): ChainAddress => book.at(place.height, text);
  const addresses = readIndexedAddresses(output).map(at);
  const holder = readHolder(output.addresses);
  // As a rule the holder is the output's only address.
  const [first] = addresses;
  return {
    place,
    vout: output.index,
    satoshis: output.satoshis,
    addresses,
    holder: holder === null ? null : first?.text === holder ? first : at(holder),
    tokens: output.currencyValues.length === 0 ? NO_TOKENS : readTokens(output, at),
    kind: readOutputKind(output.kind),
    guard: guardOf(output),
    matures: hasToMature(place, book.native.text),
    isSpent: false,
  };
}

function readTokens({ currencyValues }: Output, at: (text: string) => ChainAddress): OutputRow['tokens'] {
  return currencyValues
    .filter(({ satoshis }) => satoshis !== 0n)
    .map(({ currencyId, satoshis }) => ({ currency: at(currencyId), satoshis }));
}
