/**
 * Names of markets for programs that take only ASCII: `<base>_<quote>`, or `<base>_<quote>_<basket>` where the basket is neither of them.
 * In each part letters, digits and dots stand for themselves, and every other byte of the name in UTF-8 is `~` with two hexadecimal
 * digits. Neither `_` nor `~` is left to stand for itself, so every symbol has one meaning, and every market one symbol.
 */
const PLAIN = /^[A-Za-z0-9.]$/;
const PART = /^(?:[A-Za-z0-9.]|~[0-9A-F]{2})+$/;
const SEPARATOR = '_';

/** Names of a market's currencies. */
export interface MarketNames {
  readonly base: string;
  readonly quote: string;
  readonly basket: string;
}

/** A symbol as it is read; without a basket it is one of the two. */
export interface ReadSymbol {
  readonly base: string;
  readonly quote: string;
  readonly basket: string | null;
}

/** Name of a currency in ASCII. */
export function writeName(name: string): string {
  return [...Buffer.from(name, 'utf8')].map(writeByte).join('');
}

function writeByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  return PLAIN.test(letter) ? letter : `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The name that `writeName` wrote; undefined for a text that it does not write. */
export function readName(text: string): string | undefined {
  if (!PART.test(text)) return undefined;
  const bytes = Buffer.from(
    text.replace(/~(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  const name = bytes.toString('utf8');
  return writeName(name) === text ? name : undefined;
}

export function writeSymbol({ base, quote, basket }: MarketNames): string {
  const parts = basket === base || basket === quote ? [base, quote] : [base, quote, basket];
  return parts.map(writeName).join(SEPARATOR);
}

/** @returns undefined for a text that `writeSymbol` does not write */
export function readSymbol(symbol: string): ReadSymbol | undefined {
  const names = symbol.split(SEPARATOR).map(readName);
  if (names.length < 2 || names.length > 3 || names.includes(undefined)) return undefined;
  const [base = '', quote = '', basket = null] = names as string[];
  return basket === base || basket === quote ? undefined : { base, quote, basket };
}
