import { createHandler } from '@ledgergraph/chain-kit/indexing/create-handler';
import { findMissingDefinition } from '@ledgergraph/chain-kit/indexing/native-definition';
import { MODULES } from './modules.ts';

/** Its rows begin at genesis with the native currency, as the network's announcement defines it. */
export const handler = createHandler(MODULES, { findMissing: findMissingDefinition });
