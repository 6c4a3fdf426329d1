import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { invalidParameter } from '../../rpc-error.ts';

const SAMPLES_MAX = 100n;
const STEP_MAX = 2n ** 31n - 1n;
const UINT64 = 2n ** 64n;

export interface StateRange {
  start: number;
  end: number;
  step: number;
}

/**
 * Heights that the second parameter of getcurrencystate asks for (rpc/pbaasrpc.cpp): "n", "m,n" or "m,n,step". The last number given
 * stands for those that are missing; a range without a step has about a hundred heights.
 * @throws RpcError
 */
export function readStateRange(asked: JsonValue | undefined, tip: number): StateRange {
  if (typeof asked === 'string') return readText(asked, BigInt(tip));
  const height = asked instanceof LosslessNumber && /^\d{1,9}$/.test(asked.value) ? Number(asked.value) : tip;
  return { start: height, end: height, step: 1 };
}

function readText(text: string, tip: bigint): StateRange {
  const numbers = readNumbers(text);
  const [first = tip, second = first, third = second] = numbers;
  const isPair = text.split(',').length === 2;
  const step = isPair ? stepOf(second - first) : third;
  const start = least(first, second);
  const end = least(second, tip);
  if (end < start) throw invalidParameter('Invalid block range for currency state');
  const whole = step === 0n ? 1n : step;
  return { start: Number(start), end: Number(end), step: Number(whole > STEP_MAX ? STEP_MAX : whole) };
}

/** As far as the text is numbers between commas. */
function readNumbers(text: string): bigint[] {
  const numbers: bigint[] = [];
  for (let rest = text; numbers.length < 3; ) {
    const [all = '', digits] = /^ *([+-]?\d+) *,? */.exec(rest) ?? [];
    if (digits === undefined) break;
    const number = BigInt(digits.replace('+', ''));
    if (number >= UINT64 || number <= -UINT64) break;
    numbers.push(BigInt.asUintN(64, number));
    rest = rest.slice(all.length);
  }
  return numbers;
}

function stepOf(delta: bigint): bigint {
  let step = 1n;
  while (delta / step > SAMPLES_MAX) step *= 10n;
  return step;
}

export interface AskedHeight {
  height: number;
  /** No whole step follows: verusd adds what waits for an open launch. */
  isLast: boolean;
}

export function* heightsOf({ start, end, step }: StateRange): Generator<AskedHeight, void, void> {
  for (let height = start; height <= end; height += height + step <= end || height === end ? step : end - height)
    yield { height, isLast: height + step > end };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
