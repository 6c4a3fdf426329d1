import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import type { Tip } from '#/pin/tip.ts';

/**
 * Decides whether the in-flight response may be kept: it may if it has no errors and follows from its pins alone. An
 * operation that cannot follow from its pins alone shares no fetch either.
 */
export const keepAnswers =
  (momentary: ReadonlySet<string>): OperationHook =>
  () => ({
    didResolveOperation({ schema, document, operation, request, contextValue }) {
      if (operation === undefined) return;
      const { inFlight } = contextValue;
      if (operation.operation === 'mutation' || readsTheMoment(momentary, schema, document)) {
        contextValue.isAlone = true;
        // At once: equal requests wait for it.
        inFlight?.drop();
      } else if (inFlight !== undefined) {
        inFlight.isFinal = readsFinalBlocks(schema, operation, request.variables ?? {}, inFlight.pins);
      }
    },
    willSendResponse({ response: { result }, contextValue: { inFlight, read } }) {
      if (inFlight === undefined) return;
      const isWhole = result.errors === undefined && result.data != null;
      // A lost pin made the operation run again, at others. Pending data changes while its block stays.
      if (!isWhole || read.pins !== inFlight.pins || read.poolMarks.size > 0) inFlight.drop();
    },
  });

// A known operation comes with the same document each time.
const judged = new WeakMap<DocumentNode, boolean>();

/**
 * True if a part of the document can change while the block stays, whatever its variables.
 * @param momentary coordinates of what can, as the teams declare it by `@momentary`
 */
export function readsTheMoment(momentary: ReadonlySet<string>, schema: GraphQLSchema, document: DocumentNode): boolean {
  const known = judged.get(document);
  if (known !== undefined) return known;
  let found = false;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => {
        const type = getNamedType(types.getType())?.name ?? '';
        const field = `${types.getParentType()?.name}.${node.name.value}`;
        const given = listAsking(node).map((argument) => `${field}(${argument}:)`);
        if ([type, field, ...given].some((coordinate) => momentary.has(coordinate))) found = true;
      },
    }),
  );
  judged.set(document, found);
  return found;
}

/** Names of the arguments that ask for something, whatever the variables are. */
function listAsking({ arguments: given = [] }: FieldNode): string[] {
  const asking = given.filter(({ value }) => value.kind !== Kind.BOOLEAN || value.value);
  return asking.map(({ name }) => name.value);
}

/** True if every root field reads `asOf` a height that no reorganisation can reach any more, on any of the chains. */
export function readsFinalBlocks(
  schema: GraphQLSchema,
  { selectionSet }: OperationDefinitionNode,
  variables: Record<string, unknown>,
  pins: readonly Tip[],
): boolean {
  const fields = schema.getQueryType()?.getFields() ?? {};
  const finalHeight = Math.min(...pins.map(({ finalizedHeight }) => finalizedHeight ?? -1));
  return selectionSet.selections.every((selection) => {
    if (selection.kind !== Kind.FIELD) return false;
    const field = fields[selection.name.value];
    if (field === undefined) return false;
    const { asOf } = getArgumentValues(field, selection, variables) as { asOf?: { height?: unknown } | null };
    return asOf?.height != null && Number(asOf.height) <= finalHeight;
  });
}
