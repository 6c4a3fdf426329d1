import { create } from '@bufbuild/protobuf';
import {
  type KeyEnvironment,
  type Plan,
  type ResolveKeyResponse,
  ResolveKeyResponseSchema,
} from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';

export const PEPPER = 'pepper-of-the-tests';

/** By default a plan without limits, usable from anywhere. */
export interface KeyFields {
  id?: string;
  environment: KeyEnvironment;
  teamId?: string;
  personId?: string;
  plan?: Omit<Plan, '$typeName'>;
  expiresAt?: bigint;
  allowedNetworks?: string[];
  allowedOrigins?: string[];
  maySend?: boolean;
}

export function resolveKey(keys: ReadonlyMap<string, KeyFields>, keyHash: Uint8Array): ResolveKeyResponse {
  const asked = Buffer.from(keyHash);
  for (const [text, key] of keys) {
    if (asked.equals(hashApiKey(text, PEPPER))) {
      return create(ResolveKeyResponseSchema, {
        key: { id: 'key-1', teamId: 'team-1', plan: { id: 'free' }, ...key },
      });
    }
  }
  return create(ResolveKeyResponseSchema, {});
}
