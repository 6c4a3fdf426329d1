// The report needs these, too, apart from the code that measures.

export const ENTRY_PARTS = ['fetch', 'notify', 'deliver'] as const;
export const POLLS = ['unchanged', 'nothing new', 'ten new', 'ten gone'] as const;
export const FLOOD = 50_000;
/** Each comes as soon as the one before is indexed. */
export const BUSY_BLOCKS = 400;
/** The flood goes on between them. */
export const SPACED_BLOCKS = 40;
