import { type DocumentNode, Kind, visit } from 'graphql';

export interface SchemaWords {
  /** No words of plain English: `BlockAdded`, `fromHeight`, `NODE_UNAVAILABLE`. */
  compound: Set<string>;
  /** Types such as `Block`, which may begin a sentence. */
  capital: Set<string>;
}

const COMPOUND = /[a-z\d][A-Z]|_/;
const TYPE = /Type(Definition|Extension)$/;

export function readSchemaWords(schemas: readonly DocumentNode[], common: DocumentNode): SchemaWords {
  const known = new Set(namesIn(common).map(({ name }) => name));
  const words: SchemaWords = { compound: new Set(), capital: new Set() };
  for (const { name, isType } of schemas.flatMap(namesIn)) {
    if (known.has(name)) continue;
    if (COMPOUND.test(name)) words.compound.add(name);
    else if (isType) words.capital.add(name);
  }
  return words;
}

function namesIn(document: DocumentNode): { name: string; isType: boolean }[] {
  const names: { name: string; isType: boolean }[] = [];
  visit(document, {
    enter: (node) => {
      const isType = TYPE.test(node.kind);
      const isMember =
        node.kind === Kind.FIELD_DEFINITION ||
        node.kind === Kind.INPUT_VALUE_DEFINITION ||
        node.kind === Kind.ENUM_VALUE_DEFINITION;
      if ((isType || isMember) && 'name' in node && node.name) names.push({ name: node.name.value, isType });
    },
  });
  return names;
}
