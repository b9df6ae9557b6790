import { beforeEach, describe, expect, it } from 'vitest';
import { back, readStep, textStep } from '../../../src/platform/dialogs/steps.ts';
import { editor } from '../../fake/editor.ts';
import { newUser } from '../../fake/user.ts';

/** A question for a whole number. */
const ask = () =>
  readStep({
    title: 'How many?',
    prompt: 'Any number.',
    value: '30',
    read: text => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: `"${text}" is no number.` }),
  });

beforeEach(newUser);

describe('a text step', () => {
  const step = (title: string) =>
    textStep({ title, prompt: '', value: 'proposed', count: { step: 2, of: 3 } });

  it('keeps what was typed when the user goes back and comes again, until all is canceled', async () => {
    const first = step('Name');
    editor.question.value = 'half a na';
    await editor.press('Back');
    expect(await first).toBe(back);
    const again = step('Name');
    expect(editor.question).toMatchObject({ value: 'half a na' });
    await editor.press('Back');
    expect(await again).toBe(back);
    const second = step('Title');
    expect(editor.question).toMatchObject({ value: 'proposed' });
    await editor.escape();
    expect(await second).toBeUndefined();
    const anew = step('Name');
    expect(editor.question).toMatchObject({ value: 'proposed' });
    await editor.enter('a name');
    expect(await anew).toBe('a name');
  });

  it('proposes what fits now when the user comes again, if nothing was typed', async () => {
    const first = textStep({ title: 'Name', prompt: '', value: 'for cars' });
    await editor.press('Back');
    expect(await first).toBe(back);
    const again = textStep({ title: 'Name', prompt: '', value: 'for ships' });
    expect(editor.question).toMatchObject({ value: 'for ships' });
    await editor.escape();
    expect(await again).toBeUndefined();
  });
});

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
