/**
 * Default limit of one operation's cost: a block with a hundred transactions, each with a hundred inputs and outputs,
 * still passes.
 */
export const COST_MAX_DEFAULT = 150_000;
