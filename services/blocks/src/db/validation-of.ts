import { Validation } from '@ledgergraph/proto-schemas/chain/v1/block';

/** Returns the kind of a block's proof as rows and the graph have it. */
export function validationOf(validation: Validation): 'WORK' | 'STAKE' {
  return validation === Validation.STAKE ? 'STAKE' : 'WORK';
}
