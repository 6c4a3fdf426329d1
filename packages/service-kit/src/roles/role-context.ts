import type { Registry } from 'prom-client';
import type { OpenPools } from '#/db/open-pools.ts';
import type { Logger } from '#/logger.ts';

/** Everything process-wide that a role needs; the program around it hands it in. */
export interface RoleContext {
  /** Name of the role, such as `markets-api`. */
  readonly name: string;
  readonly logger: Logger;
  /** The role's metrics; undefined: nothing is measured. */
  readonly registry: Registry | undefined;
  /** Where the role notes the pools that it opens. */
  readonly pools: OpenPools;
  /** Notes how to stop what the role has opened. The last one runs first. */
  onStop(stop: () => Promise<void>): void;
  /** Notes what to do when the process is about to stop, and goes on answering for a while. */
  onLeave(leave: () => void): void;
}
