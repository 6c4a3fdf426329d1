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

/** The response may be kept if it has no errors and follows from its pins alone; otherwise its fetches are not shared either. */
export const keepAnswers =
  (momentary: ReadonlySet<string>): OperationHook =>
  () => ({
    didResolveOperation({ schema, document, operation, request, contextValue }) {
      if (operation === undefined) return;
      const { inFlight } = contextValue;
      if (operation.operation === 'mutation' || readsTheMoment(momentary, schema, document)) {
        contextValue.isAlone = true;
        // At once, because equal requests wait for it.
        inFlight?.drop();
      } else if (inFlight !== undefined) {
        inFlight.isFinal = readsFinalBlocks(schema, operation, request.variables ?? {}, inFlight.pins);
      }
    },
    willSendResponse({ response: { result }, contextValue: { inFlight, read } }) {
      if (inFlight === undefined) return;
      const isWhole = result.errors === undefined && result.data != null;
      // A lost pin made the operation run at others. Pending data changes while its block stays.
      if (!isWhole || read.pins !== inFlight.pins || read.poolMarks.size > 0) inFlight.drop();
    },
  });

// A known operation has the same document each time.
const judged = new WeakMap<DocumentNode, boolean>();

/**
 * A part of the document can change while the block stays, whatever its variables.
 * @param momentary coordinates that teams declare by `@momentary`
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

/** Whatever the variables are. */
function listAsking({ arguments: given = [] }: FieldNode): string[] {
  const asking = given.filter(({ value }) => value.kind !== Kind.BOOLEAN || value.value);
  return asking.map(({ name }) => name.value);
}

/** Every root field reads `asOf` a height that is final on all chains. */
function readsFinalBlocks(
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
