import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkApiKeyShape } from '../../../src/model/apiKey.ts';

describe('what could be an API key', () => {
  it.each([
    ['32 bytes in base64', 'q1fZ8m0pQwX3yJkL9sT5uV7bNcRdEeHg2iA4oK6tYxM='],
    ['a key that ends in two signs', 'AAECAwQFBgcICQoLDA0ODw=='],
    ['base64 with + and /', 'a+b/c+d/e+f/g+h/'],
    ['base64 for addresses', 'Zm9v-YmFy_YmF6LXF1eA'],
    ['a UUID', '00000000-0000-4000-8000-000000000001'],
    ['hexadecimal digits', '9f86d081884c7d659a2feaa0c55ad015'],
    ['a key that only begins like a JWT', 'eyJhbGciOiJIUzI1NiJ9'],
    ['a key that begins with the word', 'keyAbCdEfGhIjKlM'],
    ['a key with a line break behind it, as copied', 'AAECAwQFBgcICQoLDA0ODw==\n'],
  ])('passes: %s', (_what, key) => {
    expect(checkApiKeyShape(key)).toBeUndefined();
  });

  it("passes when it is opaque base64 of a key's length", () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 16, maxLength: 200 }), key => {
        expect(checkApiKeyShape(key)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 96 }), bytes => {
        expect(checkApiKeyShape(Buffer.from(bytes).toString('base64'))).toBeUndefined();
        expect(checkApiKeyShape(Buffer.from(bytes).toString('base64url'))).toBeUndefined();
      }),
    );
  });
});

describe('what is plainly no API key', () => {
  it.each<[string, string, RegExp]>([
    ['nothing', '', /^Paste the API key/],
    ['blanks', ' \n', /^Paste the API key/],
    ['a header', 'Bearer abcdefghijklmnop', /access token/],
    ['a header in small letters', 'bearer abcdefghijklmnop', /access token/],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.sig-na_ture', /access token \(a JWT\)/],
    ['a key in quotes', '"AAECAwQFBgcICQoLDA0ODw=="', /quotes/],
    ['a key in single quotes', "'AAECAwQFBgcICQoLDA0ODw=='", /quotes/],
    ['two keys', 'AAECAwQFBgcICQoL DA0ODwABAgMEBQYH', /no blanks/],
    ['a key that was broken over two lines', 'AAECAwQFBgcICQoL\nDA0ODw==', /no blanks/],
    ['a key with its name', 'apikey=AAECAwQFBgcICQoLDA0ODw==', /without the name/],
    ['a key with its name and a colon', 'key:AAECAwQFBgcICQoLDA0ODw==', /without the name/],
    ['a line of an .env file', 'API_KEY=AAECAwQFBgcICQoLDA0ODw==', /without the name/],
    ['an address', 'https://acme.test/keys/1', /address/],
    ['a few letters', 'abc1234', /too short/],
  ])('is told before it is sent: %s', (_what, text, reason) => {
    expect(checkApiKeyShape(text)).toMatch(reason);
  });

  it('is not repeated in what is told', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: fc.constantFrom('Q', 'Z', '7', ' ', '"') }), text => {
        const told = checkApiKeyShape(text);
        if (told !== undefined && text.trim().length >= 4) expect(told).not.toContain(text.trim());
      }),
    );
  });
});
