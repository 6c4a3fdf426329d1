import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { buildSchema, type GraphQLSchema, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

// The page refers by headings and queries, the schema by descriptions.

const page = readFileSync(inRepository('docs', 'cookbook.md'), 'utf8');
const schema = buildSchema(readFileSync(inRepository('docs', 'api.graphql'), 'utf8'));
const recipes = Array.from(
  page.matchAll(/^### (.+)\n[\s\S]*?^```graphql\n([\s\S]*?)^```$/gm),
  ([, title = '', query = '']) => ({
    anchor: title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
    query,
  }),
);

function linksOf(schema: GraphQLSchema): { anchor: string; field: string }[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      Array.from((field.description ?? '').matchAll(/^Cookbook: \/docs\/cookbook#([\w-]+)$/gm), ([, anchor = '']) => ({
        anchor,
        field: `${type.name}.${field.name}`,
      })),
    ),
  );
}

function fieldsOf(query: string): Set<string> {
  const info = new TypeInfo(schema);
  const fields = new Set<string>();
  const enter = (): void => void fields.add(`${info.getParentType()?.name}.${info.getFieldDef()?.name}`);
  visit(parse(query), visitWithTypeInfo(info, { Field: { enter } }));
  return fields;
}

test('every recipe is linked from a field that its query asks for, and every link leads to a recipe', () => {
  const links = linksOf(schema);
  expect(recipes.length).toBeGreaterThanOrEqual(30);
  expect(links.map(({ anchor }) => anchor).sort()).toEqual(recipes.map(({ anchor }) => anchor).sort());
  for (const { anchor, query } of recipes) {
    const field = links.find((link) => link.anchor === anchor)?.field;
    expect([anchor, field, fieldsOf(query).has(field ?? '')]).toEqual([anchor, field, true]);
  }
});
