import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inputs, resetDraftWindow } from '../commands/draftWindow.ts';

vi.mock('vscode', async () => (await import('../commands/draftWindow.ts')).draftVscode);

const { back, readStep } = await import('../../../src/platform/steps.ts');

/** A question for a whole number. */
const ask = () =>
  readStep({
    title: 'How many?',
    prompt: 'Any number.',
    value: '30',
    read: text => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: `"${text}" is no number.` }),
  });

beforeEach(() => resetDraftWindow());

describe('a text that has to mean something', () => {
  it('is taken without the white space around it', async () => {
    const answer = ask();
    expect(inputs.shown()).toMatchObject({ title: 'How many?', prompt: 'Any number.', value: '30' });
    await inputs.type(' 12 ');
    expect(await answer).toBe(12);
  });

  it('is asked for again with the reason, and with what was typed', async () => {
    const answer = ask();
    await inputs.type('a dozen ');
    expect(inputs.shown()).toMatchObject({ prompt: '"a dozen" is no number.', value: 'a dozen ' });
    await inputs.type('12');
    expect(await answer).toBe(12);
  });

  it('is proposed again to who has taken it away', async () => {
    const answer = ask();
    await inputs.type(' ');
    expect(inputs.shown()).toMatchObject({ prompt: '"" is no number.', value: '30' });
    await inputs.back();
    expect(await answer).toBe(back);
  });
});
