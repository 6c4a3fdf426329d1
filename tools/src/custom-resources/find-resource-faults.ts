import { Ajv } from 'ajv';
import type { ResourceSchema, ResourceSchemas } from './resource-schema.ts';

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/** Rules in CEL and formats are not looked at. @returns one line for each fault, with the resource's kind and name */
export function findResourceFaults(resources: readonly Resource[], schemas: ResourceSchemas): string[] {
  const ajv = new Ajv({ allErrors: true, strict: false, logger: false, validateFormats: false });
  const checks = new Map(Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(toJsonSchema(schema))]));
  return resources.flatMap((resource) => {
    const { apiVersion, kind, metadata } = resource;
    const check = checks.get(`${apiVersion} ${kind}`);
    if (check === undefined) return [`${kind} ${metadata.name}: no schema of ${apiVersion}`];
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = resource;
    if (check(rest)) return [];
    return (check.errors ?? []).map(({ instancePath, message, params }) => {
      return `${kind} ${metadata.name}: ${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  });
}

/** Kubernetes drops unknown members in silence; here they are faults. */
function toJsonSchema(schema: ResourceSchema): object {
  if (schema['x-kubernetes-int-or-string'] === true) return { type: ['integer', 'string'] };
  const { properties, items, additionalProperties, ...rest } = schema;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return { type: schema.type };
  return {
    ...pick(rest),
    ...(items === undefined ? {} : { items: toJsonSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, toJsonSchema(member)]),
          ),
          additionalProperties: false,
        }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: toJsonSchema(additionalProperties) } : {}),
  };
}

function pick({ type, enum: choices, required }: ResourceSchema): object {
  const withoutHead = required?.filter((name) => !['apiVersion', 'kind', 'metadata'].includes(name));
  return {
    ...(type === undefined ? {} : { type }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(withoutHead === undefined ? {} : { required: withoutHead }),
  };
}
