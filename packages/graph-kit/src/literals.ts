import { isStorable } from '@ledgergraph/service-kit/storable-text';
import { type ArgumentNode, type ASTNode, type DocumentNode, Kind, type VariableDefinitionNode, visit } from 'graphql';

export interface UnstorableLiteral {
  node: ASTNode;
  /** Undefined where the literal stands in a directive of a definition. */
  holder: ArgumentNode | VariableDefinitionNode | undefined;
}

/** Apollo's server hands out the same document for the same text. */
const searched = new WeakMap<DocumentNode, UnstorableLiteral | null>();

export function findUnstorableLiteral(document: DocumentNode): UnstorableLiteral | null {
  const known = searched.get(document);
  if (known !== undefined) return known;
  const found = search(document);
  searched.set(document, found);
  return found;
}

function search(document: DocumentNode): UnstorableLiteral | null {
  let found: UnstorableLiteral | null = null;
  visit(document, {
    StringValue(node, _key, parent, _path, ancestors) {
      if (isStorable(node.value)) return;
      found ??= { node, holder: [...ancestors, parent ?? []].findLast(isHolder) };
    },
  });
  return found;
}

function isHolder(one: ASTNode | readonly ASTNode[]): one is ArgumentNode | VariableDefinitionNode {
  return 'kind' in one && (one.kind === Kind.ARGUMENT || one.kind === Kind.VARIABLE_DEFINITION);
}
