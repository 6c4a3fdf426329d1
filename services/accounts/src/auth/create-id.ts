import { randomUUID } from 'node:crypto';
import { uuidV7 } from './uuid-v7.ts';

/** Id of a row that the auth library makes. Those of invitations are the secret in a link: nothing in them but chance. */
export function createId({ model }: { model: string }): string {
  return model === 'invitation' ? randomUUID() : uuidV7();
}
