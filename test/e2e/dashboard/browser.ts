import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_FLAGS, findBrowser } from '@ledgergraph/test-kit/browser';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = findBrowser();
/** A busy machine is slow, not broken. */
const PATIENCE_MS = 300_000;

/** @throws Error that describes how to install it */
export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('No Chromium found. Install it: apt-get install chromium');
  return chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors of pages and consoles, and requests to other origins. */
  problems: string[];
}

/** Without cookies; `baseUrl` is the gateway's origin. */
export async function openVisitor(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options, baseURL: baseUrl });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseUrl) problems.push(`asked ${request.url()}`);
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => {
    // The page handles such a refusal.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { context, page: await context.newPage(), problems };
}

/** In SCREENSHOT_DIR, or a temporary folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_DIR ?? join(tmpdir(), 'ledgergraph-screenshots');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
