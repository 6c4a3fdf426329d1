import type { Environment } from '#/session/held-key.tsx';

export interface ExpectedKey {
  keyBrand: string;
  environment: Environment;
}

/** Null: no obvious problem. */
export function pastedKeyProblem(pasted: string, { keyBrand, environment }: ExpectedKey): string | null {
  const key = pasted.trim();
  if (key === '') return 'Paste a key';
  const other = environment === 'test' ? 'live' : 'test';
  if (key.startsWith(`${keyBrand}_${other}_`)) return `This is a ${other} key. Switch to ${other} above.`;
  const isWhole = new RegExp(`^${keyBrand}_${environment}_[0-9A-Za-z]{36}$`).test(key);
  return isWhole ? null : `A whole key: ${keyBrand}_${environment}_ and 36 letters and digits`;
}
