import { describe, expect, it } from 'vitest';
import { nearWord } from '../../../../src/service/rules/nearWord.ts';

const words = ['title', 'analytic', 'resolution', 'imageIds', 'aoi', 'tags'];

describe('the word that was probably meant', () => {
  it.each([
    ['titel', 'title'],
    ['Title', 'title'],
    ['image_ids', 'imageIds'],
    ['image-id', 'imageIds'],
    ['analytics', 'analytic'],
    ['resolutoin', 'resolution'],
    ['resoluton', 'resolution'],
    ['aio', 'aoi'],
    ['tag', 'tags'],
    ['images', 'imageIds'],
  ])('by "%s" is "%s"', (written, meant) => {
    expect(nearWord(written, words)).toBe(meant);
  });

  it.each(['', ' ', 'note', 'id', 'geometry', 'a', 'toString'])('by "%s" does not exist', written => {
    expect(nearWord(written, words)).toBeUndefined();
  });

  it('does not exist if two are equally close', () => {
    expect(nearWord('bundl', ['bundle', 'bundly'])).toBeUndefined();
    expect(nearWord('bundle', ['bundle', 'bundles'])).toBe('bundle');
  });
});
