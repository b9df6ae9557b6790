import { describe, expect, it } from 'vitest';
import { bodyForm, readServerMessage } from '../../../../src/service/wire/failureWords.ts';

const words = (body: string) => readServerMessage(body, text => text.replaceAll('S3CRET', '•••'));

describe('the words of a failure', () => {
  it.each<[unknown, string | undefined]>([
    [{ message: 'Bad AOI.', hint: 'Close it.', internalCode: 'E7' }, 'Bad AOI. Close it. (E7)'],
    [{ Message: 'Bad AOI' }, 'Bad AOI'],
    [{ msg: 'Bad AOI', code: 12 }, 'Bad AOI (12)'],
    [{ reason: 'Bad AOI' }, 'Bad AOI'],
    [{ description: 'Bad AOI' }, 'Bad AOI'],
    [{ detail: 'Bad AOI' }, 'Bad AOI'],
    [{ detail: [{ loc: ['body', 'aoi'], msg: 'not closed' }] }, 'body.aoi: not closed'],
    [{ details: { aoi: 'not closed' } }, 'aoi: not closed'],
    [{ error: { message: 'Bad AOI', code: 'E7' } }, 'Bad AOI (E7)'],
    [{ error: { errors: [{ reason: 'Bad AOI' }] } }, 'Bad AOI'],
    [{ error: 'Bad AOI' }, 'Bad AOI'],
    [{ error: 'bad_aoi' }, 'bad_aoi'],
    [{ fault: { faultstring: 'Bad AOI' } }, 'Bad AOI'],
    [{ message: ['Bad AOI', 'No title'] }, 'Bad AOI No title'],
    [{ errors: ['Bad AOI', { message: 'No title' }] }, 'Bad AOI No title'],
    [{ errors: { aoi: ['not closed'], title: 'too long' } }, 'aoi: not closed; title: too long'],
    [[{ field: 'aoi', message: 'not closed' }], 'aoi: not closed'],
    [['Bad AOI'], 'Bad AOI'],
    ['Bad AOI', 'Bad AOI'],
    [
      {
        type: 'https://a.test/problem',
        title: 'Bad request.',
        status: 400,
        detail: 'Bad AOI.',
        'invalid-params': [{ name: 'aoi', reason: 'not closed' }],
      },
      'Bad request.; Bad AOI.; aoi: not closed',
    ],
    [{ wrong: { place: 3 } }, '{"wrong":{"place":3}}'],
    [{ wrong: 1, token: 'x' }, '{"wrong":1}'],
    [{}, undefined],
    [null, undefined],
    [[], undefined],
    [{ message: 'The key S3CRET\nis bad' }, 'The key ••• is bad'],
  ])('are read from the JSON %j', (body, read) => {
    expect(words(JSON.stringify(body))).toBe(read);
    expect(bodyForm(JSON.stringify(body))).toBe('json');
  });

  it.each<[string, string | undefined, string]>([
    ['', undefined, 'nothing'],
    [' \n', undefined, 'nothing'],
    ['Bad AOI,\n  S3CRET', 'Bad AOI, •••', 'text'],
    [
      '<!DOCTYPE html><html><head><title>Bad &amp; odd</title><style>a{}</style><script>if (1<2) x()</script></head>' +
        '<body><!-- <p>S3CRET</p> --><h1>Bad &amp; odd</h1><p>AOI\nS3CRET</p><hr></body></html>',
      'Bad & odd AOI •••',
      'page',
    ],
    ['<h1>Busy</h1>', 'Busy', 'page'],
    ['<?xml version="1.0"?><error><code>E7</code><message>Bad AOI</message></error>', 'E7 Bad AOI', 'text'],
    ['<', undefined, 'text'],
  ])('are read from %j', (body, read, form) => {
    expect([words(body), bodyForm(body)]).toEqual([read, form]);
  });

  it('are cut', () => {
    for (const body of [JSON.stringify({ a: 'x'.repeat(9000) }), `<p>${'x '.repeat(30_000)}`, '['.repeat(9)])
      expect(words(body)?.length).toBeLessThanOrEqual(400);
  });
});
