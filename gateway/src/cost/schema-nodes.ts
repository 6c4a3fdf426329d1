import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isType,
  SchemaMetaFieldDef,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** The answers of one field, for each object that has it. */
export interface Answers {
  readonly lengths: number[];
  /** Places among the objects of their type; empty for names and texts. */
  readonly objects: (readonly number[])[];
}

interface Objects {
  readonly places: Map<unknown, number>;
  readonly fields: ReadonlyMap<string, Answers>;
}

/** The schema as introspection sees it: every object once, and which objects each field answers, deprecated members included. */
export class SchemaNodes {
  readonly #schema: GraphQLSchema;
  readonly #byType = new Map<string, Objects>();
  readonly #waiting: (() => void)[] = [];

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#placeOf(getNamedType(SchemaMetaFieldDef.type) as GraphQLObjectType, schema);
    // A loop, because types lead to each other without end.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
  }

  count(type: GraphQLObjectType): number {
    return this.#byType.get(type.name)?.places.size ?? 0;
  }

  answers(type: GraphQLObjectType, field: string): Answers {
    return this.#byType.get(type.name)?.fields.get(field) ?? { lengths: [], objects: [] };
  }

  /** Undefined: unknown type. */
  placeOfType(type: GraphQLObjectType, name: string): number | undefined {
    return this.#byType.get(type.name)?.places.get(name);
  }

  #placeOf(type: GraphQLObjectType, source: unknown): number {
    const { places, fields } = this.#objectsOf(type);
    const key = isType(source) ? String(source) : source;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(key, place);
    this.#waiting.push(() => {
      for (const field of Object.values(type.getFields())) {
        const values = this.#valuesOf(field, source);
        const target = getNamedType(field.type);
        const answers = fields.get(field.name);
        if (answers === undefined) continue;
        answers.lengths[place] = values.length;
        answers.objects[place] = isObjectType(target) ? values.map((value) => this.#placeOf(target, value)) : [];
      }
    });
    return place;
  }

  #objectsOf(type: GraphQLObjectType): Objects {
    const known = this.#byType.get(type.name);
    if (known !== undefined) return known;
    const fields = Object.keys(type.getFields()).map((name): [string, Answers] => [name, { lengths: [], objects: [] }]);
    const objects = { places: new Map<unknown, number>(), fields: new Map(fields) };
    this.#byType.set(type.name, objects);
    return objects;
  }

  #valuesOf({ name, resolve }: Field, source: unknown): readonly unknown[] {
    const info = { schema: this.#schema } as Parameters<NonNullable<typeof resolve>>[3];
    const value: unknown =
      resolve === undefined
        ? (source as Record<string, unknown>)[name]
        : resolve(source, { includeDeprecated: true }, undefined, info);
    if (value === null || value === undefined) return [];
    return Array.isArray(value) ? value : [value];
  }
}
