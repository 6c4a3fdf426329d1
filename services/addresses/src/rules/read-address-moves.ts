import type { ChainAddress, RunningBalance } from '#/db/chain-address.ts';
import { isSpendable } from '#/db/guard.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';

export interface CurrencyMove {
  runningBalance: RunningBalance;
  credit: bigint;
  debit: bigint;
  /** Changes of the unspent outputs, and of those that a plain signature can spend. */
  utxos: number;
  spendableUtxos: number;
}

export interface AddressMove {
  address: ChainAddress;
  /** Also currencies whose credit and debit cancel out. */
  currencies: CurrencyMove[];
  utxos: number;
  spendableUtxos: number;
  isSpender: boolean;
}

type Side = 'credit' | 'debit';

/** From this many addresses on, a map is faster than a linear search. */
const MANY = 16;

/** docs/verus/addresses.md#index: an output credits its native value and each token once to every distinct address. */
export function readAddressMoves(transaction: ChainTransaction): AddressMove[] {
  const moves = new Moves();
  for (const output of transaction.spends) addOutput(moves, output, 'debit');
  for (const output of transaction.outputs) addOutput(moves, output, 'credit');
  return moves.all;
}

/** Mostly few addresses: a map for each transaction would be most of a batch's memory. */
class Moves {
  readonly all: AddressMove[] = [];
  #byAddress: Map<ChainAddress, AddressMove> | undefined;

  of(address: ChainAddress): AddressMove {
    const met =
      this.#byAddress === undefined ? this.all.find((move) => move.address === address) : this.#byAddress.get(address);
    return met ?? this.#add({ address, currencies: [], utxos: 0, spendableUtxos: 0, isSpender: false });
  }

  #add(move: AddressMove): AddressMove {
    this.all.push(move);
    if (this.all.length === MANY) this.#byAddress = new Map(this.all.map((met) => [met.address, met]));
    else this.#byAddress?.set(move.address, move);
    return move;
  }
}

function addOutput(moves: Moves, output: OutputRow, side: Side): void {
  const utxos = side === 'credit' ? 1 : -1;
  const spendableUtxos = isSpendable(output) ? utxos : 0;
  for (const address of output.addresses) {
    const move = moves.of(address);
    move.utxos += utxos;
    move.spendableUtxos += spendableUtxos;
    move.isSpender ||= side === 'debit';
    if (output.satoshis !== 0n) addValue(move, address.native, output.satoshis, side, utxos, spendableUtxos);
    for (const { currency, satoshis } of output.tokens) {
      addValue(move, address.holdingOf(currency), satoshis, side, utxos, spendableUtxos);
    }
  }
}

function addValue(
  { currencies }: AddressMove,
  runningBalance: RunningBalance,
  satoshis: bigint,
  side: Side,
  utxos: number,
  spendableUtxos: number,
): void {
  let currency = currencies.find((met) => met.runningBalance === runningBalance);
  if (currency === undefined) {
    currency = { runningBalance, credit: 0n, debit: 0n, utxos: 0, spendableUtxos: 0 };
    currencies.push(currency);
  }
  currency[side] += satoshis;
  currency.utxos += utxos;
  currency.spendableUtxos += spendableUtxos;
}
