import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import type { Input, Output, Transaction as TransactionBody } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { AddressChangeNode } from './AddressChange.ts';
import type { BlocksContext } from './loaders.ts';

export interface InputRecord {
  view: ChainView;
  chainId: string;
  index: number;
  input: Input;
}

export interface OutputRecord {
  view: ChainView;
  chainId: string;
  txid: string;
  output: Output;
}

export interface ListedTransaction {
  view: ChainView;
  chainId: string;
  txid: string;
}

type LoadBody<Node> = (node: Node, context: BlocksContext) => Promise<Pick<TransactionBody, 'inputs' | 'outputs'>>;
type Resolve<Node, Name extends string, Row> = (
  node: Node,
  args: PageArguments,
  context: BlocksContext,
) => Promise<Record<Name, Row[]> & { hasMore: boolean; nextCursor: string | null }>;

/** A transaction never changes, so a cursor counts the rows before it. @param loadChanges from a place on, that many */
export function transactionLists<Node extends ListedTransaction>(
  type: string,
  loadBody: LoadBody<Node>,
  loadChanges: (
    node: Node,
    context: BlocksContext,
    start: number,
    count: number,
  ) => Promise<Omit<AddressChangeNode, 'view'>[]>,
): {
  vin: Resolve<Node, 'inputs', InputRecord>;
  vout: Resolve<Node, 'outputs', OutputRecord>;
  output: (node: Node, args: { index: number }, context: BlocksContext) => Promise<OutputRecord | null>;
  changes: Resolve<Node, 'changes', AddressChangeNode>;
} {
  return {
    async vin(node, args, context) {
      const { view, chainId, txid } = node;
      const { rows, ...page } = await context.fixedPage(
        `${type}.vin`,
        { chainId, txid },
        args,
        async (start, count) => {
          const { inputs } = await loadBody(node, context);
          const read = inputs.slice(start, start + count);
          return read.map((input, position) => ({ view, chainId, index: start + position, input }));
        },
      );
      return { inputs: rows, ...page };
    },

    async vout(node, args, context) {
      const { view, chainId, txid } = node;
      const { rows, ...page } = await context.fixedPage(
        `${type}.vout`,
        { chainId, txid },
        args,
        async (start, count) => {
          const { outputs } = await loadBody(node, context);
          return outputs.slice(start, start + count).map((output) => ({ view, chainId, txid, output }));
        },
      );
      return { outputs: rows, ...page };
    },

    async output(node, { index }, context) {
      const { view, chainId, txid } = node;
      const output = (await loadBody(node, context)).outputs.find((one) => one.index === index);
      return output === undefined ? null : { view, chainId, txid, output };
    },

    async changes(node, args, context) {
      const { view, chainId, txid } = node;
      const { rows, ...page } = await context.fixedPage(`${type}.changes`, { chainId, txid }, args, (start, count) =>
        loadChanges(node, context, start, count),
      );
      return { changes: rows.map((change) => ({ ...change, view })), ...page };
    },
  };
}
