import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { newUser, say, user } from '../fake/user.ts';
import { type Harness, startHarness } from './harness.ts';
import { searchFile, signIn } from './searched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const statusBar = (text: string) =>
  harness.editor.wait(`"${text}" in the status bar`, () =>
    harness.editor.statusBar.find(item => item.includes(text)),
  );

describe('a reload in an editor that stores no secrets', () => {
  it('keeps the session of the sandbox, which needs none', async () => {
    await harness.editor.run('swath.useSandbox');
    await statusBar('Sandbox · ');
    await harness.reload({ keepsSecrets: false });
    await statusBar('Sandbox · ');
    newUser();
    // What can be removed then is left as it is.
    user.answers = [say(undefined)];
    await harness.editor.run('swath.signOut');
    await harness.reload({ keepsSecrets: false });
    await harness.editor.wait(
      'the signed-out view',
      () => harness.editor.contexts.get('swath.session') === 'signedOut' || undefined,
    );
    expect(harness.editor.statusBar).toEqual([]);
  });

  it('says on the map, in the status bar and above orders why the user is signed out, and leads back', async () => {
    await signIn(harness);
    await harness.editor.run('swath.openMap');
    await harness.map();
    await harness.reload({ keepsSecrets: false });
    const { editor, folder, service } = harness;
    await statusBar('Local · signed out');
    const map = await harness.map();
    await map.getByRole('heading', { name: 'Signed out of Local' }).waitFor();
    await map.getByText('The editor no longer has its API key.').waitFor();
    const order = editor.open(join(folder, 'a.order.json'), '{}');
    await editor.lensOf(order, 'Signed out of Local');
    // The service is known, so only its key is missing.
    await map.getByRole('button', { name: 'Sign In' }).click();
    await editor.prompt('Sign in to Local');
    await editor.enter(service.sandbox.apiKey);
    await statusBar('Local · 5,000 credits');
    await map.getByRole('heading', { name: 'Signed out of Local' }).waitFor({ state: 'detached' });
  });
});

it('what the side bar could not read is read again once the service answers, whatever was asked', async () => {
  const { editor, service } = harness;
  const failed = async () => {
    const views = ['swath.contracts', 'swath.subscriptions', 'swath.keys'];
    const rows = await Promise.all(views.map(view => editor.tree(view)));
    return rows.join('\n').match(/(?<=Can't load: ).*|Loading…/g) ?? [];
  };
  // A pause this long isn't waited for.
  const answer = service.sandbox.faults.add({ kind: 'status', status: 503, retryAfterSeconds: 3600 });
  await editor.run('swath.refresh');
  await eventually(async () => expect(await failed()).toEqual(['Contract', 'Subscriptions', 'API Keys']));
  answer();
  await searchFile(harness, 'harbour.aoi.geojson');
  await eventually(async () => expect(await failed()).toEqual([]));
});

it('a key that worked before and is refused is sent once, also after a reload, and the side bar says that it worked', async () => {
  const { sandbox } = harness.service;
  const exchanges = () => sandbox.requests.filter(({ path }) => path.endsWith('/token')).length;
  const refusal = () => harness.editor.contexts.get('swath.refusal');
  const before = exchanges();
  sandbox.faults.add({ kind: 'status', status: 403, path: '/auth/*' });
  sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/orders' });
  await harness.editor.run('swath.refresh');
  await statusBar('Local · key refused');
  expect([exchanges(), refusal()]).toEqual([before + 1, 'proven']);
  await harness.reload();
  await statusBar('Local · key refused');
  expect([exchanges(), refusal()]).toEqual([before + 1, 'proven']);
});
