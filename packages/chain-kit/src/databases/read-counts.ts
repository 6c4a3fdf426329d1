export type ReadTarget = 'primary' | 'replica';

export type ReadCounts = Record<ReadTarget, number>;
