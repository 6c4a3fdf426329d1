export interface StoredReserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  /** Units of the reserve for one unit of the basket. */
  priceInReserve: bigint;
  lastConversionPrice: bigint;
}

type Column = Exclude<keyof StoredReserve, 'currencyId'>;

/** Append only, since stored reserves have this order. */
const COLUMNS: readonly Column[] = ['weight', 'reserves', 'priceInReserve', 'lastConversionPrice'];

type Stored = [currencyId: string, ...amounts: string[]];

/** `[["i…", "49504951", …], …]` */
export function writeBasketReserves(reserves: readonly StoredReserve[]): string {
  return JSON.stringify(
    reserves.map((reserve): Stored => [reserve.currencyId, ...COLUMNS.map((column) => reserve[column].toString())]),
  );
}

export function readBasketReserves(text: string): StoredReserve[] {
  const stored: Stored[] = JSON.parse(text);
  return stored.map(([currencyId, ...amounts]) => {
    const find = (column: Column): bigint => BigInt(amounts[COLUMNS.indexOf(column)] ?? 0);
    return {
      currencyId,
      weight: find('weight'),
      reserves: find('reserves'),
      priceInReserve: find('priceInReserve'),
      lastConversionPrice: find('lastConversionPrice'),
    };
  });
}
