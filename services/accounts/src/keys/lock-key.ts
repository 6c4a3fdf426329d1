import { AccountsError } from '#/accounts-error.ts';
import { findTeamApiKey, lockApiKey, type OwnedKey } from '#/db/api-keys.ts';
import type { Connection } from '#/db/connection.ts';
import { keyState } from './key-state.ts';

/** Throws if the caller may not do this. It sees the locked row, whose rights no longer change. */
export type KeyCheck = (key: OwnedKey) => void;

/** @throws AccountsError UNKNOWN_KEY, also for a key of another team, and whatever `check` throws */
export async function lockKey(tx: Connection, teamId: string, keyId: string, check?: KeyCheck): Promise<OwnedKey> {
  await lockApiKey(tx, keyId);
  const key = await findTeamApiKey(tx, teamId, keyId);
  if (key === null) throw new AccountsError('UNKNOWN_KEY', 'There is no such key');
  check?.(key);
  return key;
}

/** Throws AccountsError KEY_NOT_ACTIVE, also for a session's key, which never changes. */
export function mustBeActive(key: OwnedKey, at: Date): void {
  if (key.isForSession) throw new AccountsError('KEY_NOT_ACTIVE', 'The key is one of a session; make another instead');
  const state = keyState(key, at);
  if (state !== 'active') throw new AccountsError('KEY_NOT_ACTIVE', `The key is ${state}; make a new one instead`);
}
