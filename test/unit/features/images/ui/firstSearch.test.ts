import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import type { Host } from '../../../../../src/platform/host/host.ts';
import { createServiceClock } from '../../../../../src/session/serviceClock.ts';
import { createImagesFeature } from '../../../../../src/features/images/imagesFeature.ts';
import { contextOf, Kept } from '../../../../fake/context.ts';
import { editor, newEditor } from '../../../../fake/editor.ts';
import { fakeClient, signedInSession } from '../../../fakes.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { portImage } from './searchSetup.ts';

/** A window of the same installation. */
async function openWindow(kept: Kept) {
  newEditor();
  const images = [portImage('a', 1)];
  const session = await signedInSession(
    fakeClient({ search: () => Promise.resolve({ images, total: 1, received: 1 }) }),
  );
  const host = {
    context: contextOf(kept),
    register: (...all: vscode.Disposable[]) => void all,
    withFirstJson: () => undefined,
    onError: (error: unknown) => expect.unreachable(String(error)),
    storagePath: () => kept.folder,
  } as unknown as Host;
  const clock = createServiceClock(signal(0));
  const estimates = { current: signal(undefined), need: () => Promise.resolve() };
  const { catalog } = createImagesFeature(host, session, clock, estimates);
  return { catalog, isNew: () => editor.contexts.get('swath.isNew') };
}

it('the side bar offers the next step until the first search of all windows', async () => {
  const kept = new Kept(await tempFolder());
  const first = await openWindow(kept);
  expect(first.isNew()).toBe(true);
  await first.catalog.search({ aoi: 'none', filters: {} });
  expect(first.isNew()).toBe(false);
  expect((await openWindow(kept)).isNew()).toBe(false);
});
