import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import type { ServiceProcess } from '../stage/service-process.ts';
import type { Stage } from '../stage/start-stage.ts';
import type { Balancer } from './balancer.ts';

/** Gateways that take turns: while one serves, those that were killed start again. */
const GATEWAYS = 3;

interface Member {
  process: ServiceProcess;
  url: string;
  ready: Promise<void>;
}

/** Several gateways behind a balancer, of which the first serves. */
export class GatewayRing {
  readonly #members: Member[];
  readonly #balancer: Balancer;

  private constructor(members: Member[], balancer: Balancer) {
    this.#members = members;
    this.#balancer = balancer;
  }

  /** The stage's own gateway, which runs, and others like it. */
  static async start(stage: Stage, balancer: Balancer): Promise<GatewayRing> {
    const own = { process: stage.process('gateway'), url: stage.url('gateway') };
    const others = await Promise.all(Array.from({ length: GATEWAYS - 1 }, () => stage.another('gateway')));
    const ring = new GatewayRing(
      [own, ...others].map((member) => ({ ...member, ready: start(member) })),
      balancer,
    );
    await ring.#serve();
    return ring;
  }

  /** Ends the gateway that serves, by kill -9 or as a deployment does; clients find the next one. */
  async end(how: 'kill' | 'stop' = 'kill'): Promise<void> {
    const ended = this.#members.shift();
    if (ended === undefined) throw new Error('a ring without a gateway');
    await ended.process[how]();
    this.#members.push(ended);
    ended.ready = start(ended);
    await this.#serve();
  }

  /** Waits until every gateway has started again, or cannot. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#members.map(({ ready }) => ready));
  }

  async #serve(): Promise<void> {
    const [next] = this.#members;
    await next?.ready;
    this.#balancer.point(next?.url ?? '');
  }
}

function start({ process, url }: Pick<Member, 'process' | 'url'>): Promise<void> {
  const ready = process.start().then(() => waitUntilOk(`${url}/readyz`, { what: `${process.name} to be ready` }));
  // It is waited for when its turn comes.
  ready.catch(() => undefined);
  return ready;
}
