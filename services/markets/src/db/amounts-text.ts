/** `{"i…": "2744829721680", …}` in the order of the chain. */
export function writeAmounts(amounts: ReadonlyMap<string, bigint>): string {
  return JSON.stringify(
    Object.fromEntries(Array.from(amounts, ([currencyId, amount]) => [currencyId, String(amount)])),
  );
}

export function readAmounts(text: string): { currencyId: string; satoshis: bigint }[] {
  const stored: Record<string, string> = JSON.parse(text);
  return Object.entries(stored).map(([currencyId, digits]) => ({ currencyId, satoshis: BigInt(digits) }));
}
