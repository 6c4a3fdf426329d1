import { buildSubgraphSchema } from '@apollo/subgraph';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import {
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { coded } from '../fake-subgraph.ts';
import { TEST_CHAIN } from '../gateway-stand.ts';
import { Chance } from './random.ts';

/** Shares of all fields. */
export interface Troubles {
  nulls: number;
  errors: number;
  /** Share of the entities that their owner does not know. */
  absent: number;
}

interface Invented {
  readonly ident: string;
  readonly [member: string]: unknown;
}

const FEW_HASHES = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const FEW_ADDRESSES = ['Ra', 'Rb', 'iA', 'iB'];

type Keys = Readonly<Record<string, (chance: Chance, place: string) => Record<string, unknown>>>;

/** An entity of an interface has an `id` that begins with its type. */
export interface InventedSchema {
  readonly typeDefs: string;
  readonly keys: Keys;
}

// There are few, so that the same entity stands at many places.
const KEYS: Keys = {
  Address: (chance, place) => ({ address: chance.pick(FEW_ADDRESSES, place), at: chance.pick([null, null, 7], place) }),
  Identity: (chance, place) => ({
    identityAddress: chance.pick(FEW_ADDRESSES, place),
    at: chance.pick([null, null, 7], place),
  }),
  Currency: (chance, place) => ({
    currencyId: chance.pick(FEW_ADDRESSES, place),
    at: chance.pick([null, null, 7], place),
  }),
  Block: (chance, place) => ({ hash: chance.pick(FEW_HASHES, place) }),
  Transaction: (chance, place) => ({ txid: chance.pick(FEW_HASHES, place) }),
};

const SCALARS: Record<string, (chance: Chance, place: string) => unknown> = {
  BigInt: (chance, place) => Math.floor(chance.share(place) * 1_000_000),
  Int: (chance, place) => Math.floor(chance.share(place) * 100),
  Float: (chance, place) => chance.pick([0, -1.5, 1e21, 3, 1e-7], place),
  Boolean: (chance, place) => chance.share(place) < 0.5,
  Decimal: (chance, place) => `${Math.floor(chance.share(place) * 1_000)}.00000000`,
  Satoshis: (chance, place) => `${Math.floor(chance.share(place) * 1_000_000)}`,
  DateTime: () => '2026-11-20T08:40:00Z',
  JSON: (chance, place) =>
    chance.pick([{}, [], { b: [1, { a: null }], a: 'x' }, 'text', 0, false, JSON.parse(HOSTILE_JSON)], place),
  String: (chance, place) =>
    chance.pick(['', 'plain', 'quo"te', 'back\\slash', 'line\nbreak\u2028', '€ 😀', '\ud800 alone', '\u0007'], place),
};
const HOSTILE_JSON = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}';

export function serviceSchema(service: string): InventedSchema {
  return { typeDefs: readServiceSchema(service), keys: KEYS };
}

/** The same seed and object always have the same values. */
export class InventedSubgraph {
  readonly #schema: GraphQLSchema;
  readonly #chance: Chance;
  readonly #troubles: Troubles;
  readonly #keys: Keys;

  constructor({ typeDefs, keys }: InventedSchema, seed: string, troubles: Troubles) {
    this.#keys = keys;
    this.#chance = new Chance(seed);
    this.#troubles = troubles;
    const resolvers = Object.fromEntries(
      Object.keys(keys)
        .filter((type) => new RegExp(`\\b(?:type|interface) ${type}\\b[^{]* @key\\b`).test(typeDefs))
        .map((type) => [type, { __resolveReference: (key: Record<string, unknown>) => this.#find(type, key) }]),
    );
    this.#schema = buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(typeDefs), resolvers }]);
  }

  async answer(query: string, variableValues: Record<string, unknown>): Promise<ExecutionResult> {
    const document = parse(query);
    const faults = validate(this.#schema, document);
    if (faults.length > 0) throw new Error(`the plan asks what the subgraph does not have: ${faults.join()}`);
    return execute({ schema: this.#schema, document, variableValues, fieldResolver: this.#resolve });
  }

  #find(type: string, key: Record<string, unknown>): Invented | null {
    const ident = `${type}:${JSON.stringify(Object.entries(key).sort())}`;
    if (this.#chance.share('absent', ident) < this.#troubles.absent) return null;
    if (this.#chance.share('refused', ident) < this.#troubles.errors) throw this.#error(ident);
    return { ...key, __typename: this.#runtimeType(type, key), ident };
  }

  #runtimeType(type: string, { id }: Record<string, unknown>): string {
    return isAbstractType(this.#schema.getType(type)) ? String(id).split('-', 1).join() : type;
  }

  readonly #resolve: GraphQLFieldResolver<Invented | undefined, unknown> = (source, args, _context, info) => {
    const own = source !== undefined && Object.hasOwn(source, info.fieldName) ? source[info.fieldName] : undefined;
    if (own !== undefined) return own;
    const place = `${source?.ident ?? 'root'}/${info.fieldName}(${JSON.stringify(args)})`;
    if (this.#chance.share('error', place) < this.#troubles.errors) throw this.#error(place);
    return this.#invent(info.returnType, place);
  };

  #invent(type: GraphQLOutputType, place: string): unknown {
    if (isNonNullType(type)) return this.#invent(type.ofType, place);
    if (this.#chance.share('null', place) < this.#troubles.nulls) return null;
    if (isListType(type)) {
      const length = this.#chance.pick([0, 1, 2, 3], 'length', place);
      return Array.from({ length }, (_, index) => this.#invent(type.ofType, `${place}[${index}]`));
    }
    if (isEnumType(type)) return this.#chance.pick(type.getValues(), place).value;
    if (isAbstractType(type)) {
      const runtime = this.#chance.pick(this.#schema.getPossibleTypes(type), 'type', place);
      return { ...this.#inventObject(runtime.name, place), __typename: runtime.name };
    }
    if (!isObjectType(type)) return (SCALARS[type.name] ?? (() => `invented ${type.name}`))(this.#chance, place);
    return this.#inventObject(type.name, place);
  }

  #inventObject(type: string, place: string): Invented {
    const key = this.#keys[type]?.(this.#chance, place);
    if (key === undefined) return { ident: place };
    return { chainId: TEST_CHAIN, ...key, ident: `${type}:${JSON.stringify(key)}` };
  }

  #error(place: string): Error {
    const code = this.#chance.pick(['NOT_FOUND', 'VALIDATION_ERROR', 'CHAIN_REORGANIZED', 'P2002'], 'code', place);
    return coded(
      code,
      `trouble ${this.#chance.share(place)}`,
      code === 'VALIDATION_ERROR' ? { argument: 'limit' } : {},
    );
  }
}
