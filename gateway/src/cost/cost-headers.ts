/** Headers that repeat `extensions.cost`, for clients that do not read bodies. */
export const COST_HEADERS = ['x-cost-estimated', 'x-cost-actual', 'x-cost-max'] as const;
