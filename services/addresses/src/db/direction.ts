/** Role of an address in a transaction, as the schema's enum names it. */
export type Direction = 'RECEIVED' | 'SENT' | 'SELF';
