/** What one operation may cost unless an operator says otherwise: a block with a hundred transactions, each with a hundred inputs and outputs, still passes. */
export const COST_MAX_DEFAULT = 150_000;
