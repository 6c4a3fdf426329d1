import type { Method } from '../../method.ts';
import { CONTROLLED } from './controlled-identities.ts';
import { getIdentity } from './get-identity.ts';
import { getIdentityContent } from './get-identity-content.ts';
import { getIdentityHistory } from './get-identity-history.ts';
import { getVdxfId } from './get-vdxf-id.ts';

export const IDENTITIES: readonly Method[] = [
  getIdentity,
  getIdentityHistory,
  getIdentityContent,
  ...CONTROLLED,
  getVdxfId,
];
