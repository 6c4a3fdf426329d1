import { createHandler } from '@ledgergraph/chain-kit/indexing/create-handler';
import { MODULES } from './modules.ts';

/** Nothing else changes the rows of this service. */
export const handler = createHandler(MODULES);
