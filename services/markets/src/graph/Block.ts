import { listExportsOfBlock, listImportsOfBlock } from './list-records.ts';

export const Block = {
  imports: listImportsOfBlock,
  exports: listExportsOfBlock,
};
