import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { readSubgraphs } from '@ledgergraph/graph-tools/compose/read-subgraphs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  introspectionTypes,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';

// The composed schema may hold more than the agreed one, never less and nothing changed.

const list = fileURLToPath(new URL('../../gateway/supergraph.yaml', import.meta.url));
const contractFile = new URL('api.graphql', import.meta.url);

/** Such as `Block.transactions(limit): Int = 50`. */
function promises(schema: GraphQLSchema): string[] {
  return ownTypes(schema).flatMap((type) => [`${type.name} is a ${type.constructor.name}`, ...typePromises(type)]);
}

function typePromises(type: GraphQLNamedType): string[] {
  if (isObjectType(type) || isInterfaceType(type)) {
    return Object.values(type.getFields()).flatMap((field) => [
      `${type.name}.${field.name}: ${field.type}`,
      ...field.args.map((arg) => `${type.name}.${field.name}(${arg.name}): ${input(arg)}`),
    ]);
  }
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => `${type.name}.${field.name}: ${input(field)}`);
  }
  if (isEnumType(type)) return type.getValues().map((value) => `${type.name}.${value.name}`);
  return [];
}

function input(value: Pick<GraphQLInputField, 'type' | 'defaultValue'>): string {
  return value.defaultValue === undefined ? `${value.type}` : `${value.type} = ${JSON.stringify(value.defaultValue)}`;
}

function ownTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  const builtIn = new Set(introspectionTypes.map((type) => type.name));
  return Object.values(schema.getTypeMap()).filter((type) => !builtIn.has(type.name) && !isSpecifiedScalarType(type));
}

/** A new argument is an addition only while a client may leave it out. */
function requiredArguments(schema: GraphQLSchema): string[] {
  return promises(schema).filter((line) => line.includes('(') && line.endsWith('!'));
}

function withoutDescription(schema: GraphQLSchema): string[] {
  return ownTypes(schema).flatMap((type) => [
    ...(hasText(type) || type === schema.getQueryType() ? [] : [type.name]),
    ...membersOf(type).flatMap((member) => [
      ...(hasText(member) ? [] : [`${type.name}.${member.name}`]),
      ...argumentsOf(member).flatMap((arg) => (hasText(arg) ? [] : [`${type.name}.${member.name}(${arg.name})`])),
    ]),
  ]);
}

function membersOf(type: GraphQLNamedType): readonly { name: string; description?: string | null | undefined }[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

function argumentsOf(member: object): GraphQLField<unknown, unknown>['args'] {
  return 'args' in member ? (member as GraphQLField<unknown, unknown>).args : [];
}

function hasText(member: { description?: string | null | undefined }): boolean {
  return (member.description ?? '').trim() !== '';
}

const composed = composeSupergraph(await readSubgraphs(list));
const api = buildSchema(composed.apiSdl);
const contract = buildSchema(await readFile(contractFile, 'utf8'));

test('every type, field, argument and enum value of the contract is there, with the same type and default', () => {
  const kept = new Set(promises(api));
  expect(promises(contract).length).toBeGreaterThan(400);
  expect(promises(contract).filter((line) => !kept.has(line))).toEqual([]);
});

test('no addition to the contract requires an argument', () => {
  const agreed = new Set(requiredArguments(contract));
  const fields = new Set(promises(contract));
  const added = requiredArguments(api).filter((line) => !agreed.has(line));
  const onAgreedFields = added.filter((line) =>
    [...fields].some((field) => field.startsWith(`${line.split('(')[0]}:`)),
  );
  expect(onAgreedFields).toEqual([]);
});

test('every type, field, argument and enum value is described', () => {
  expect(withoutDescription(api)).toEqual([]);
});

test('the subgraphs agree on what they describe together', () => {
  expect(composed.hints.filter((hint) => hint.includes('DESCRIPTION'))).toEqual([]);
});

test('the schema of clients has no inaccessible field and no part of federation', () => {
  expect(composed.apiSdl).not.toMatch(/join__|link__|_entities|_service|@key/);
  expect(promises(api).filter((line) => /\.at:/.test(line) && !line.startsWith('Reorg.'))).toEqual([]);
});
