import { describe, expect, it } from 'vitest';
import { heard, noSelection, sent } from '../../../webview/selectionEcho.ts';

describe('selection echo', () => {
  it('shows what was clicked before the host has said so', () => {
    expect(sent(noSelection, ['a']).shown).toEqual(['a']);
  });

  it('is not undone by the echo of an older click', () => {
    const clickedTwice = sent(sent(noSelection, ['a']), ['a', 'b']);
    expect(heard(clickedTwice, ['a']).shown).toEqual(['a', 'b']);
    expect(heard(heard(clickedTwice, ['a']), ['a', 'b'])).toMatchObject({ shown: ['a', 'b'], pending: [] });
  });

  it('is not undone by a state that was on its way before the click arrived', () => {
    expect(heard(sent(noSelection, ['a']), []).shown).toEqual(['a']);
  });

  it('follows the host when it changes the selection itself', () => {
    const settled = heard(sent(noSelection, ['a']), ['a']);
    expect(heard(settled, []).shown).toEqual([]);
    expect(heard(sent(settled, ['a', 'b']), ['z']).shown).toEqual(['z']);
  });
});
