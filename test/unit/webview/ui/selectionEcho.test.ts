import { describe, expect, it } from 'vitest';
import { noSelection, received, sent } from '../../../../webview/ui/selectionEcho.ts';

describe('selection echo', () => {
  it('shows a click before the host confirms it', () => {
    expect(sent(noSelection, ['a']).displayed).toEqual(['a']);
  });

  it('is not undone by the echo of an older click', () => {
    const clickedTwice = sent(sent(noSelection, ['a']), ['a', 'b']);
    expect(received(clickedTwice, ['a']).displayed).toEqual(['a', 'b']);
    expect(received(received(clickedTwice, ['a']), ['a', 'b'])).toMatchObject({
      displayed: ['a', 'b'],
      pending: [],
    });
  });

  it('is not undone by a state that was sent before the click arrived', () => {
    expect(received(sent(noSelection, ['a']), []).displayed).toEqual(['a']);
  });

  it('follows the host when it changes the selection itself', () => {
    const settled = received(sent(noSelection, ['a']), ['a']);
    expect(received(settled, []).displayed).toEqual([]);
    expect(received(sent(settled, ['a', 'b']), ['z']).displayed).toEqual(['z']);
  });
});
