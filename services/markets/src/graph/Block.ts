import { listExportsOfBlock, listImportsOfBlock } from './list-records.ts';
import type { Context } from './loaders.ts';
import type { PageArguments, Reference } from './nodes.ts';

type BlockReference = Reference & { hash: string };

export const Block = {
  __resolveReference: (reference: BlockReference): BlockReference => reference,

  imports: (block: BlockReference, args: PageArguments, context: Context) => listImportsOfBlock(context, block, args),
  exports: (block: BlockReference, args: PageArguments, context: Context) => listExportsOfBlock(context, block, args),
};
