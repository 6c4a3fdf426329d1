import { ONE, power } from './power.ts';

/** One coin in satoshis; weights are parts of it. */
export const COIN = 100_000_000n;
/** CAmount is an int64. */
const AMOUNT_MAX = 2n ** 63n - 1n;
/** Only rounding separates a result this close to the next whole satoshi from it. */
const NEAR = ONE / 10n ** 40n;

/** An import of these amounts refunds all its transfers. */
export class ConversionFault extends Error {
  override name = 'ConversionFault';
}

/** `CalculateFractionalOut` for reserves that have one weight together. */
export function issueFor(amount: bigint, supply: bigint, reserve: bigint, weight: bigint): bigint {
  if (amount === 0n) return 0n;
  const [issued, held] = [supply || 1n, reserve || 1n];
  // A curve of full weight is a straight line, which needs no power.
  if (weight === COIN) return inRange((issued * amount) / held);
  return inRange((issued * (power(amount + held, held, weight, COIN) - ONE) + NEAR) / ONE);
}

/** `CalculateReserveOut` @throws ConversionFault when nothing would be left */
export function releaseFor(amount: bigint, supply: bigint, reserve: bigint, weight: bigint): bigint {
  if (amount === 0n) return 0n;
  const [issued, held] = [supply || 1n, reserve || 1n];
  if (amount >= issued) throw new ConversionFault('more is sold than the basket has');
  if (weight === COIN) return inRange((held * amount) / issued);
  return inRange((held * (ONE - power(issued - amount, issued, COIN, weight)) + NEAR) / ONE);
}

/** @throws ConversionFault for an amount that the protocol does not hold */
export function inRange(amount: bigint): bigint {
  if (amount < 0n || amount > AMOUNT_MAX) throw new ConversionFault('an amount is out of range');
  return amount;
}
