import { checksum, checksumLength, randomLength } from './key-body.ts';
import { type KeyEnvironment, keyEnvironments } from './key-environment.ts';

export type ParsedApiKey = {
  environment: KeyEnvironment;
  /** For its owner to recognise the key. */
  lastFour: string;
};

const body = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Undefined if no key of this brand looks like that, so that no look-up is needed. Never throws. */
export function parseApiKey(text: string, brand: string): ParsedApiKey | undefined {
  const environment = keyEnvironments.find((candidate) => text.startsWith(`${brand}_${candidate}_`));
  if (environment === undefined) return undefined;
  if (!body.test(text.slice(`${brand}_${environment}_`.length))) return undefined;
  if (text.slice(-checksumLength) !== checksum(text.slice(0, -checksumLength))) return undefined;
  return { environment, lastFour: text.slice(-4) };
}
