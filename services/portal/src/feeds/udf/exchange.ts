export const EXCHANGE = 'VERUS';

/** The library writes `VERUS:basket1_VRSC`; no symbol has a colon. */
export function withoutExchange(symbol: string): string {
  return symbol.startsWith(`${EXCHANGE}:`) ? symbol.slice(EXCHANGE.length + 1) : symbol;
}
