import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql';

const MESSAGE = 'The root of a subscription takes no @skip and no @include: it has one field.';

/**
 * The specification's rule that a subscription's one field depends on no condition; graphql-js throws where a variable decides it. The
 * document has no fragment cycle.
 */
export function unconditionalRoots(context: ValidationContext): ASTVisitor {
  const check = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      const condition = selection.directives?.find(({ name: { value } }) => value === 'skip' || value === 'include');
      if (condition !== undefined) context.reportError(new GraphQLError(MESSAGE, { nodes: condition }));
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.getFragment(selection.name.value) : selection;
      if (fragment != null && fragment.kind !== Kind.FIELD) check(fragment.selectionSet);
    }
  };
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation === 'subscription') check(selectionSet);
      return false;
    },
  };
}
