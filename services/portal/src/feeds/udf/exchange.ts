export const EXCHANGE = 'VERUS';

/** A symbol as the library writes it, `VERUS:basket1_VRSC`, without the name of the exchange; no symbol has a colon. */
export function withoutExchange(symbol: string): string {
  return symbol.startsWith(`${EXCHANGE}:`) ? symbol.slice(EXCHANGE.length + 1) : symbol;
}
