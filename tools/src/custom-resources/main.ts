import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { findResourceFaults } from './find-resource-faults.ts';
import { narrowSchema, type ResourceSchemas, readResourceSchemas } from './resource-schema.ts';

const USAGE = `Usage: node_modules/.bin/node tools/src/custom-resources/main.ts [--facts] <manifests.yaml> <definitions.yaml>...
Compares the custom resources of a built folder with the CustomResourceDefinitions that their operators publish.
  --facts   prints the part of the definitions about the members that the resources use, for custom-resources.json
`;

type Resource = Parameters<typeof findResourceFaults>[0][number];

function readAll(file: string): unknown[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as unknown);
}

const args = process.argv.slice(2);
const [manifests, ...definitions] = args.filter((arg) => arg !== '--facts');
if (manifests === undefined || definitions.length === 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const schemas = readResourceSchemas(definitions.flatMap(readAll));
const resources = (readAll(manifests) as Resource[]).filter(({ apiVersion }) =>
  /\.(cnpg\.io|coreos\.com)\//.test(apiVersion),
);
if (args.includes('--facts')) {
  const facts: ResourceSchemas = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const used = resources.filter(({ apiVersion, kind }) => `${apiVersion} ${kind}` === name);
    const rest = used.map(({ apiVersion: _version, kind: _kind, metadata: _metadata, ...members }) => members);
    if (used.length > 0) facts[name] = narrowSchema(schema, rest);
  }
  process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
} else {
  const faults = findResourceFaults(resources, schemas);
  process.stdout.write(`${[...faults, `${resources.length} resources, ${faults.length} faults`].join('\n')}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
