/** `live`: mainnet networks; `test`: testnet ones. */
export const keyEnvironments = ['live', 'test'] as const;

export type KeyEnvironment = (typeof keyEnvironments)[number];
