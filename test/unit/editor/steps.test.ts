import { beforeEach, describe, expect, it } from 'vitest';
import { back, readStep } from '../../../src/editor/steps.ts';
import { editor } from '../../fake/editor.ts';
import { newPerson } from '../../fake/person.ts';

/** A question for a whole number. */
const ask = () =>
  readStep({
    title: 'How many?',
    prompt: 'Any number.',
    value: '30',
    read: text => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: `"${text}" is no number.` }),
  });

beforeEach(newPerson);

describe('a text that has to mean something', () => {
  it('is taken without the white space around it', async () => {
    const answer = ask();
    expect(editor.question).toMatchObject({ title: 'How many?', prompt: 'Any number.', value: '30' });
    await editor.enter(' 12 ');
    expect(await answer).toBe(12);
  });

  it('is asked for again with the reason, and with what was typed', async () => {
    const answer = ask();
    await editor.enter('a dozen ');
    expect(editor.question).toMatchObject({ prompt: '"a dozen" is no number.', value: 'a dozen ' });
    await editor.enter('12');
    expect(await answer).toBe(12);
  });

  it('is proposed again to who has taken it away', async () => {
    const answer = ask();
    await editor.enter(' ');
    expect(editor.question).toMatchObject({ prompt: '"" is no number.', value: '30' });
    await editor.press('Back');
    expect(await answer).toBe(back);
  });
});
