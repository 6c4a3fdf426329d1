import { BREAK, type DocumentNode, Kind, visit } from 'graphql';

/** Longer than names, addresses and hashes. */
const LITERAL_MAX = 64;

/** The text holds a transaction that should be a variable's value. Such an operation is asked once, so it is kept nowhere. */
export function isWrittenOut(document: DocumentNode): boolean {
  const isMutation = document.definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation',
  );
  if (!isMutation) return false;
  let found = false;
  visit(document, {
    StringValue({ value }) {
      if (value.length <= LITERAL_MAX) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
