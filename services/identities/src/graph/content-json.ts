import { validationError } from '@ledgergraph/graph-kit/errors';
import {
  type ExactJson,
  exactJson,
  isJsonObject,
  type JsonObject,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { CONTENT_BYTES_MAX, type ContentsKey } from '#/db/list-contents.ts';
import type { GraphContext } from './loaders.ts';

/** Contents of revisions, oldest first. @throws VALIDATION_ERROR if they are too long to be read at once */
export async function readContents({ loaders }: GraphContext, key: ContentsKey): Promise<JsonObject[]> {
  const contents = await loaders.contents.load(key);
  if (contents !== null) return contents.map(parseContent);
  const bound = `${CONTENT_BYTES_MAX / 1024 / 1024} MiB`;
  throw validationError(
    'fromHeight',
    `these revisions have more than ${bound} of content: read their history in pages`,
  );
}

export function contentJson(text: string): ExactJson {
  return exactJson(parseLossless(text));
}

export function parseContent(text: string): JsonObject {
  const content = parseLossless(text);
  if (!isJsonObject(content)) throw new TypeError('a stored content map is not an object');
  return content;
}
