import type { Experiment } from './experiment.ts';

/** Loaded on demand. A new one is a folder here, and one line. */
export const EXPERIMENTS: Readonly<Record<string, () => Promise<Experiment>>> = {
  rolling: async () => (await import('./rolling/rolling.ts')).rolling,
  'larger-than-memory': async () => (await import('./larger-than-memory/larger-than-memory.ts')).experiment,
  sizes: async () => (await import('./sizes/sizes.ts')).sizes,
  failover: async () => (await import('./failover/failover.ts')).failover,
  pgbouncer: async () => (await import('./pgbouncer/pgbouncer.ts')).pgbouncer,
};
