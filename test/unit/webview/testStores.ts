import { signal } from '@preact/signals-core';
import { createStores } from '../../../webview/app/stores.ts';

type Surroundings = Parameters<typeof createStores>[0];

/** The stores of a page that keeps nothing and has no threads. */
export function testStores(others: Pick<Surroundings, 'post' | 'ask'> & Partial<Surroundings>) {
  return createStores({
    savedView: {},
    saveView: () => undefined,
    assess: () => Promise.resolve('unknown'),
    startThread: () => Promise.reject(new Error('There are no threads.')),
    loadDecoder: () => Promise.reject(new Error('There is no decoder.')),
    reducedMotion: signal(false),
    ...others,
  });
}
