/**
 * For a LATERAL. With stale statistics and without OFFSET Postgres would read all addresses of the chain.
 * @param chain, text expressions of SQL
 */
export function rowOfAddress(chain: string, text: string): string {
  return `SELECT named.* FROM (SELECT * FROM address WHERE address.address = ${text} OFFSET 0) named WHERE named.chain = ${chain} LIMIT 1`;
}
