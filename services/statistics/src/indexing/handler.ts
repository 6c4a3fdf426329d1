import { createHandler } from '@ledgergraph/chain-kit/indexing/create-handler';
import { MODULES } from './modules.ts';

export const handler = createHandler(MODULES);
