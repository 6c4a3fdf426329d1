const DECIMALS_MIN = 8;
const DIGITS = 18;

/** Rounds a positive ratio down: to eight decimals if these are exact, else to 18 digits, so that none becomes zero. */
export function ratioText(dividend: bigint, divisor: bigint): string {
  const whole = dividend / divisor;
  let rest = dividend % divisor;
  const missing = whole === 0n ? DIGITS : DIGITS - whole.toString().length;
  let fraction = '';
  let digits = 0;
  while (fraction.length < DECIMALS_MIN || (rest > 0n && digits < missing)) {
    rest *= 10n;
    fraction += rest / divisor;
    rest %= divisor;
    if (whole > 0n || digits > 0 || !fraction.endsWith('0')) digits += 1;
  }
  return `${whole}.${fraction}`;
}
