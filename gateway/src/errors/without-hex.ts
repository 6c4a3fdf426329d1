/** More digits than a hash has: a transaction, or something else that nobody reads. */
const LONG_HEX = /[0-9a-f]{65,}/gi;

/** A message without raw transactions: GraphQL's own messages repeat values. Hashes stay. */
export function withoutHex(message: string): string {
  return message.replace(LONG_HEX, '…');
}
