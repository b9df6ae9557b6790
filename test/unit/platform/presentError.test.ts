import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/service/wire/errors.ts';
import { describeError } from '../../../src/platform/host/presentError.ts';

describe('a failed call', () => {
  const request = 'POST /x';

  it.each<[string, ConstructorParameters<typeof ApiError>, string]>([
    [
      'a proxy that wants a password',
      ['invalid', { request, status: 407, refused: 'proxy', proxy: 'proxy.test:8080' }],
      'The proxy proxy.test:8080 requires a user name and password. Set them in "http.proxy".',
    ],
    [
      'one of which only that is known, with its words',
      ['invalid', { request, status: 407, refused: 'proxy', body: 'page', serverMessage: 'Log in' }],
      'Your proxy requires a user name and password. Set them in "http.proxy". The answer was: "Log in"',
    ],
    [
      'a page instead of a token',
      ['network', { request, status: 403, refused: 'other', body: 'page', serverMessage: 'Blocked' }],
      'A proxy or gateway may have answered instead of the service (status 403). ' +
        'Your API key wasn\'t refused. Try again later. The answer was: "Blocked"',
    ],
    [
      'nothing instead of a token, through a known proxy',
      ['network', { request, status: 403, refused: 'other', body: 'nothing', proxy: 'p.test' }],
      "The proxy p.test may have answered instead of the service (status 403). Your API key wasn't refused. " +
        'Try again later.',
    ],
    [
      'a page instead of anything else',
      ['denied', { request, status: 403, refused: 'right', body: 'page', serverMessage: 'Blocked' }],
      'A proxy or gateway may have answered instead of the service (status 403). The answer was: "Blocked"',
    ],
    [
      'a page of an overloaded service',
      ['server', { request, status: 503, body: 'page', serverMessage: 'Busy' }],
      'The service failed (status 503). Try again. The service reported: "Busy"',
    ],
    [
      'a refusal of the service',
      ['invalid', { request, status: 400, body: 'json', serverMessage: 'No.' }],
      'The service didn\'t accept the request. The service reported: "No."',
    ],
  ])('is described: %s', (_what, error, text) => {
    expect(describeError(new ApiError(...error))).toBe(text);
  });
});
