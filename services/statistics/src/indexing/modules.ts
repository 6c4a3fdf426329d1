import { coinbases } from './coinbases.ts';
import { notarizations } from './notarizations.ts';
import { totals } from './totals.ts';

/** In the order in which their rows are written. */
export const MODULES = [totals, coinbases, notarizations];
