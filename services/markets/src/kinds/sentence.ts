import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { CurrencySum } from './summary-facts.ts';

/** Text, or an i-address whose name is shown. */
export type Piece = string | { id: string; as: 'identity' | 'currency' };
export type Sentence = readonly Piece[];

export function who(address: string): Piece {
  return address.startsWith('i') ? { id: address, as: 'identity' } : address;
}

export function currency(id: string): Piece {
  return { id, as: 'currency' };
}

/** `12.5 VRSC` */
export function sum({ satoshis, currencyId }: CurrencySum): Piece[] {
  const text = decimalText(satoshis).replace(/\.?0+$/, '');
  return [`${text} `, currency(currencyId)];
}

/** `a`, `a and b`, `a, b and c` */
export function enumerate(parts: readonly Sentence[]): Piece[] {
  return parts.flatMap((part, index) => {
    if (index === 0) return part;
    return [index === parts.length - 1 ? ' and ' : ', ', ...part];
  });
}

/** `1 transfer`, `3 transfers` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function idsOf(sentences: readonly Sentence[]): string[] {
  return [...new Set(sentences.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece.id])))];
}

/** @param names by i-address; an address without one stands for itself */
export function write(sentence: Sentence, names: ReadonlyMap<string, string>): string {
  const pieces = sentence.map((piece) => {
    if (typeof piece === 'string') return piece;
    const name = names.get(piece.id);
    return name === undefined ? piece.id : piece.as === 'identity' ? `${name}@` : name;
  });
  return pieces.join('');
}
