import {
  type ExactJson,
  exactJson,
  isJsonObject,
  type JsonObject,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

export function contentJson(text: string): ExactJson {
  return exactJson(parseLossless(text));
}

export function parseContent(text: string): JsonObject {
  const content = parseLossless(text);
  if (!isJsonObject(content)) throw new TypeError('a stored content map is not an object');
  return content;
}
