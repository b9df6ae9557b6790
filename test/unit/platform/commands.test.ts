import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/service/wire/errors.ts';
import { readsOnly } from '../../../src/platform/dialogs/failureMessage.ts';
import { registerCommands } from '../../../src/platform/host/commands.ts';
import { type Log, toFailure } from '../../../src/platform/host/presentError.ts';
import { manifest } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, user } from '../../fake/user.ts';

const log = { info: () => undefined, error: () => undefined } as unknown as Log;

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

describe('a command that failed for the time being', () => {
  const busy = (canRepeat: boolean) => new ApiError('server', { request: 'GET /a', status: 503, canRepeat });

  /** Runs a command that fails once, and answers its message with *Try Again* if that is offered. */
  async function runFailing(error: unknown, wrap: typeof readsOnly) {
    const args: unknown[] = [];
    const table = wrap({
      'swath.openOrder': (target: unknown) => {
        args.push(target);
        if (args.length === 1) throw error;
      },
    });
    editor.commands.clear();
    registerCommands(manifest.contributes, [() => Promise.resolve(table)], log);
    user.answers.push(({ choices }) => choices.find(choice => choice === 'Try Again'));
    await editor.run('swath.openOrder', 'o1');
    return args;
  }

  it('is offered again with the same arguments if it only reads', async () => {
    expect(await runFailing(busy(true), readsOnly)).toEqual(['o1', 'o1']);
    const sentence = toFailure(busy(true), 'The order was not opened.');
    expect(await runFailing(sentence, readsOnly)).toEqual(['o1', 'o1']);
  });

  it.each<[string, unknown, typeof readsOnly]>([
    ['can spend, revoke or delete', busy(true), commands => commands],
    ['failed in a call that is not safe to repeat', busy(false), readsOnly],
    ['failed for another reason', new Error('No file'), readsOnly],
  ])('is not offered again if it %s', async (_what, error, wrap) => {
    expect(await runFailing(error, wrap)).toEqual(['o1']);
  });
});
