import { expect, it } from 'vitest';
import { tickSteps, tickStepsOfWelcome } from '../../../../../src/features/account/ui/walkthroughSteps.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser } from '../../../../fake/user.ts';
import { settle } from '../../../fakes.ts';

it('ticks what was done whenever the walkthrough opens, also from the Welcome page', async () => {
  newUser();
  const set: unknown[] = [];
  const { contexts } = editor;
  const put = contexts.set.bind(contexts);
  contexts.set = (name, value) => (set.push(value), put(name, value));
  const following = tickStepsOfWelcome(error => expect.fail(String(error)));
  const open = async (input: unknown) => {
    editor.tabsChanged.fire({ opened: [{ input }], changed: [], closed: [] });
    await settle();
    return set.splice(0);
  };
  expect(await open({ uri: 'file:///a.json' })).toEqual([]);
  expect(await open(undefined)).toEqual([false, true]);
  await tickSteps();
  expect(set.splice(0)).toEqual([false, true]);
  following.dispose();
  expect(await open(undefined)).toEqual([]);
});
