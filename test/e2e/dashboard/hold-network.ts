import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Page } from 'playwright-core';

/** A network as slow as a test wants: requests wait until they are let through. */
export interface HeldNetwork {
  /** From now on every request of the page waits. */
  hold(): void;
  /** Waits until a request whose address contains that text waits. */
  waitForHeld(part: string): Promise<void>;
  /** Lets through what waits and contains that text. */
  release(part: string): Promise<void>;
  /** Lets everything through, also what comes. */
  end(): Promise<void>;
}

/** Takes over the network of a page; until `hold` nothing waits. */
export async function holdNetwork(page: Page): Promise<HeldNetwork> {
  let isHeld = false;
  let waiting: { url: string; pass: () => Promise<void> }[] = [];
  await page.route('**/*', async (route) => {
    if (!isHeld) return route.continue();
    waiting.push({ url: route.request().url(), pass: () => route.continue() });
  });
  const release = async (part: string): Promise<void> => {
    const passed = waiting.filter(({ url }) => url.includes(part));
    waiting = waiting.filter(({ url }) => !url.includes(part));
    for (const { pass } of passed) await pass();
  };
  return {
    hold: () => {
      isHeld = true;
    },
    waitForHeld: async (part) => {
      await waitFor(() => waiting.some(({ url }) => url.includes(part)), { what: `a request for ${part}` });
    },
    release,
    end: async () => {
      isHeld = false;
      await release('');
    },
  };
}
