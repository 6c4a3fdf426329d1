import { coinbases } from './coinbases.ts';
import { notarizations } from './notarizations.ts';
import { totals } from './totals.ts';

export const MODULES = [totals, coinbases, notarizations];
