import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import * as modules from '@ledgergraph/chain-kit/indexing/create-handler';
import { findMissingDefinition } from '@ledgergraph/chain-kit/indexing/native-definition';
import { MODULES } from './modules.ts';
import { RuleViolations } from './rule-violations.ts';

/** @param violations counts committed rows that differ from the protocol's rules */
export function createHandler(violations = new RuleViolations()): BlockHandler<SqlExecutor> {
  return modules.createHandler(MODULES, {
    findMissing: findMissingDefinition,
    onViolations: (network, count) => violations.add(network.name, count),
  });
}
