import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { AddressRegistry } from '#/db/address-registry.ts';
import { PROTOCOL_GUARD } from '#/db/guard.ts';
import type { OutputRow, PlacedTransaction } from '#/db/output-row.ts';
import { listOutputs, type Outpoint } from '#/db/outputs.ts';

/** An input spends an output that is missing or spent in our rows: they are wrong. */
export class UnresolvedInputError extends Error {
  override name = 'UnresolvedInputError';
  constructor({ height, txid }: PlacedTransaction, outpoint: Outpoint, reason: string) {
    super(`height ${height}, ${txid} spends ${outpointKey(outpoint)}: ${reason}`);
  }
}

interface Spending {
  place: PlacedTransaction;
  spends: OutputRow[];
}

type KnownOutputs = { get(txid: string): readonly OutputRow[] | undefined };

/**
 * Finds the spent outputs in the batch, in the cache and, with one query, in the output table. The values that getblock prints beside an
 * input leave out tokens and name the wrong address for protocol outputs (docs/verus/blocks.md#inputs).
 */
export class Spends {
  readonly created = new Map<string, readonly OutputRow[]>();
  readonly spentBefore: OutputRow[] = [];
  readonly #registry: AddressRegistry;
  readonly #recent: KnownOutputs;
  readonly #unknown: { spender: Spending; index: number; outpoint: Outpoint }[] = [];

  /** @param recent outputs of earlier batches */
  constructor(registry: AddressRegistry, recent: KnownOutputs) {
    this.#registry = registry;
    this.#recent = recent;
  }

  /** Called in chain order, so that no input spends an output of a later transaction. @throws UnresolvedInputError */
  spend(spender: Spending, outpoint: Outpoint): void {
    const here = this.created.get(outpoint.txid);
    const outputs = here ?? this.#recent.get(outpoint.txid);
    if (outputs === undefined) {
      this.#unknown.push({ spender, index: spender.spends.length, outpoint });
      spender.spends.push(UNKNOWN);
      return;
    }
    const output = outputAt(outputs, outpoint.vout);
    markSpent(output, spender, outpoint);
    if (here === undefined) {
      this.#renew(output);
      this.spentBefore.push(output);
    }
    spender.spends.push(output);
  }

  /** Called after the last input. @throws UnresolvedInputError */
  async findUnknown(db: SqlExecutor): Promise<void> {
    const outpoints = this.#unknown.map(({ outpoint }) => outpoint);
    const stored = new Map<string, OutputRow>();
    for (const output of await listOutputs(db, this.#registry, outpoints)) {
      stored.set(outpointKey({ txid: output.place.txid, vout: output.vout }), output);
    }
    for (const { spender, index, outpoint } of this.#unknown) {
      const output = stored.get(outpointKey(outpoint));
      markSpent(output, spender, outpoint);
      this.spentBefore.push(output);
      spender.spends[index] = output;
    }
  }

  #renew(output: OutputRow): void {
    output.addresses = output.addresses.map((address) => this.#registry.now(address));
    output.holder = output.holder && this.#registry.now(output.holder);
    output.group = output.group && this.#registry.now(output.group);
    if (output.tokens.length === 0) return;
    output.tokens = output.tokens.map(({ currency, satoshis }) => ({
      currency: this.#registry.now(currency),
      satoshis,
    }));
  }
}

const UNKNOWN: OutputRow = {
  place: { height: -1, index: -1, txid: '' },
  vout: -1,
  satoshis: 0n,
  addresses: [],
  group: null,
  holder: null,
  tokens: [],
  kind: null,
  guard: PROTOCOL_GUARD,
  matures: false,
  isSpent: false,
};

function markSpent(
  output: OutputRow | undefined,
  { place }: Spending,
  outpoint: Outpoint,
): asserts output is OutputRow {
  if (output === undefined) throw new UnresolvedInputError(place, outpoint, 'there is no such output');
  if (output.isSpent) throw new UnresolvedInputError(place, outpoint, 'it is spent already');
  output.isSpent = true;
}

function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

/** @param outputs by rising number, without unspendable ones */
function outputAt(outputs: readonly OutputRow[], vout: number): OutputRow | undefined {
  let [from, to] = [0, outputs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const output = outputs[middle];
    if (output === undefined || output.vout === vout) return output;
    if (output.vout < vout) from = middle + 1;
    else to = middle;
  }
  return undefined;
}
