const MANTISSA_BITS = 24n;
const MANTISSA_MASK = 0x7fffffn;

/** 2^256 / (target + 1) (chain.cpp:GetBlockProof). @param bits compact target in hexadecimal (arith_uint256::SetCompact) */
export function workOfBits(bits: string): bigint {
  const compact = BigInt(`0x${bits}`);
  const mantissa = compact & MANTISSA_MASK;
  const shift = 8n * ((compact >> MANTISSA_BITS) - 3n);
  const target = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return 2n ** 256n / (target + 1n);
}
