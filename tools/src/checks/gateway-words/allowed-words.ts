export interface Allowance {
  words: readonly string[];
  why: string;
  /** From the root; absent: all. */
  files?: readonly string[];
}

export const ALLOWED: readonly Allowance[] = [
  { words: ['Query', 'Mutation', 'Subscription'], why: 'roots of every schema' },
  { words: ['JSON', 'BigInt', 'DateTime', 'Decimal'], why: 'scalars of graph-kit; two are of JavaScript as well' },
  {
    words: ['asOf', 'finalizedHeight', 'lastFinalityBreak', 'previousHash', 'SyncStatus', 'isDefault', 'readAt'],
    why: 'pins: how a network announces its tip, and what a read at a block is',
  },
  {
    words: ['ChangePlace', 'fromHeight', 'toHeight', 'txIndex', 'PoolChange', 'beginsAt', 'upTo', 'hasEntered'],
    why: 'lists by which @event finds events: docs/internal-contracts.md, "Events in a schema"',
  },
  { words: ['minConfirmations'], why: 'argument of subscriptions that the gateway answers itself' },
  {
    words: ['NODE_UNAVAILABLE', 'conflictsWith'],
    why: 'errors that subgraphs and clients share: a code, and a member of extensions',
  },
  {
    words: [
      ...['blockTimeSeconds', 'syncState', 'lastBlockHeight', 'lastBlockHash', 'lastBlockTime', 'chainTipHeight'],
      ...['blocksBehind', 'isHealthy', 'lastSyncedAt', 'updatedAt', 'lastReorg', 'forkHeight'],
      ...['oldTipHash', 'newTipHash'],
    ],
    why: 'GET /status asks each network for its state',
    files: ['gateway/src/status/read-status.ts', 'gateway/src/http/readiness.ts'],
  },
  { words: ['inFlight', 'isFinal', 'isNew'], why: 'names of the gateway for other things: answers, calls and logs' },
  {
    words: ['identity'],
    why: 'the coding of HTTP',
    files: [
      'gateway/src/answer/read-body.ts',
      'gateway/src/http/accepts-gzip.ts',
      'gateway/src/http/accepts-gzip.test.ts',
    ],
  },
  {
    words: ['currency'],
    why: 'a network waits for the definition of its native currency',
    files: ['gateway/src/http/readiness.test.ts'],
  },
];
