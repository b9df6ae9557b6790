import { describe, expect, it } from 'vitest';
import { received, noSelection, sent } from '../../../../webview/app/selectionEcho.ts';

describe('selection echo', () => {
  it('shows a click before the host confirms it', () => {
    expect(sent(noSelection, ['a']).shown).toEqual(['a']);
  });

  it('is not undone by the echo of an older click', () => {
    const clickedTwice = sent(sent(noSelection, ['a']), ['a', 'b']);
    expect(received(clickedTwice, ['a']).shown).toEqual(['a', 'b']);
    expect(received(received(clickedTwice, ['a']), ['a', 'b'])).toMatchObject({
      shown: ['a', 'b'],
      pending: [],
    });
  });

  it('is not undone by a state that was sent before the click arrived', () => {
    expect(received(sent(noSelection, ['a']), []).shown).toEqual(['a']);
  });

  it('follows the host when it changes the selection itself', () => {
    const settled = received(sent(noSelection, ['a']), ['a']);
    expect(received(settled, []).shown).toEqual([]);
    expect(received(sent(settled, ['a', 'b']), ['z']).shown).toEqual(['z']);
  });
});
