import type { OutputRow } from '#/db/output-row.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** What one transaction did to one currency of one address. */
export interface CurrencyMove {
  credit: bigint;
  debit: bigint;
  /** Change of the number of unspent outputs, and of those a plain signature can spend. */
  utxos: number;
  spendableUtxos: number;
}

/** What one transaction did to one address. */
export interface AddressMove {
  /** Currencies that moved, also where credit and debit cancel out. */
  currencies: Map<string, CurrencyMove>;
  utxos: number;
  spendableUtxos: number;
  /** It spent an output of this address. */
  isSpender: boolean;
}

/**
 * The address index's rule (verus-node-observed.md section 5): an output credits its native value and each token once to every
 * distinct address; a spend reverses that.
 */
export function readAddressMoves(transaction: SpendingTransaction, nativeId: string): Map<string, AddressMove> {
  const moves = new Map<string, AddressMove>();
  for (const output of transaction.spends) addOutput(moves, output, nativeId, 'debit');
  for (const output of transaction.outputs) addOutput(moves, output, nativeId, 'credit');
  return moves;
}

function addOutput(
  moves: Map<string, AddressMove>,
  output: OutputRow,
  nativeId: string,
  side: 'credit' | 'debit',
): void {
  const utxos = side === 'credit' ? 1 : -1;
  const spendableUtxos = output.isSpendable ? utxos : 0;
  for (const address of output.addresses) {
    const move = getOrCreate(moves, address, newAddressMove);
    move.utxos += utxos;
    move.spendableUtxos += spendableUtxos;
    move.isSpender ||= side === 'debit';
    if (output.satoshis !== 0n) addValue(move, nativeId, output.satoshis, side, utxos, spendableUtxos);
    for (const { currencyId, satoshis } of output.tokens) {
      addValue(move, currencyId, satoshis, side, utxos, spendableUtxos);
    }
  }
}

function addValue(
  { currencies }: AddressMove,
  currencyId: string,
  satoshis: bigint,
  side: 'credit' | 'debit',
  utxos: number,
  spendableUtxos: number,
): void {
  const currency = getOrCreate(currencies, currencyId, newCurrencyMove);
  currency[side] += satoshis;
  currency.utxos += utxos;
  currency.spendableUtxos += spendableUtxos;
}

function newAddressMove(): AddressMove {
  return { currencies: new Map(), utxos: 0, spendableUtxos: 0, isSpender: false };
}

function newCurrencyMove(): CurrencyMove {
  return { credit: 0n, debit: 0n, utxos: 0, spendableUtxos: 0 };
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
