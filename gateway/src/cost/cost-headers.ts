/** What `extensions.cost` says, for whoever does not read bodies. */
export const COST_HEADERS = ['x-cost-estimated', 'x-cost-actual', 'x-cost-max'] as const;
