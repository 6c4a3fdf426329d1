import { coinbases } from './coinbases.ts';
import { notarizations } from './notarizations.ts';
import { totals } from './totals.ts';

/** The parts of this service, in the order in which their rows are written. */
export const MODULES = [totals, coinbases, notarizations];
