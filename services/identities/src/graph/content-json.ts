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

/**
 * Contents of revisions, oldest first.
 * @param argument that an error names
 * @throws VALIDATION_ERROR if all that the operation asks for are too long to be read at once
 */
export async function readContents(
  { loaders }: GraphContext,
  key: ContentsKey,
  argument: string,
): Promise<JsonObject[]> {
  const contents = await loaders.contents.load(key);
  if (contents !== null) return contents.map(parseContent);
  const bound = `${CONTENT_BYTES_MAX / 1024 / 1024} MiB`;
  throw validationError(argument, `one request may read ${bound} of content: read the history of an identity in pages`);
}

export function contentJson(text: string): ExactJson {
  return exactJson(parseLossless(text));
}

export function parseContent(text: string): JsonObject {
  const content = parseLossless(text);
  if (!isJsonObject(content)) throw new TypeError('a stored content map is not an object');
  return content;
}
