/** What a transaction was to an address, as the schema's enum names it. */
export type Direction = 'RECEIVED' | 'SENT' | 'SELF';
