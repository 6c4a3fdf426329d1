import { GenericContainer, PullPolicy, StartupCheckStrategy, type StartupStatus, Wait } from 'testcontainers';
import type { ComposeService } from './read-compose.ts';

const HEALTH_INTERVAL_MS = 1_000;
const HEALTH_TIMEOUT_MS = 60_000;
const HEALTH_RETRIES = 300;
const START_TIMEOUT_MS = 900_000;

export const PORT = 8080;

export interface Placement {
  network: string;
  alias: string;
  /** undefined: no test needs one. */
  hostPort?: number | undefined;
}

export class ComposeContainer extends GenericContainer {
  constructor(service: ComposeService, { network, alias, hostPort }: Placement) {
    super(service.image);
    this.withPullPolicy(PullPolicy.defaultPolicy())
      .withCommand(service.command)
      .withEnvironment(service.environment)
      .withTmpFs(Object.fromEntries(service.tmpfs.map((path) => [path, 'rw'])))
      .withDroppedCapabilities(...service.capDrop)
      .withSecurityOpt(...service.securityOptions)
      .withBindMounts(service.files.map((file) => ({ ...file, mode: 'ro' as const })))
      .withNetworkMode(network)
      .withStartupTimeout(START_TIMEOUT_MS);
    if (service.entrypoint !== undefined) this.withEntrypoint(service.entrypoint);
    this.hostConfig.ReadonlyRootfs = service.readOnly;
    // withNetworkAliases would give the container a second network, the engine's default one.
    this.createOpts.NetworkingConfig = { EndpointsConfig: { [network]: { Aliases: [alias] } } };
    if (service.hasNoHealth) this.createOpts.Healthcheck = { Test: ['NONE'] };
    if (hostPort !== undefined) this.withExposedPorts({ container: PORT, host: hostPort });
    this.#waitFor(service);
  }

  #waitFor({ isJob, healthCommand }: ComposeService): void {
    if (isJob) this.withWaitStrategy(Wait.forOneShotStartup());
    else if (healthCommand === undefined) this.withWaitStrategy(new Started());
    else {
      this.withHealthCheck({
        test: ['CMD', ...healthCommand],
        interval: HEALTH_INTERVAL_MS,
        timeout: HEALTH_TIMEOUT_MS,
        retries: HEALTH_RETRIES,
      }).withWaitStrategy(Wait.forHealthCheck());
    }
  }
}

// None waits for another, since our processes find each other in any order.
class Started extends StartupCheckStrategy {
  override async checkStartupState(): Promise<StartupStatus> {
    return 'SUCCESS';
  }
}
