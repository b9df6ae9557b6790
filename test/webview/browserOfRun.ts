import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../editor/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that all files of the run share. Each file has its own profile in it. */
    browser: string;
  }
}

/** Starts one browser for the run; returns a function that closes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('There is no Chromium on this machine. Install one, or name one in CHROMIUM.');
  const server = await chromium.launchServer({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
