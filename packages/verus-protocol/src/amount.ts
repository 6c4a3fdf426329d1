const SATOSHIS_PER_COIN = 100_000_000n;
const DECIMALS = 8;
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,8}))?$/;

/**
 * Satoshis of an amount as the daemon prints it: `12.50000000`, up to 8 decimals, sign allowed (docs/verus/rpc.md#numbers-and-booleans).
 * @throws RangeError on anything else
 */
export function satoshisFromDecimalText(text: string): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) throw new RangeError(`not an amount with at most ${DECIMALS} decimals: ${text.slice(0, 40)}`);
  const [, sign, whole = '', fraction = ''] = match;
  const satoshis = BigInt(whole) * SATOSHIS_PER_COIN + BigInt(fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -satoshis : satoshis;
}

/** Always 8 decimals: `-0.00000001`. */
export function decimalText(satoshis: bigint): string {
  return decimalTextOf(satoshis.toString());
}

/** The satoshis are digits, with a sign if they are negative. */
function decimalTextOf(satoshis: string): string {
  if (satoshis.startsWith('-')) return `-${decimalTextOf(satoshis.slice(1))}`;
  const digits = satoshis.padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
