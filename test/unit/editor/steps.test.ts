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

describe('a text that must be valid', () => {
  it('is accepted without the white space around it', async () => {
    const answer = ask();
    expect(editor.question).toMatchObject({ title: 'How many?', prompt: 'Any number.', value: '30' });
    await editor.enter(' 12 ');
    expect(await answer).toBe(12);
  });

  it('is requested again with the reason, and with what was typed', async () => {
    const answer = ask();
    await editor.enter('a dozen ');
    expect(editor.question).toMatchObject({ prompt: '"a dozen" is no number.', value: 'a dozen ' });
    await editor.enter('12');
    expect(await answer).toBe(12);
  });

  it('is proposed again if the user cleared it', async () => {
    const answer = ask();
    await editor.enter(' ');
    expect(editor.question).toMatchObject({ prompt: '"" is no number.', value: '30' });
    await editor.press('Back');
    expect(await answer).toBe(back);
  });
});
