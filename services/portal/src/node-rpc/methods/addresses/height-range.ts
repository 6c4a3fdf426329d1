import { isJsonObject, type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { integerParam } from '../../read-params.ts';

export interface Heights {
  readonly start: number;
  readonly end: number;
}

/** Undefined unless both are numbers. @throws RpcError for a number that is no integer */
export function readHeights(parameter: JsonValue | undefined): Heights | undefined {
  if (!isJsonObject(parameter)) return undefined;
  const { start, end } = parameter;
  const areNumbers = start instanceof LosslessNumber && end instanceof LosslessNumber;
  return areNumbers ? { start: integerParam(start), end: integerParam(end) } : undefined;
}
