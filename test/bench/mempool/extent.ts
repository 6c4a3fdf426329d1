// Names and numbers that the report needs too, apart from the code that measures.

/** Parts of the time between a node's announcement and the subscriber, in order. */
export const ENTRY_PARTS = ['fetch', 'notify', 'deliver'] as const;
/** Polls, in the order in which they come. */
export const POLLS = ['unchanged', 'nothing new', 'ten new', 'ten gone'] as const;
/** Transactions of a flood. */
export const FLOOD = 50_000;
/** Blocks that come one after another as soon as the one before is indexed. */
export const BUSY_BLOCKS = 400;
/** Blocks that come one by one, with time in between in which the flood goes on. */
export const SPACED_BLOCKS = 40;
