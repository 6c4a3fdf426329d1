import type { ApiKey } from '#/generated/prisma/client.ts';

export function maskedKey(key: Pick<ApiKey, 'brand' | 'environment' | 'lastFour'>): string {
  return `${key.brand}_${key.environment}_…${key.lastFour}`;
}
