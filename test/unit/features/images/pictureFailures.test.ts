import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../../../../src/service/wire/errors.ts';
import { createPictureFailures } from '../../../../src/features/images/pictures.ts';
import { PictureError } from '../../../../src/features/images/pictureTarget.ts';

const failed = (kind: ApiErrorKind, rest: Partial<ApiErrorDetails> = {}) =>
  new ApiError(kind, { request: 'GET picture', ...rest });
const day = 24 * 3600_000;

function setUp() {
  const clock = { now: 1_000_000 };
  const failures = createPictureFailures(() => clock.now);
  /** Milliseconds until the key is worth a try. */
  const pauseOf = (key: string) => {
    const start = clock.now;
    while (failures.of(key) && clock.now - start < day) clock.now += 1000;
    return clock.now - start;
  };
  return { failures, clock, pauseOf };
}

describe('a failure', () => {
  it.each<[string, Error]>([
    ['the picture is not there', failed('notFound', { status: 404 })],
    ['the right is missing', failed('denied', { status: 403, refused: 'right' })],
    ['the request is not taken', failed('invalid', { status: 400 })],
    ['the answer is none', failed('shape')],
    ['the answer is no picture', new PictureError('no picture')],
  ])('is final if %s', (_what, error) => {
    const { failures, pauseOf } = setUp();
    failures.note('a', error);
    expect(failures.of('a')).toBe(error);
    expect(pauseOf('a')).toBe(day);
    expect(failures.of('b')).toBeUndefined();
  });

  it.each<[string, Error]>([
    ['the service failed', failed('server', { status: 500 })],
    ['nothing came', failed('timeout')],
    ['the network failed', failed('network')],
    ['the token died', failed('denied', { status: 401, refused: 'token' })],
    ['something else went wrong', new Error('a bug')],
  ])('is temporary, each time longer, if %s', (_what, error) => {
    const { failures, pauseOf } = setUp();
    const pauses = Array.from({ length: 7 }, () => {
      failures.note('a', error);
      return pauseOf('a') / 1000;
    });
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900]);
    failures.worked('a');
    failures.note('a', error);
    expect(pauseOf('a')).toBe(30_000);
  });
});
