import type { EventVariable } from './event-family.ts';

const TXIDS_MAX = 1_000;

/** Transactions to wait for. */
export const TXIDS: EventVariable = {
  name: 'txids',
  description: `transactions to wait for, at most ${TXIDS_MAX.toLocaleString('en')}; absent: all`,
  isRequired: false,
  isList: true,
  findFault: findFaultOfTxids,
};

export const ADDRESSES: EventVariable = {
  name: 'addresses',
  description: '1 to 1,000 of R…, b… and i…',
  isRequired: true,
  isList: true,
};

export const CURRENCY_ID: EventVariable = {
  name: 'currencyId',
  description: 'only this currency: its i-address',
  isRequired: false,
  isList: false,
  findFault: (value) => (typeof value === 'string' && value.length <= 64 ? undefined : 'currencyId is an i-address'),
};

function findFaultOfTxids(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > TXIDS_MAX) {
    return `txids takes 1 to ${TXIDS_MAX} transaction ids`;
  }
  return value.every((txid) => /^[0-9a-f]{64}$/.test(txid))
    ? undefined
    : 'a txid has 64 hexadecimal digits, a to f small';
}
