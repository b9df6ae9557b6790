import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './searched.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const statusBar = (text: string) =>
  stage.editor.wait(`"${text}" in the status bar`, () =>
    stage.editor.statusBar.find(item => item.includes(text)),
  );

describe('a reload in an editor that stores no secrets', () => {
  it('keeps the session of the sandbox, which needs none', async () => {
    await stage.editor.run('swath.useSandbox');
    await statusBar('Sandbox · ');
    await stage.reload({ keepsSecrets: false });
    await statusBar('Sandbox · ');
    await stage.editor.run('swath.signOut');
    await stage.reload({ keepsSecrets: false });
    await stage.editor.wait(
      'the signed-out view',
      () => stage.editor.contexts.get('swath.session') === 'signedOut' || undefined,
    );
    expect(stage.editor.statusBar).toEqual([]);
  });

  it('says on the map, in the status bar and above orders why the user is signed out, and leads back', async () => {
    await signIn(stage);
    await stage.editor.run('swath.openMap');
    await stage.map();
    await stage.reload({ keepsSecrets: false });
    const { editor, folder, service } = stage;
    await statusBar('Local · signed out');
    const map = await stage.map();
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
