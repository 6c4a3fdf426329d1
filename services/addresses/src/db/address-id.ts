/**
 * SELECT of the row of an address by its text; to stand in a LATERAL. OFFSET keeps the chain out of the look-up: with stale statistics
 * Postgres would read all addresses of the chain.
 * @param chain, text expressions of SQL
 */
export function rowOfAddress(chain: string, text: string): string {
  return `SELECT named.* FROM (SELECT * FROM address WHERE address.address = ${text} OFFSET 0) named WHERE named.chain = ${chain} LIMIT 1`;
}
