import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphContext } from '#/operation/graph-context.ts';

type Store = NonNullable<ApolloServerOptions<GraphContext>['documentStore']>;

// Two thousand operations of the benchmark's kind took 15.6 kB of heap each, with 206 characters of text: places and tokens are most of it.
const BYTES_PER_CHARACTER = 76;
const BYTES_MAX = 12 * 1024 * 1024;

/**
 * Stores valid documents of recent operations. Apollo's own store counts a document by its JSON, but the document
 * takes five times as much memory.
 * @param bytesMax bytes of heap, estimated
 */
export function createDocumentStore(bytesMax = BYTES_MAX): Store & { readonly bytes: number } {
  const kept = new LRUCache<string, DocumentNode>({
    maxSize: bytesMax,
    sizeCalculation: ({ loc }) => 1 + BYTES_PER_CHARACTER * (loc?.source.body.length ?? 0),
  });
  return {
    get: async (key) => kept.get(key),
    set: async (key, document) => void kept.set(key, document),
    delete: async (key) => kept.delete(key),
    get bytes() {
      return kept.calculatedSize;
    },
  };
}
