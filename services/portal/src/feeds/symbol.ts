/**
 * Symbols are ASCII: `<base>_<quote>`, or `<base>_<quote>_<basket>` if the basket is neither; `~` begins the hexadecimal form of a byte.
 */
const PLAIN = /^[A-Za-z0-9.]$/;
const PART = /^(?:[A-Za-z0-9.]|~[0-9A-F]{2})+$/;
const SEPARATOR = '_';

export interface MarketNames {
  readonly base: string;
  readonly quote: string;
  readonly basket: string;
}

export interface ReadSymbol {
  readonly base: string;
  readonly quote: string;
  readonly basket: string | null;
}

export function writeName(name: string): string {
  return [...Buffer.from(name, 'utf8')].map(writeByte).join('');
}

function writeByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  return PLAIN.test(letter) ? letter : `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Undefined for a text that `writeName` does not write. */
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

/** Undefined for a text that `writeSymbol` does not write. */
export function readSymbol(symbol: string): ReadSymbol | undefined {
  const names = symbol.split(SEPARATOR).map(readName);
  if (names.length < 2 || names.length > 3 || names.includes(undefined)) return undefined;
  const [base = '', quote = '', basket = null] = names as string[];
  return basket === base || basket === quote ? undefined : { base, quote, basket };
}
