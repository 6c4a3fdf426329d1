import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Page } from 'playwright-core';

export interface HeldNetwork {
  hold(): void;
  /** `part` is a part of its address. */
  waitForHeld(part: string): Promise<void>;
  release(part: string): Promise<void>;
  /** Also requests that are still to come. */
  end(): Promise<void>;
}

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
