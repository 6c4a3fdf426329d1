import { BREAK, type DocumentNode, Kind, visit } from 'graphql';

/** Longer than names, addresses and hashes. */
const LITERAL_MAX = 64;

/**
 * True if a mutation's text holds a transaction that should be a variable's value. Such an operation is asked for once:
 * it is kept nowhere, since it would push out others that are asked for again.
 */
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
