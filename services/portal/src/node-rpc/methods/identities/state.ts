import type { Values } from '#/gateway/gateway-client.ts';
import type { JsonMembers } from '../../json.ts';

/** Fields of `Identity` and of `IdentityVersion`. */
export const STATE = 'name status verusJson blockHeight txid vout';

export interface State {
  /** Own label. */
  readonly name: string;
  readonly isRevoked: boolean;
  readonly verusJson: string;
  readonly blockHeight: number;
  readonly txid: string;
  readonly vout: number;
}

export interface NamedState {
  readonly friendlyName: string;
  readonly fullName: string;
  readonly state: State;
}

export function readState(values: Values): State {
  return {
    name: String(values.name),
    isRevoked: values.status === 'REVOKED',
    verusJson: String(values.verusJson),
    blockHeight: Number(values.blockHeight),
    txid: String(values.txid),
    vout: Number(values.vout),
  };
}

/** A node's wallet is never shown. */
export function writeStatus({ isRevoked }: State): JsonMembers {
  return { status: isRevoked ? 'revoked' : 'active', canspendfor: false, cansignfor: false };
}
