/**
 * SELECT of the row of an address that a text names, by the hash index of texts; to stand in a LATERAL. OFFSET keeps the chain out of the
 * look-up: Postgres would rather read all addresses of it wherever its statistics are older than its rows.
 * @param chain, text expressions of SQL
 */
export function rowOfAddress(chain: string, text: string): string {
  return `SELECT named.* FROM (SELECT * FROM address WHERE address.address = ${text} OFFSET 0) named WHERE named.chain = ${chain} LIMIT 1`;
}
