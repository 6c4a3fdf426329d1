const DECIMALS = 8;
const NUMBER = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** With 8 decimals; further ones are cut off. @param text digits, maybe a fraction and an exponent @throws RangeError for other text */
export function decimalOfNumber(text: string): string {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`not a number without a sign: ${text.slice(0, 40)}`);
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + DECIMALS;
  return fixedPoint(shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift));
}

/** With 8 decimals; further ones are cut off. */
export function quotient(dividend: bigint, divisor: bigint): string {
  return fixedPoint((dividend * 10n ** BigInt(DECIMALS)) / divisor);
}

function fixedPoint(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
