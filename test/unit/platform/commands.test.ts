import { beforeEach, expect, it } from 'vitest';
import { registerCommands } from '../../../src/platform/host/commands.ts';
import type { Log } from '../../../src/platform/host/presentError.ts';
import { manifest } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, user } from '../../fake/user.ts';

/** The commands that ran. */
let ran: string[];
/** Whether the table of the commands of keys can't be loaded. */
let isBroken: boolean;
/** How often that table was asked for. */
let loads: number;

beforeEach(() => {
  newUser();
  [ran, isBroken, loads] = [[], true, 0];
  editor.commands.clear();
  const log = { info: () => undefined, error: () => undefined } as unknown as Log;
  const ofKeys = () => {
    loads++;
    return isBroken
      ? Promise.reject(new Error('The file is gone.'))
      : Promise.resolve({ 'swath.rotateKey': () => void ran.push('rotateKey') });
  };
  const ofMap = () => Promise.resolve({ 'swath.openMap': () => void ran.push('openMap') });
  registerCommands(manifest.contributes, [ofKeys, ofMap], log);
});

it('a table of commands that failed to load is loaded again by the next command, and then kept', async () => {
  user.answers.push(() => undefined);
  await editor.run('swath.rotateKey');
  expect([ran, user.messages]).toEqual([[], [expect.stringContaining('The file is gone.')]]);
  isBroken = false;
  await editor.run('swath.rotateKey');
  await editor.run('swath.rotateKey');
  expect([ran, loads]).toEqual([['rotateKey', 'rotateKey'], 2]);
});

it('a table of commands that fails to load keeps no command of another table from running', async () => {
  await editor.run('swath.openMap');
  expect([ran, user.messages]).toEqual([['openMap'], []]);
});
