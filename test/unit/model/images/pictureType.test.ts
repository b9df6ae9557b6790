import { describe, expect, it } from 'vitest';
import { pictureTypeOf, telltaleBytes } from '../../../../src/model/images/pictureType.ts';

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));

describe('a picture is told by its first bytes', () => {
  it.each<[string, string, string | undefined]>([
    ['a JPEG', '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01', 'image/jpeg'],
    ['a PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'image/png'],
    ['a WebP', 'RIFF\x24\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['sound of the same container', 'RIFF\x24\x00\x00\x00WAVEfmt ', undefined],
    ['a PNG that passed through a text', '\x89PNG\n\x1a\n\x00\x00\x00\rIHDR', undefined],
    ['half a signature', '\xff\xd8', undefined],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x80\x00', undefined],
    ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['an error', '{"message":"Forbidden"}', undefined],
    ['nothing', '', undefined],
  ])('%s', (_what, text, type) => {
    expect(pictureTypeOf(bytes(text))).toBe(type);
    expect(pictureTypeOf(bytes(text).subarray(0, telltaleBytes))).toBe(type);
  });
});
