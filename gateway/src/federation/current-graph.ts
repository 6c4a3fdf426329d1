import type { Graph } from './create-graph.ts';

export interface HeldGraph {
  graph: Graph;
  /** Called once, when its last operation has ended. */
  release: () => Promise<void>;
}

interface Generation extends HeldGraph {
  running: number;
  onIdle?: () => void;
}

/** Another graph takes over between two operations: each ends on the graph it began on. */
export class CurrentGraph {
  #current: Generation;

  constructor(first: HeldGraph) {
    this.#current = { ...first, running: 0 };
  }

  get current(): Graph {
    return this.#current.graph;
  }

  async run<Result>(operate: (graph: Graph) => Promise<Result>): Promise<Result> {
    const generation = this.#current;
    generation.running += 1;
    try {
      return await operate(generation.graph);
    } finally {
      generation.running -= 1;
      if (generation.running === 0) generation.onIdle?.();
    }
  }

  /** Resolves when the former graph has ended its operations and is released. */
  async replace(next: HeldGraph): Promise<void> {
    const former = this.#current;
    this.#current = { ...next, running: 0 };
    if (former.running > 0) {
      await new Promise<void>((resolve) => {
        former.onIdle = resolve;
      });
    }
    await former.release();
  }
}
