import type { Key } from '@ledgergraph/dashboard-api/contract';
import type { Tone } from '@ledgergraph/ui/feedback/state-badge.tsx';

const SOON_MS = 7 * 86_400_000;

export interface ShownState {
  word: 'Active' | 'Expiring' | 'Expired' | 'Revoked';
  tone: Tone;
}

/** A key that ends within a week, or was replaced, is shown as expiring. */
export function shownState({ state, expiresAt }: Pick<Key, 'state' | 'expiresAt'>, nowMs: number): ShownState {
  if (state === 'revoked') return { word: 'Revoked', tone: 'bad' };
  if (state === 'expired') return { word: 'Expired', tone: 'calm' };
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - nowMs;
  // The list may be some seconds older than the end it names.
  if (left <= 0) return { word: 'Expired', tone: 'calm' };
  return left <= SOON_MS ? { word: 'Expiring', tone: 'warn' } : { word: 'Active', tone: 'good' };
}
