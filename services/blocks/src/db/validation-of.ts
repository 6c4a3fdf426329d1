import { Validation } from '@ledgergraph/proto-schemas/chain/v1/block';

export function validationOf(validation: Validation): 'WORK' | 'STAKE' {
  return validation === Validation.STAKE ? 'STAKE' : 'WORK';
}
