import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import { AccountsError } from '#/accounts-error.ts';
import { findApiKeyByHash, findApiKeyById, isUuid, listApiKeysByLastFour, type OwnedKey } from '#/db/api-keys.ts';
import type { Connection } from '#/db/connection.ts';
import { keyState } from './key-state.ts';
import { maskedKey } from './masked-key.ts';

/** By id, last four characters or the full key. Throws AccountsError MALFORMED_KEY, UNKNOWN_KEY or AMBIGUOUS_KEY. */
export async function getKey(
  { brand, pepper }: { brand: string; pepper: string },
  { db, now }: { db: Connection; now: () => Date },
  reference: string,
): Promise<OwnedKey> {
  if (/^[0-9A-Za-z]{4}$/.test(reference))
    return chooseKey(await listApiKeysByLastFour(db, reference), reference, now());
  if (isUuid(reference)) return (await findApiKeyById(db, reference)) ?? unknownKey(`with the id ${reference}`);
  // From here on the text may be a key, perhaps mistyped: no message may repeat it.
  if (parseApiKey(reference, brand) === undefined) {
    throw new AccountsError(
      'MALFORMED_KEY',
      'That is neither the id of a key, nor the last four characters of one, nor a complete key',
    );
  }
  return (await findApiKeyByHash(db, hashApiKey(reference, pepper))) ?? unknownKey('of that value');
}

function chooseKey(keys: OwnedKey[], lastFour: string, now: Date): OwnedKey {
  const active = keys.filter((key) => keyState(key, now) === 'active');
  const candidates = active.length > 0 ? active : keys;
  const [key, ...others] = candidates;
  if (key === undefined) return unknownKey(`that ends in ${lastFour}`);
  if (others.length === 0) return key;
  const lines = candidates.map(
    (candidate) => `  ${candidate.id}  ${maskedKey(candidate)}  ${candidate.name}  ${candidate.team.slug}`,
  );
  throw new AccountsError(
    'AMBIGUOUS_KEY',
    `${candidates.length} keys end in ${lastFour}; name one by its id:\n${lines.join('\n')}`,
  );
}

function unknownKey(which: string): never {
  throw new AccountsError('UNKNOWN_KEY', `There is no key ${which}`);
}
