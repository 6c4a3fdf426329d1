import Negotiator from 'negotiator';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';

/** In our order of preference. */
export const FORMATS: readonly Format[] = [csv, ndjson, parquet];

export function formatFor(accept: string | undefined): Format | undefined {
  const types = FORMATS.map(({ mediaType }) => mediaType);
  // A charset, or whether names stand first, does not matter.
  const ranges = accept?.replaceAll(/;\s*(?!q=)[\w-]+=(?:"[^"]*"|[^;,\s]*)/gi, '');
  const type = new Negotiator({ headers: { accept: ranges ?? '*/*' } }).mediaType(types);
  return FORMATS.find(({ mediaType }) => mediaType === type);
}
