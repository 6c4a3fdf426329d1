import type { ReserveState } from '@ledgergraph/verus-protocol/payloads/currency-state';

type Column = Exclude<keyof ReserveState, 'currencyId'>;

/** Order of the amounts in a stored reserve; append only. */
const COLUMNS: readonly Column[] = [
  'amount',
  'weight',
  'priceInReserve',
  'lastConversionPrice',
  'viaConversionPrice',
  'reserveIn',
  'reserveOut',
  'primaryIn',
  'fees',
  'conversionFees',
  'priorWeight',
];

type Stored = [currencyId: string, ...amounts: (string | null)[]];

/** `[["i…", "2744829721680", …], …]`: digits of satoshis, null where the chain records no amount. */
export function writeReserves(reserves: readonly ReserveState[]): string {
  return JSON.stringify(
    reserves.map(
      (reserve): Stored => [reserve.currencyId, ...COLUMNS.map((column) => reserve[column]?.toString() ?? null)],
    ),
  );
}

export function readReserves(text: string): ReserveState[] {
  const stored: Stored[] = JSON.parse(text);
  return stored.map(([currencyId, ...amounts]) => {
    const find = (column: Column): bigint | null => {
      const digits = amounts[COLUMNS.indexOf(column)];
      return digits == null ? null : BigInt(digits);
    };
    return {
      currencyId,
      amount: find('amount') ?? 0n,
      weight: find('weight') ?? 0n,
      priceInReserve: find('priceInReserve') ?? 0n,
      lastConversionPrice: find('lastConversionPrice'),
      viaConversionPrice: find('viaConversionPrice'),
      reserveIn: find('reserveIn'),
      reserveOut: find('reserveOut'),
      primaryIn: find('primaryIn'),
      fees: find('fees'),
      conversionFees: find('conversionFees'),
      priorWeight: find('priorWeight'),
    };
  });
}
