// Integers are multiples of 10^-80. The daemon keeps at least 50 digits, and results are whole satoshis below 10^19.

const DIGITS = 80n;
/** Keeps rounding of the steps below out of the result. */
const GUARD = 12n;
export const ONE = 10n ** DIGITS;
const UNIT = 10n ** (DIGITS + GUARD);

/** (numerator / denominator) ^ (exponent / divisor), rounded down but for the last digits; all above zero. */
export function power(numerator: bigint, denominator: bigint, exponent: bigint, divisor: bigint): bigint {
  const base = (numerator * UNIT) / denominator;
  if (base === 0n) return 0n;
  return exponential((logarithm(base) * exponent) / divisor) / 10n ** GUARD;
}

/** Halves or doubles until the number lies in [3/4, 3/2), and adds up the series of the area tangent. */
function logarithm(x: bigint): bigint {
  let mantissa = x;
  let halvings = 0n;
  while (mantissa >= (3n * UNIT) / 2n) {
    mantissa /= 2n;
    halvings++;
  }
  while (mantissa < (3n * UNIT) / 4n) {
    mantissa *= 2n;
    halvings--;
  }
  return areaTangent(((mantissa - UNIT) * UNIT) / (mantissa + UNIT)) + halvings * LN_2;
}

/** 2 · (z + z³/3 + z⁵/5 + …) */
function areaTangent(z: bigint): bigint {
  const square = (z * z) / UNIT;
  let sum = 0n;
  let term = z;
  for (let divisor = 1n; term !== 0n; divisor += 2n) {
    sum += term / divisor;
    term = (term * square) / UNIT;
  }
  return 2n * sum;
}

const LN_2 = areaTangent(UNIT / 3n);

/** Takes out the powers of two, so that the series of the rest is short. */
function exponential(x: bigint): bigint {
  let doublings = x / LN_2;
  let rest = x - doublings * LN_2;
  if (rest < 0n) {
    rest += LN_2;
    doublings--;
  }
  let sum = 0n;
  let term = UNIT;
  for (let divisor = 1n; term !== 0n; divisor++) {
    sum += term;
    term = (term * rest) / (UNIT * divisor);
  }
  return doublings >= 0n ? sum << doublings : sum >> -doublings;
}
