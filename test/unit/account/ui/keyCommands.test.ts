import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { maxApiKeys } from '../../../../src/model/account/apiKey.ts';
import { watchAttention } from '../../../../src/editor/dialogs/confirm.ts';
import type { Log } from '../../../../src/editor/host/presentError.ts';
import { createKey } from '../../../../src/account/ui/createKey.ts';
import { deleteKey } from '../../../../src/account/ui/deleteKey.ts';
import { selectKeyInUse } from '../../../../src/account/ui/keyChoice.ts';
import { rotateKey } from '../../../../src/account/ui/rotateKey.ts';
import { createSecretClipboard } from '../../../../src/account/ui/secretClipboard.ts';
import { editor } from '../../../fake/editor.ts';
import { type Answer, newPerson, person, read, refused, say } from '../../../fake/person.ts';
import { otherConnection, settle } from '../../fakes.ts';
import { apiKey, type KeyBench, keyBench, type KeyBenchOptions, type Mishap } from '../keyBench.ts';

const lines: string[] = [];
const log = {
  info: (line: string) => lines.push(line),
  error: (line: unknown) => lines.push(String(line)),
} as unknown as Log;

async function stage(answers: readonly Answer[], options: KeyBenchOptions = {}) {
  const bench = await keyBench(options);
  person.answers = [...answers];
  const clipboard = createSecretClipboard(log);
  return { ...bench, parts: { ...bench, clipboard, log } };
}

/** The same with k1 known to be in use. */
async function knownStage(answers: readonly Answer[]) {
  const bench = await stage(answers);
  await bench.inUse.rememberStored(bench.signedIn(), apiKey('k1'), 'said');
  return bench;
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

const sent = ({ calls }: Pick<KeyBench, 'calls'>) => calls.filter(call => /^(create|delete) /.test(call));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  newPerson();
  lines.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  // Whatever a command shows or logs, it contains no secret; and every answer in the script was used.
  expect(person.screen).not.toContain('secret-');
  expect(lines.join('\n')).not.toContain('secret-');
  expect(person.answers).toEqual([]);
});

describe('Create API Key', () => {
  it('asks what it is for and where it goes, then copies the secret', async () => {
    const bench = await stage([say('Laptop'), say('Copy to Clipboard')]);
    await createKey(bench.parts);
    expect(sent(bench)).toEqual(['create Laptop']);
    expect(editor.clipboard).toBe('secret-new1==');
    expect(bench.stored()).toBe('secret-k1==');
    expect(person.messages.at(-1)).toMatch(/^Paste the key "Laptop" .* on the clipboard for 60 seconds/);
  });

  it('puts it in use if the user wants that, and deletes nothing', async () => {
    const bench = await stage([say(' Laptop '), say('Use for This Connection')]);
    await createKey(bench.parts);
    expect(bench.stored()).toBe('secret-new1==');
    expect(editor.clipboard).toBe('');
    expect(bench.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(person.messages.at(-1)).toMatch(/"Laptop" is stored for Test\. The previous key stays valid/);
  });

  it.each([[[say(undefined)]], [[say('Laptop'), say(undefined)]]])(
    'sends nothing after Escape (%#)',
    async answers => {
      const bench = await stage(answers);
      await createKey(bench.parts);
      expect(sent(bench)).toEqual([]);
    },
  );

  it('says that an eleventh key is not possible, before anything is asked', async () => {
    const ids = Array.from({ length: maxApiKeys }, (_, index) => `k${index + 1}`);
    const bench = await stage([], { ids });
    await expect(createKey(bench.parts)).rejects.toThrow(/You have 10 API keys.*Delete one/);
    expect([sent(bench), person.prompts]).toEqual([[], []]);
  });

  it('finds the key of a lost answer, and deletes it only after confirmation', async () => {
    for (const yes of ['Delete Lost Key', undefined]) {
      newPerson();
      const bench = await stage(
        [say('Laptop'), say('Copy to Clipboard'), read(/Couldn't confirm.*new1.*nobody can use it/s, yes)],
        { onCall: failing('create', 'answerLost') },
      );
      await createKey(bench.parts);
      expect(sent(bench)).toEqual(yes ? ['create Laptop', 'delete new1'] : ['create Laptop']);
      expect(bench.ids()).toEqual(yes ? ['k1', 'k2'] : ['k1', 'k2', 'new1']);
    }
  });

  it('keeps the key of a lost answer after Enter, which presses the first button', async () => {
    const onCall = failing('create', 'answerLost');
    const bench = await stage([say('Laptop'), say('Copy to Clipboard'), pressEnter], { onCall });
    await createKey(bench.parts);
    expect(sent(bench)).toEqual(['create Laptop']);
  });

  it('says what to look for after a lost answer if the list shows no new key', async () => {
    const onCall = failing('create', 'lostOnTheWay');
    const bench = await stage([say('Laptop'), say('Copy to Clipboard')], { onCall });
    await createKey(bench.parts);
    expect(person.messages.at(-1)).toMatch(/Refresh the list before you create another key/);
  });

  it('never loses a secret that could not be stored: it offers the clipboard', async () => {
    const bench = await stage([
      say('Laptop'),
      say('Use for This Connection'),
      read(/Swath doesn't store it/, 'Copy to Clipboard'),
    ]);
    bench.hooks.onCall = failing('exchange secret-new1', 'lostOnTheWay');
    await createKey(bench.parts);
    expect([editor.clipboard, bench.stored()]).toEqual(['secret-new1==', 'secret-k1==']);
  });

  it('says so if the user discards the secret, and offers to delete the key', async () => {
    const bench = await stage([
      say('Laptop'),
      say('Use for This Connection'),
      say(undefined),
      read(/Delete the API key "Laptop".*secret is lost/s, 'Delete Lost Key'),
    ]);
    bench.hooks.onCall = failing('store set', 'lostOnTheWay');
    await createKey(bench.parts);
    expect(bench.ids()).toEqual(['k1', 'k2']);
  });

  it('offers the secret again if the clipboard fails', async () => {
    editor.clipboardFails = true;
    const bench = await stage([
      say('Laptop'),
      say('Copy to Clipboard'),
      prompt => {
        editor.clipboardFails = false;
        return read(/doesn't store it.*No clipboard/s, 'Copy to Clipboard')(prompt);
      },
    ]);
    editor.clipboardFails = true;
    await createKey(bench.parts);
    expect(editor.clipboard).toBe('secret-new1==');
  });

  it('sends nothing in a session other than the one of the question', async () => {
    const bench = await stage([
      say('Laptop'),
      async () => {
        await bench.session.signIn(otherConnection, bench.service.secretOf('k2'));
        return 'Copy to Clipboard';
      },
    ]);
    await expect(createKey(bench.parts)).rejects.toThrow(/Nothing was sent/);
    expect(sent(bench)).toEqual([]);
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
      const bench = await knownStage([...answers, read(/Delete the API key "Key k2"\?.*ID: k2/s, 'Delete')]);
      await deleteKey(bench.parts, argument);
      expect([sent(bench), bench.ids()]).toEqual([['delete k2'], ['k1']]);
      expect(person.messages.at(-1)).toBe('The API key "Key k2" was deleted.');
      expect(bench.session.current.value.kind).toBe('signedIn');
    },
  );

  it('deletes nothing without a confirmation', async () => {
    const bench = await knownStage([say(undefined)]);
    await deleteKey(bench.parts, 'k2');
    expect(sent(bench)).toEqual([]);
  });

  it('has the name of the key in use typed, says that it signs out, and does', async () => {
    const bench = await knownStage([
      read(/Delete the API key "Key k1" and sign out of Test\?/, 'Delete and Sign Out…'),
      prompt => {
        expect(prompt.validate('Key k2')).toMatch(/Type Key k1/);
        expect(prompt.validate('Key k1 ')).toBeUndefined();
        return 'Key k1';
      },
    ]);
    await deleteKey(bench.parts, row('k1'));
    expect(bench.ids()).toEqual(['k2']);
    expect([bench.stored(), bench.session.current.value.kind]).toEqual([undefined, 'signedOut']);
    expect(person.messages.at(-1)).toMatch(/was deleted/);
  });

  it.each<[string, Answer[]]>([
    ['Escape', [say(undefined)]],
    ['Escape at the name', [say('Delete and Sign Out…'), say(undefined)]],
    ['another name', [say('Delete and Sign Out…'), refused('Key k2', /Type Key k1/)]],
  ])('deletes no key in use after %s', async (_what, answers) => {
    const bench = await knownStage(answers);
    await deleteKey(bench.parts, 'k1');
    expect(sent(bench)).toEqual([]);
    expect(bench.session.current.value.kind).toBe('signedIn');
  });

  it('deletes nothing with Enter, which presses the first button', async () => {
    const bench = await knownStage([pressEnter]);
    await deleteKey(bench.parts, 'k2');
    expect([sent(bench), bench.ids()]).toEqual([[], ['k1', 'k2']]);
    expect(person.messages).toEqual([]);
  });

  it('leads to the rotation instead', async () => {
    const bench = await knownStage([say('Rotate Instead…')]);
    await deleteKey(bench.parts, 'k1');
    expect([sent(bench), editor.ran]).toEqual([[], [['swath.rotateKey']]]);
  });

  it('asks which is in use if it does not know, and uses the answer', async () => {
    const bench = await stage([
      read(/Which key does Swath use/, 'Key k1'),
      read(/Delete the API key/, 'Delete'),
    ]);
    await deleteKey(bench.parts, 'k2');
    expect(bench.ids()).toEqual(['k1']);
    expect(bench.inUse.current.value).toMatchObject({ keyId: 'k1' });
  });

  it('treats a key that may be in use as the one in use', async () => {
    const signsOut = read(/Delete the API key "Key k2" and sign out of Test\?/, 'Delete and Sign Out…');
    const bench = await stage([say("I Don't Know"), signsOut, say('Key k2')]);
    await deleteKey(bench.parts, 'k2');
    expect([bench.ids(), bench.session.current.value.kind]).toEqual([['k1'], 'signedOut']);
  });

  it.each<[string, Mishap, RegExp]>([
    ['delete', 'lostOnTheWay', /was not deleted: the service still lists it\. Can't reach the service/],
    ['list', 'lostOnTheWay', /Couldn't confirm/],
  ])('reports the facts after the %s is %s', async (call, mishap, text) => {
    const bench = await knownStage([say('Delete')]);
    const fail = failing(call, mishap);
    let reads = 0;
    // The first request is the one before the question.
    bench.hooks.onCall = current => (current === 'list' && reads++ === 0 ? undefined : fail(current));
    await deleteKey(bench.parts, 'k2');
    expect(person.messages.at(-1)).toMatch(text);
    expect(sent(bench)).toEqual(['delete k2']);
  });
});

describe('Delete API Key on several keys', () => {
  const rows = ['k1', 'k2', 'k3'].map(row);

  /** Three keys; k1 is in use, and known to be. */
  async function deleteAll(
    answers: readonly Answer[],
    onCall: (call: string, bench: KeyBench) => unknown = () => undefined,
  ) {
    const bench = await stage(answers, { ids: ['k1', 'k2', 'k3'] });
    await bench.inUse.rememberStored(bench.signedIn(), apiKey('k1'), 'said');
    bench.hooks.onCall = call => onCall(call, bench) as Mishap | undefined;
    const failure = await deleteKey(bench.parts, rows[0], rows).catch((error: unknown) => String(error));
    return { sent: sent(bench), message: failure ?? person.messages.join(), session: bench.session };
  }

  it('asks for each, has the name of the one in use typed, which comes last, and sums up', async () => {
    const done = await deleteAll([
      read(/Delete the API key "Key k2"\?.*1 of 3.*ID: k2/s, 'Delete'),
      read(/Delete the API key "Key k3"\?.*2 of 3.*ID: k3/s, 'Delete'),
      read(/Delete the API key "Key k1" and sign out.*3 of 3/s, 'Delete and Sign Out…'),
      refused('Key k2', /Type Key k1/),
    ]);
    expect(done.sent).toEqual(['delete k2', 'delete k3']);
    expect(done.message).toBe('Deleted 2 of 3 selected API keys: Key k2, Key k3');
    expect(done.session.current.value.kind).toBe('signedIn');
  });

  it.each<[string, Answer[], Parameters<typeof deleteAll>[1], RegExp]>([
    ['Cancel', [say('Delete'), say(undefined)], undefined, /^Deleted 1 of 3 selected API keys: Key k2$/],
    ['a lost request', [say('Delete')], failing('delete', 'lostOnTheWay'), /"Key k2" was not deleted/],
    ['a refusal', [say('Delete')], failing('delete', 'refused'), /403/],
    [
      'the user goes on to something else',
      [say('Delete'), read(/^Swath is waiting.*"Key k3"/, undefined)],
      call => {
        if (call === 'delete k2') editor.windowChanged.fire({ focused: false, active: false });
      },
      /Deleted 1 of 3/,
    ],
    [
      'the session ends',
      [say('Delete')],
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
      read(/"Key k1"/, 'Delete'),
      read(/"Key k2" and sign out/, undefined),
    ];
    const bench = await stage(both);
    await deleteKey(bench.parts, rows[1], rows.slice(0, 2));
    expect(sent(bench)).toEqual(['delete k1']);
    const unsure = await stage([read(which, "I Don't Know")]);
    await expect(deleteKey(unsure.parts, rows[0], rows)).rejects.toThrow(/delete one key at a time/);
    expect(sent(unsure)).toEqual([]);
  });
});

describe('Rotate API Key', () => {
  const both = 'Rotate and Delete Previous Key';

  it('lists all steps in one question, and runs them', async () => {
    const bench = await knownStage([
      prompt => {
        expect(prompt.value).toMatch(/^Key k1 \(\d{4}-\d\d-\d\d\)$/);
        return 'Next';
      },
      read(/creates the key "Next".*Previous key: "Key k1" \(k1\).*deleted key stops working/s, both),
    ]);
    await rotateKey(bench.parts, row('k1'));
    expect([sent(bench), bench.ids()]).toEqual([
      ['create Next', 'delete k1'],
      ['k2', 'new1'],
    ]);
    expect(person.messages.at(-1)).toBe(
      'The new key "Next" is stored for Test. The API key "Key k1" was deleted.',
    );
  });

  it.each<[string, Answer[]]>([
    ['the description', [say(undefined)]],
    ['the question', [say('Next'), say(undefined)]],
  ])('sends nothing after Escape at %s', async (_what, answers) => {
    const bench = await knownStage(answers);
    await rotateKey(bench.parts, undefined);
    expect(sent(bench)).toEqual([]);
  });

  it('deletes none with Enter, which presses the first button', async () => {
    const bench = await knownStage([say('Next'), pressEnter]);
    await rotateKey(bench.parts, undefined);
    expect(sent(bench)).toEqual(['create Next']);
    expect(bench.ids()).toEqual(['k1', 'k2', 'new1']);
  });

  it('deletes none if the user keeps it', async () => {
    const bench = await knownStage([say('Next'), say('Rotate, Keep Previous Key')]);
    await rotateKey(bench.parts, undefined);
    expect(bench.ids()).toEqual(['k1', 'k2', 'new1']);
    expect(person.messages.at(-1)).toMatch(/previous key stays valid/);
  });

  it('deletes none if the former key is unknown', async () => {
    const bench = await stage([
      say("Keep It; I'll Delete It Later"),
      say('Next'),
      prompt => {
        expect(prompt.choices).toEqual(['Rotate, Keep Previous Key']);
        expect(prompt.detail).not.toMatch(/deleted/);
        return 'Rotate, Keep Previous Key';
      },
    ]);
    await rotateKey(bench.parts, undefined);
    expect(bench.ids()).toEqual(['k1', 'k2', 'new1']);
  });

  it('continues where it stopped, with the key it has created', async () => {
    const bench = await knownStage([
      say('Next'),
      say(both),
      read(
        /stopped while verifying and storing the new key "Next".*previous key is still stored.*previous key stays valid/s,
        'Try Again',
      ),
    ]);
    bench.hooks.onCall = failing('exchange secret-new1', 'lostOnTheWay', 1);
    await rotateKey(bench.parts, undefined);
    expect(bench.ids()).toEqual(['k2', 'new1']);
    expect(sent(bench)).toEqual(['create Next', 'delete k1']);
  });

  it('resends no refused key: it offers the secret', async () => {
    const bench = await knownStage([
      say('Next'),
      say(both),
      read(/doesn't store it.*refused the API key/s, 'Copy to Clipboard'),
    ]);
    bench.hooks.onCall = failing('exchange secret-new1', 'refused');
    await rotateKey(bench.parts, undefined);
    expect(editor.clipboard).toBe('secret-new1==');
    expect(bench.calls.filter(call => call === 'exchange secret-new1==')).toHaveLength(1);
    expect([bench.ids(), bench.stored()]).toEqual([['k1', 'k2', 'new1'], 'secret-k1==']);
  });

  it('reports that the former key is not deleted, and deletes it at the next try', async () => {
    const bench = await knownStage([
      say('Next'),
      say(both),
      read(/"Next" is stored for Test\. The previous key stays valid/, 'Try Again'),
    ]);
    bench.hooks.onCall = failing('delete', 'refused', 1);
    await rotateKey(bench.parts, undefined);
    expect(bench.ids()).toEqual(['k2', 'new1']);
  });
});

describe('the key in use', () => {
  it('is what the user says it is, and only the list is requested', async () => {
    const bench = await stage([say('Key k2')]);
    await selectKeyInUse(bench.parts);
    await settle();
    expect(bench.inUse.current.value).toMatchObject({ keyId: 'k2' });
    expect(sent(bench)).toEqual([]);
  });
});

describe('signed out', () => {
  it.each([
    ['createKey', createKey],
    ['rotateKey', rotateKey],
    ['deleteKey', deleteKey],
  ])('%s says to sign in', async (_name, run) => {
    const bench = await stage([]);
    await bench.session.leave();
    await expect(run(bench.parts, undefined)).rejects.toThrow(/Sign in first/);
  });
});
