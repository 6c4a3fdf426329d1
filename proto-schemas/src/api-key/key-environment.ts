/** `live` keys see mainnet networks, `test` keys testnet ones. */
export const keyEnvironments = ['live', 'test'] as const;

export type KeyEnvironment = (typeof keyEnvironments)[number];
