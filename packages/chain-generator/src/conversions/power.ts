/** Numbers are multiples of 2^-200: the daemon keeps at least 50 decimal digits, and results are cut to satoshis. */
const BITS = 200n;
export const ONE = 1n << BITS;

/** Rounded down. */
export function fraction(numerator: bigint, denominator: bigint): bigint {
  return (numerator << BITS) / denominator;
}

/** Whole powers by multiplication, the binary digits of the rest by square roots. */
export function power(base: bigint, numerator: bigint, denominator: bigint): bigint {
  let result = ONE;
  for (let left = numerator / denominator; left > 0n; left -= 1n) result = multiply(result, base);
  let rest = numerator % denominator;
  for (let [root, bit] = [base, 0n]; rest > 0n && bit < BITS; bit += 1n) {
    root = squareRoot(root);
    rest *= 2n;
    if (rest < denominator) continue;
    result = multiply(result, root);
    rest -= denominator;
  }
  return result;
}

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

/** By Newton, from above. */
function squareRoot(value: bigint): bigint {
  const square = value << BITS;
  for (let root = value > ONE ? value : ONE; ; ) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
