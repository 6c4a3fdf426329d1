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
import { hasToMature, type OutputRow, type PlacedTransaction } from '#/db/output-row.ts';
import { findGroup } from '#/db/shared-balances.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { readHolder } from '#/rules/read-holder.ts';
import type { TimedBlock } from './active-addresses.ts';
import { Guards } from './read-guards.ts';
import type { Spends } from './spends.ts';

const NO_TOKENS: OutputRow['tokens'] = [];

/** Consecutive blocks in the form that the address index needs. */
export class ReadBlocks {
  readonly blocks: TimedBlock[] = [];
  readonly transactions: ChainTransaction[] = [];
  /** In the order of the outputs. */
  readonly scripts = new ByteList();
  /** The first height that defines or moves each currency. */
  readonly currencies = new Map<ChainAddress, number>();
  /** One for each identity and block, in chain order. */
  readonly identityLocks: IdentityLock[] = [];
  readonly guards: Guards;
  readonly #registry: AddressRegistry;
  readonly #spends: Spends;

  /** @param registry gets all addresses of the blocks @param spends gets all outputs and inputs */
  constructor(registry: AddressRegistry, spends: Spends) {
    this.#registry = registry;
    this.#spends = spends;
    this.guards = new Guards(registry);
  }

  /**
   * The order in which addresses are added decides their ids. It follows from the blocks alone, whatever the batches are, and the first
   * block names the native currency before all others.
   * @throws UnresolvedInputError
   */
  add(block: Block): void {
    const { height } = block;
    this.blocks.push({ height, time: Number(block.time) });
    this.#addCurrency(this.#registry.native.text, height);
    for (const currencyId of readCurrencies(block)) this.#addCurrency(currencyId, height);
    // Genesis's coinbase is unspendable and missing in the node's address index (docs/verus/blocks.md#layout).
    if (height === 0) return;
    for (const transaction of block.transactions) this.transactions.push(this.#readTransaction(height, transaction));
    this.#addLocks(block);
  }

  /** The last state in a block counts for the next block. */
  #addLocks({ height, transactions }: Block): void {
    const locks = new Map<ChainAddress, IdentityLock>();
    for (const { outputs } of transactions) {
      for (const output of outputs) {
        const lock = findIdentityLock(output);
        if (lock === undefined) continue;
        const identity = this.#registry.at(height, lock.identityAddress);
        locks.set(identity, { identity, height, freeFrom: lock.freeFrom });
      }
    }
    this.identityLocks.push(...locks.values());
  }

  #addCurrency(currencyId: string, height: number): void {
    const currency = this.#registry.at(height, currencyId);
    if (!this.currencies.has(currency)) this.currencies.set(currency, height);
  }

  #readTransaction(height: number, transaction: Transaction): ChainTransaction {
    const place = { height, index: transaction.index, txid: hex(transaction.txid) };
    const outputs: OutputRow[] = [];
    const unlockHeight = this.guards.unlockHeightOf(transaction);
    for (const output of transaction.outputs) {
      // Unspendable outputs are not coins.
      if (output.scriptType === 'nulldata') continue;
      outputs.push(readOutput(place, output, this.#registry, (of) => this.guards.read(of, unlockHeight, height)));
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

/** In the order of the outputs, with repetitions. @throws UnexpectedShapeError */
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
  registry: AddressRegistry,
  guardOf: (output: Output) => Guard,
): OutputRow {
  const at = (text: string): ChainAddress => registry.at(place.height, text);
  const addresses = readIndexedAddresses(output).map(at);
  const holder = readHolder(output.addresses);
  const [first] = addresses;
  const { satoshis } = output;
  const tokens = output.currencyValues.length === 0 ? NO_TOKENS : readTokens(output, at);
  return {
    place,
    vout: output.index,
    satoshis,
    addresses,
    group: findGroup({ addresses, satoshis, tokens }, at),
    holder: holder === null ? null : first?.text === holder ? first : at(holder),
    tokens,
    kind: readOutputKind(output.kind),
    guard: guardOf(output),
    matures: hasToMature(place, registry.native.text),
    isSpent: false,
  };
}

function readTokens({ currencyValues }: Output, at: (text: string) => ChainAddress): OutputRow['tokens'] {
  return currencyValues
    .filter(({ satoshis }) => satoshis !== 0n)
    .map(({ currencyId, satoshis }) => ({ currency: at(currencyId), satoshis }));
}
