/** Kind of the server that a request read a chain on. */
export type ReadTarget = 'primary' | 'replica';

/** Chains that the requests of one role have read, by the kind of server. */
export type ReadCounts = Record<ReadTarget, number>;
