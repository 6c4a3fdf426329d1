export interface ResourceSchema {
  type?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, ResourceSchema>;
  additionalProperties?: boolean | ResourceSchema;
  items?: ResourceSchema;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** By `apiVersion kind`. */
export type ResourceSchemas = Record<string, ResourceSchema>;

interface Definition {
  kind?: string;
  spec?: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema?: { openAPIV3Schema?: ResourceSchema } }[];
  };
}

/** All versions of CustomResourceDefinitions; other objects are passed over. */
export function readResourceSchemas(objects: readonly unknown[]): ResourceSchemas {
  const schemas: ResourceSchemas = {};
  for (const object of objects) {
    const { kind, spec } = (object ?? {}) as Definition;
    if (kind !== 'CustomResourceDefinition' || spec === undefined) continue;
    for (const { name, schema } of spec.versions) {
      if (schema?.openAPIV3Schema !== undefined)
        schemas[`${spec.group}/${name} ${spec.names.kind}`] = schema.openAPIV3Schema;
    }
  }
  return schemas;
}

/** The part for members that the values have: names, types, choices, and requirements. */
export function narrowSchema(schema: ResourceSchema, values: readonly unknown[]): ResourceSchema {
  const narrow: ResourceSchema = {};
  if (schema.type !== undefined) narrow.type = schema.type;
  if (schema.enum !== undefined) narrow.enum = schema.enum;
  if (schema['x-kubernetes-int-or-string'] === true) narrow['x-kubernetes-int-or-string'] = true;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) narrow['x-kubernetes-preserve-unknown-fields'] = true;
  if (schema.required !== undefined) narrow.required = schema.required;
  if (schema.items !== undefined) narrow.items = narrowSchema(schema.items, values.flat());
  if (schema.additionalProperties !== undefined) narrow.additionalProperties = narrowAdditional(schema, values);
  if (schema.properties !== undefined) narrow.properties = narrowProperties(schema.properties, values);
  return narrow;
}

function narrowAdditional({ additionalProperties }: ResourceSchema, values: readonly unknown[]) {
  if (typeof additionalProperties !== 'object') return additionalProperties ?? true;
  return narrowSchema(
    additionalProperties,
    values.flatMap((value) => Object.values(value as object)),
  );
}

function narrowProperties(properties: Record<string, ResourceSchema>, values: readonly unknown[]) {
  const narrow: Record<string, ResourceSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const found = values.flatMap((value) => (isObject(value) && name in value ? [value[name]] : []));
    if (found.length > 0) narrow[name] = narrowSchema(schema, found);
  }
  return narrow;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
