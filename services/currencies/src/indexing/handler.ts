import { createHandler } from '@ledgergraph/chain-kit/indexing/create-handler';
import { findMissingDefinition } from '@ledgergraph/chain-kit/indexing/native-definition';
import { MODULES } from './modules.ts';

export const handler = createHandler(MODULES, { findMissing: findMissingDefinition });
