import { type DocumentNode, executeSync, type GraphQLSchema } from 'graphql';
import { BYTES_PER_CHARACTER, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { OperationCache, type OperationCacheLimits } from './operation-cache.ts';
import type { VariableValues } from './response-shape.ts';
import { RenderedData } from './write-data.ts';

export interface Introspection {
  readonly document: DocumentNode;
  /** As graphql-js prints it: equal for all ways to write it. */
  readonly text: string;
  readonly names: readonly string[];
}

type Answer = Readonly<Record<string, RenderedData | null>>;

/** A whole introspection has half a megabyte: room for a dozen ways to ask. */
const LIMITS: OperationCacheLimits = { bytes: MEMORY_BOUNDS.introspections };
const BYTES_OF_ANY = 512;

/**
 * Answers to introspections of one schema, which does not change; graphql-js takes some tens of milliseconds for a whole one,
 * synchronously. Its cost bounds the work of one request.
 */
export class KnownIntrospections {
  readonly #schema: GraphQLSchema;
  readonly #kept: OperationCache<Answer>;

  constructor(schema: GraphQLSchema, limits: OperationCacheLimits = LIMITS) {
    this.#schema = schema;
    this.#kept = new OperationCache(limits);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  has(asked: Introspection, given: VariableValues): boolean {
    return this.#kept.has(keyOf(asked, given));
  }

  answer(asked: Introspection, given: VariableValues): Answer {
    const { document } = asked;
    const key = keyOf(asked, given);
    const known = this.#kept.find(key);
    if (known !== undefined) return known;
    const { data, errors } = executeSync({ schema: this.#schema, document, variableValues: given });
    if (data == null || errors !== undefined) throw new Error('introspection has failed', { cause: errors });
    const answer = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, written(value)]));
    const characters = Object.values(answer).reduce((sum, one) => sum + (one?.json.length ?? 0), key.length);
    this.#kept.keep(key, answer, BYTES_OF_ANY + BYTES_PER_CHARACTER * characters);
    return answer;
  }
}

function keyOf({ text, names }: Introspection, given: VariableValues): string {
  if (names.length === 0) return text;
  return `${text}\0${JSON.stringify(names.map((name) => givenValue(given, name)))}`;
}

/** In a list, so that an absent value differs from null. */
function givenValue(given: VariableValues, name: string): readonly unknown[] {
  return Object.hasOwn(given, name) ? [given[name]] : [];
}

function written(value: unknown): RenderedData | null {
  return value === null ? null : new RenderedData(JSON.stringify(value));
}
