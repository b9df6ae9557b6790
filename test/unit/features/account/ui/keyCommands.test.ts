import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { maxApiKeys } from '../../../../../src/service/rules/apiKey.ts';
import { watchAttention } from '../../../../../src/platform/dialogs/attention.ts';
import type { Log } from '../../../../../src/platform/host/presentError.ts';
import { createKey } from '../../../../../src/features/account/ui/keys/createKey.ts';
import { deleteKey } from '../../../../../src/features/account/ui/keys/deleteKey.ts';
import { selectKeyInUse } from '../../../../../src/features/account/ui/keys/keyChoice.ts';
import { rotateKey } from '../../../../../src/features/account/ui/keys/rotateKey.ts';
import { createSecretClipboard } from '../../../../../src/features/account/ui/keys/secretClipboard.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, newUser, read, refused, say, user } from '../../../../fake/user.ts';
import { clockAt, deferred, otherConnection, settle } from '../../../fakes.ts';
import { apiKey, type KeySetup, keySetup, type KeySetupOptions, type Mishap } from '../keySetup.ts';

const lines: string[] = [];
const log = {
  info: (line: string) => lines.push(line),
  error: (line: unknown) => lines.push(String(line)),
} as unknown as Log;

/** Of the service: this machine's clock may be elsewhere. */
const serviceNow = Date.parse('2026-12-30T00:00:00Z');

async function setUp(answers: readonly Answer[], options: KeySetupOptions = {}) {
  const setup = await keySetup(options);
  user.answers = [...answers];
  const clipboard = createSecretClipboard(log);
  return { ...setup, parts: { ...setup, clipboard, log, clock: clockAt(() => serviceNow) } };
}

/** The same with k1 known to be in use. */
async function knownSetup(answers: readonly Answer[]) {
  const setup = await setUp(answers);
  await setup.inUse.rememberStored(setup.signedIn(), apiKey('k1'), 'said');
  return setup;
}

/** One call fails, or all of its name. */
const failing = (name: string, mishap: Mishap, times = Infinity) => {
  let left = times;
  return (call: string) => (call.startsWith(name) && left-- > 0 ? mishap : undefined);
};

/** As the tree passes it. */
const row = (id: string) => ({ id: `keys/${id}`, label: `Key ${id}`, subject: apiKey(id) });

/** The first button has the focus, so Enter and Space press it. */
const pressEnter: Answer = ({ choices }) => choices[0];

const sent = ({ calls }: Pick<KeySetup, 'calls'>) => calls.filter(call => /^(create|delete) /.test(call));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  newUser();
  lines.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  // Whatever a command shows or logs, it contains no secret; and every answer in the script was used.
  expect(user.screen).not.toContain('secret-');
  expect(lines.join('\n')).not.toContain('secret-');
  expect(user.answers).toEqual([]);
});

const pasted = read(/^Paste and keep it now: the key ".*" won't be shown again/, undefined);

describe('Create API Key', () => {
  it('asks what it is for and where it goes, then copies the secret', async () => {
    const setup = await setUp([say('Laptop'), say('Copy to Clipboard'), pasted]);
    await createKey(setup.parts);
    expect(sent(setup)).toEqual(['create Laptop']);
    expect(editor.clipboard).toBe('secret-new1==');
    expect(setup.stored()).toBe('secret-k1==');
    expect(user.messages.at(-1)).toMatch(/^Paste and keep it now: the key "Laptop" won.t be shown again/);
  });

  it('copies the secret again if something else was copied before it was pasted', async () => {
    const copyAgain = () => {
      editor.clipboard = 'a script';
      return 'Copy Again';
    };
    const setup = await setUp([say('Laptop'), say('Copy to Clipboard'), copyAgain, pasted]);
    await createKey(setup.parts);
    await vi.waitFor(() => expect(user.messages).toHaveLength(2));
    expect(editor.clipboard).toBe('secret-new1==');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(editor.clipboard).toBe('');
  });

  it.each([
    ['after ten minutes', () => vi.advanceTimersByTimeAsync(600_000)],
    ['once the user signed out', ({ parts }: Awaited<ReturnType<typeof setUp>>) => parts.session.leave()],
  ])('copies the secret no more %s', async (_when, pass) => {
    const late = deferred<string>();
    const setup = await setUp([say('Laptop'), say('Copy to Clipboard'), () => late.promise]);
    await createKey(setup.parts);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(editor.clipboard).toBe('');
    await pass(setup);
    late.resolve('Copy Again');
    await vi.waitFor(() =>
      expect(user.prompts.at(-1)?.text).toBe(
        'The secret of the key "Laptop" is no longer kept. Create another key.',
      ),
    );
    expect(editor.clipboard).toBe('');
  });

  it('puts it in use if the user wants that, and deletes nothing', async () => {
    const setup = await setUp([say(' Laptop '), say('Use for This Connection')]);
    await createKey(setup.parts);
    expect(setup.stored()).toBe('secret-new1==');
    expect(editor.clipboard).toBe('');
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(user.messages.at(-1)).toMatch(/"Laptop" is stored for Test\. The previous key stays valid/);
  });

  it.each([
    ['what it is for', [say(undefined)]],
    ['where it goes', [say('Laptop'), say(undefined)]],
  ])('sends nothing after Escape at the question %s', async (_which, answers) => {
    const setup = await setUp(answers);
    await createKey(setup.parts);
    expect(sent(setup)).toEqual([]);
  });

  it('says that an eleventh key is not possible, before anything is asked', async () => {
    const ids = Array.from({ length: maxApiKeys }, (_, index) => `k${index + 1}`);
    const setup = await setUp([], { ids });
    await expect(createKey(setup.parts)).rejects.toThrow(/You have 10 API keys.*Delete one/);
    expect([sent(setup), user.prompts]).toEqual([[], []]);
  });

  it('finds the key of a lost answer, and deletes it only after confirmation', async () => {
    for (const yes of ['Delete Lost Key', undefined]) {
      newUser();
      const setup = await setUp(
        [say('Laptop'), say('Copy to Clipboard'), read(/Couldn't confirm.*new1.*nobody can use it/s, yes)],
        { onCall: failing('create', 'answerLost') },
      );
      await createKey(setup.parts);
      expect(sent(setup)).toEqual(yes ? ['create Laptop', 'delete new1'] : ['create Laptop']);
      expect(setup.ids()).toEqual(yes ? ['k1', 'k2'] : ['k1', 'k2', 'new1']);
    }
  });

  it('says what to look for after a lost answer if the list shows no new key', async () => {
    const onCall = failing('create', 'lostOnTheWay');
    const setup = await setUp([say('Laptop'), say('Copy to Clipboard')], { onCall });
    await createKey(setup.parts);
    expect(user.messages.at(-1)).toMatch(/Refresh the list before you create another key/);
  });

  it('never loses a secret that could not be stored: it offers the clipboard', async () => {
    const setup = await setUp([
      say('Laptop'),
      say('Use for This Connection'),
      read(/Swath doesn't store it/, 'Copy to Clipboard'),
      pasted,
    ]);
    setup.hooks.onCall = failing('exchange secret-new1', 'lostOnTheWay');
    await createKey(setup.parts);
    expect([editor.clipboard, setup.stored()]).toEqual(['secret-new1==', 'secret-k1==']);
  });

  it('says so if the user discards the secret, and offers to delete the key', async () => {
    const setup = await setUp([
      say('Laptop'),
      say('Use for This Connection'),
      say(undefined),
      read(/Delete the API key "Laptop".*secret is lost/s, 'Delete Lost Key'),
    ]);
    setup.hooks.onCall = failing('store set', 'lostOnTheWay');
    await createKey(setup.parts);
    expect(setup.ids()).toEqual(['k1', 'k2']);
  });

  it('offers the secret again if the clipboard fails', async () => {
    editor.clipboardFails = true;
    const setup = await setUp([
      say('Laptop'),
      say('Copy to Clipboard'),
      prompt => {
        editor.clipboardFails = false;
        return read(/doesn't store it.*No clipboard/s, 'Copy to Clipboard')(prompt);
      },
      pasted,
    ]);
    editor.clipboardFails = true;
    await createKey(setup.parts);
    expect(editor.clipboard).toBe('secret-new1==');
  });

  it('sends nothing in a session other than the one of the question', async () => {
    const setup = await setUp([
      say('Laptop'),
      async () => {
        await setup.session.signIn(otherConnection, setup.service.secretOf('k2'));
        return 'Copy to Clipboard';
      },
    ]);
    await expect(createKey(setup.parts)).rejects.toThrow(/Nothing was sent/);
    expect(sent(setup)).toEqual([]);
  });
});

describe('Delete API Key', () => {
  it.each<[string, unknown, Answer[]]>([
    ['the tree', row('k2'), []],
    ['an id', 'k2', []],
    ['the palette', undefined, [say('Key k2')]],
  ])(
    'deletes a key from %s after a confirmation, and reports what the list shows',
    async (_what, argument, answers) => {
      const setup = await knownSetup([
        ...answers,
        read(/Delete the API key "Key k2"\?.*ID: k2.*Swath doesn't use this key\./s, 'Delete…'),
        say('Key k2'),
      ]);
      await deleteKey(setup.parts, argument);
      expect([sent(setup), setup.ids()]).toEqual([['delete k2'], ['k1']]);
      expect(user.messages.at(-1)).toBe('The API key "Key k2" was deleted.');
      expect(setup.session.current.value.kind).toBe('signedIn');
    },
  );

  it('deletes nothing without a confirmation', async () => {
    const setup = await knownSetup([say(undefined)]);
    await deleteKey(setup.parts, 'k2');
    expect(sent(setup)).toEqual([]);
  });

  it('has the name of the key in use typed, says that it signs out, and does', async () => {
    const setup = await knownSetup([
      read(/Delete the API key "Key k1" and sign out of Test\?/, 'Delete and Sign Out…'),
      prompt => {
        expect(prompt.validate('Key k2')).toMatch(/Type "Key k1"/);
        expect(prompt.validate('Key k1 ')).toBeUndefined();
        return 'Key k1';
      },
    ]);
    await deleteKey(setup.parts, row('k1'));
    expect(setup.ids()).toEqual(['k2']);
    expect([setup.stored(), setup.session.current.value.kind]).toEqual([undefined, 'signedOut']);
    expect(user.messages.at(-1)).toMatch(/was deleted/);
  });

  it.each<[string, Answer[]]>([
    ['Escape', [say(undefined)]],
    ['Escape at the name', [say('Delete and Sign Out…'), say(undefined)]],
    ['another name', [say('Delete and Sign Out…'), refused('Key k2', /Type "Key k1"/)]],
  ])('deletes no key in use after %s', async (_what, answers) => {
    const setup = await knownSetup(answers);
    await deleteKey(setup.parts, 'k1');
    expect(sent(setup)).toEqual([]);
    expect(setup.session.current.value.kind).toBe('signedIn');
  });

  it('deletes nothing with Enter alone, which presses the only button beside Cancel', async () => {
    const setup = await knownSetup([
      prompt => {
        expect(prompt.choices).toEqual(['Delete…']);
        return pressEnter(prompt);
      },
      say(''),
    ]);
    await deleteKey(setup.parts, 'k2');
    expect([sent(setup), setup.ids()]).toEqual([[], ['k1', 'k2']]);
    expect(user.messages).toEqual([]);
  });

  it('leads to the rotation instead', async () => {
    const setup = await knownSetup([say('Rotate Instead…')]);
    await deleteKey(setup.parts, 'k1');
    expect([sent(setup), editor.ran]).toEqual([[], [['swath.rotateKey']]]);
  });

  it('asks which is in use if it does not know, and uses the answer', async () => {
    const setup = await setUp([
      read(/Which key does Swath use/, 'Key k1'),
      read(/Delete the API key/, 'Delete…'),
      say('Key k2'),
    ]);
    await deleteKey(setup.parts, 'k2');
    expect(setup.ids()).toEqual(['k1']);
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'k1' });
  });

  it('treats a key that may be in use as the one in use', async () => {
    const signsOut = read(/Delete the API key "Key k2" and sign out of Test\?/, 'Delete and Sign Out…');
    const setup = await setUp([say("I Don't Know"), signsOut, say('Key k2')]);
    await deleteKey(setup.parts, 'k2');
    expect([setup.ids(), setup.session.current.value.kind]).toEqual([['k1'], 'signedOut']);
  });

  it.each<[string, Mishap, RegExp]>([
    ['delete', 'lostOnTheWay', /was not deleted: the service still lists it\. Can't reach the service/],
    ['list', 'lostOnTheWay', /Couldn't confirm/],
  ])('reports the facts after the %s is %s', async (call, mishap, text) => {
    const setup = await knownSetup([say('Delete…'), say('Key k2')]);
    const fail = failing(call, mishap);
    let reads = 0;
    // The first request is the one before the question.
    setup.hooks.onCall = current => (current === 'list' && reads++ === 0 ? undefined : fail(current));
    await deleteKey(setup.parts, 'k2');
    expect(user.messages.at(-1)).toMatch(text);
    expect(sent(setup)).toEqual(['delete k2']);
  });
});

describe('Delete API Key on several keys', () => {
  const rows = ['k1', 'k2', 'k3'].map(row);

  /** Three keys; k1 is in use, and known to be. */
  async function deleteAll(
    answers: readonly Answer[],
    onCall: (call: string, setup: KeySetup) => unknown = () => undefined,
  ) {
    const setup = await setUp(answers, { ids: ['k1', 'k2', 'k3'] });
    await setup.inUse.rememberStored(setup.signedIn(), apiKey('k1'), 'said');
    setup.hooks.onCall = call => onCall(call, setup) as Mishap | undefined;
    const failure = await deleteKey(setup.parts, rows[0], rows).catch((error: unknown) => String(error));
    return { sent: sent(setup), message: failure ?? user.messages.join(), session: setup.session };
  }

  it('asks for each, has the name of the one in use typed, which comes last, and sums up', async () => {
    const done = await deleteAll([
      read(/Delete the API key "Key k2"\?.*1 of 3.*ID: k2/s, 'Delete…'),
      say('Key k2'),
      read(/Delete the API key "Key k3"\?.*2 of 3.*ID: k3/s, 'Delete…'),
      say('Key k3'),
      read(/Delete the API key "Key k1" and sign out.*3 of 3/s, 'Delete and Sign Out…'),
      refused('Key k2', /Type "Key k1"/),
    ]);
    expect(done.sent).toEqual(['delete k2', 'delete k3']);
    expect(done.message).toBe('Deleted 2 of 3 selected API keys: Key k2, Key k3');
    expect(done.session.current.value.kind).toBe('signedIn');
  });

  it.each<[string, Answer[], Parameters<typeof deleteAll>[1], RegExp]>([
    [
      'Cancel',
      [say('Delete…'), say('Key k2'), say(undefined)],
      undefined,
      /^Deleted 1 of 3 selected API keys: Key k2$/,
    ],
    [
      'a lost request',
      [say('Delete…'), say('Key k2')],
      failing('delete', 'lostOnTheWay'),
      /"Key k2" was not deleted/,
    ],
    ['a refusal', [say('Delete…'), say('Key k2')], failing('delete', 'refused'), /403/],
    [
      'the user goes on to something else',
      [say('Delete…'), say('Key k2'), read(/^Swath is waiting.*"Key k3"/, undefined)],
      call => {
        if (call === 'delete k2') editor.windowChanged.fire({ focused: false, active: false });
      },
      /Deleted 1 of 3/,
    ],
    [
      'the session ends',
      [say('Delete…'), say('Key k2')],
      (call, { calls, session }) => {
        if (call === 'list' && calls.includes('delete k2')) void session.leave();
      },
      /Nothing was sent/,
    ],
  ])('keeps the rest after %s', async (_what, answers, onCall, message) => {
    const watching = watchAttention();
    onTestFinished(() => void watching.dispose());
    const done = await deleteAll(answers, onCall);
    expect(done.sent).toEqual(['delete k2']);
    expect(done.message).toMatch(message);
  });

  it('asks once which is in use, and deletes none if the user does not know', async () => {
    const which = /Which key does Swath use/;
    const both = [
      read(which, 'Key k2'),
      read(/"Key k1"/, 'Delete…'),
      say('Key k1'),
      read(/"Key k2" and sign out/, undefined),
    ];
    const setup = await setUp(both);
    await deleteKey(setup.parts, rows[1], rows.slice(0, 2));
    expect(sent(setup)).toEqual(['delete k1']);
    const unsure = await setUp([read(which, "I Don't Know")]);
    await expect(deleteKey(unsure.parts, rows[0], rows)).rejects.toThrow(/delete one key at a time/);
    expect(sent(unsure)).toEqual([]);
  });
});

describe('Rotate API Key', () => {
  const both = 'Rotate and Delete Previous Key';

  it('lists all steps in one question, and runs them', async () => {
    const setup = await knownSetup([
      prompt => {
        expect(prompt.value).toMatch(/^Key k1 \(\d{4}-\d\d-\d\d\)$/);
        return 'Next';
      },
      read(
        /creates the key "Next".*Previous key: "Key k1" \(k1\).*deleted key stops working\. The service doesn't report who or what uses it/s,
        both,
      ),
    ]);
    await rotateKey(setup.parts, row('k1'));
    expect([sent(setup), setup.ids()]).toEqual([
      ['create Next', 'delete k1'],
      ['k2', 'new1'],
    ]);
    expect(user.messages.at(-1)).toBe(
      'The new key "Next" is stored for Test. The API key "Key k1" was deleted.',
    );
  });

  it.each<[string, Answer[]]>([
    ['the description', [say(undefined)]],
    ['the question', [say('Next'), say(undefined)]],
  ])('sends nothing after Escape at %s', async (_what, answers) => {
    const setup = await knownSetup(answers);
    await rotateKey(setup.parts, undefined);
    expect(sent(setup)).toEqual([]);
  });

  it("counts the days to an expiry, and dates the new key, by the service's clock", async () => {
    const setup = await setUp([
      prompt => {
        expect(prompt.lines.join()).toContain('Key k1 | expires in 2 days');
        return 'Key k1';
      },
      prompt => {
        expect(prompt.value).toContain('2026-12-30');
        return undefined;
      },
    ]);
    await rotateKey(setup.parts, undefined);
    expect(sent(setup)).toEqual([]);
  });

  it('deletes none with Enter, which presses the first button', async () => {
    const setup = await knownSetup([say('Next'), pressEnter]);
    await rotateKey(setup.parts, undefined);
    expect(sent(setup)).toEqual(['create Next']);
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
  });

  it('deletes none if the user keeps it', async () => {
    const setup = await knownSetup([say('Next'), say('Rotate, Keep Previous Key')]);
    await rotateKey(setup.parts, undefined);
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(user.messages.at(-1)).toMatch(/previous key stays valid/);
  });

  it('deletes none if the former key is unknown', async () => {
    const setup = await setUp([
      say("Keep It; I'll Delete It Later"),
      say('Next'),
      prompt => {
        expect(prompt.choices).toEqual(['Rotate, Keep Previous Key']);
        expect(prompt.detail).not.toMatch(/deleted/);
        return 'Rotate, Keep Previous Key';
      },
    ]);
    await rotateKey(setup.parts, undefined);
    expect(setup.ids()).toEqual(['k1', 'k2', 'new1']);
  });

  it('continues where it stopped, with the key it has created', async () => {
    const setup = await knownSetup([
      say('Next'),
      say(both),
      read(
        /stopped while verifying and storing the new key "Next".*previous key is still stored.*previous key stays valid/s,
        'Try Again',
      ),
    ]);
    setup.hooks.onCall = failing('exchange secret-new1', 'lostOnTheWay', 1);
    await rotateKey(setup.parts, undefined);
    expect(setup.ids()).toEqual(['k2', 'new1']);
    expect(sent(setup)).toEqual(['create Next', 'delete k1']);
  });

  it('replaces the key of another program: copies the new one, and deletes the old one on request', async () => {
    const setup = await knownSetup([
      say('Next'),
      pasted,
      read(/"Key k2" stays valid/, 'Delete Previous Key…'),
      read(/Delete the API key "Key k2"/, 'Delete…'),
      say('Key k2'),
    ]);
    await rotateKey(setup.parts, row('k2'));
    expect([sent(setup), setup.ids()]).toEqual([
      ['create Next', 'delete k2'],
      ['k1', 'new1'],
    ]);
    expect([editor.clipboard, setup.stored()]).toEqual(['secret-new1==', 'secret-k1==']);
  });

  it('keeps the old key of another program otherwise', async () => {
    const setup = await knownSetup([say('Next'), pasted, say(undefined)]);
    await rotateKey(setup.parts, row('k2'));
    expect([sent(setup), setup.ids()]).toEqual([['create Next'], ['k1', 'k2', 'new1']]);
  });

  it('resends no refused key: it offers the secret', async () => {
    const setup = await knownSetup([
      say('Next'),
      say(both),
      read(/doesn't store it.*refused the API key/s, 'Copy to Clipboard'),
      pasted,
    ]);
    setup.hooks.onCall = failing('exchange secret-new1', 'refused');
    await rotateKey(setup.parts, undefined);
    expect(editor.clipboard).toBe('secret-new1==');
    expect(setup.calls.filter(call => call === 'exchange secret-new1==')).toHaveLength(1);
    expect([setup.ids(), setup.stored()]).toEqual([['k1', 'k2', 'new1'], 'secret-k1==']);
  });

  it('reports that the former key is not deleted, and deletes it at the next try', async () => {
    const setup = await knownSetup([
      say('Next'),
      say(both),
      read(/"Next" is stored for Test\. The previous key stays valid/, 'Try Again'),
    ]);
    setup.hooks.onCall = failing('delete', 'refused', 1);
    await rotateKey(setup.parts, undefined);
    expect(setup.ids()).toEqual(['k2', 'new1']);
  });
});

describe('the key in use', () => {
  it('is what the user says it is, and only the list is requested', async () => {
    const setup = await setUp([say('Key k2')]);
    await selectKeyInUse(setup.parts);
    await settle();
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'k2' });
    expect(sent(setup)).toEqual([]);
  });
});

describe('signed out', () => {
  it.each([
    ['createKey', createKey],
    ['rotateKey', rotateKey],
    ['deleteKey', deleteKey],
  ])('%s says to sign in', async (_name, run) => {
    const setup = await setUp([]);
    await setup.session.leave();
    await expect(run(setup.parts, undefined)).rejects.toThrow(/Sign in first/);
  });
});
