export type IdentityOperation = 'REGISTER' | 'REVOKE' | 'RECOVER' | 'LOCK' | 'UNLOCK' | 'UPDATE';
