import { describe, expect, it } from 'vitest';
import { ageText, dayText, minuteText, momentText, utcText } from '../../../../src/model/words/moment.ts';

const now = Date.parse('2026-03-20T14:05:00Z');

describe('a moment', () => {
  it.each<[string, string, string]>([
    ['2026-03-20T14:05:09Z', '2026-03-20', '2026-03-20 14:05:09 UTC'],
    ['2026-03-20T14:05:09.123456789Z', '2026-03-20', '2026-03-20 14:05:09 UTC'],
    ['2026-03-20T14:05:09', '2026-03-20', '2026-03-20 14:05:09 UTC'],
    ['2026-03-20T23:30:00-02:00', '2026-03-21', '2026-03-21 01:30:00 UTC'],
    ['2026-03-20', '2026-03-20', '2026-03-20'],
    ['some day', 'some day', 'some day'],
  ])('%s is the day %s and the time %s', (text, day, utc) => {
    expect([dayText(text), utcText(text)]).toEqual([day, utc]);
    expect(minuteText(text)).toBe(utc.replace(/:\d\d UTC$/, ''));
  });

  it('is told with the local time beside it, where it has a time', () => {
    expect(momentText('2026-03-20T14:05:09Z')).toMatch(/^2026-03-20 14:05:09 UTC \(.+ local time\)$/);
    expect([momentText('2026-03-20'), momentText('some day'), momentText(undefined)]).toEqual([
      '2026-03-20',
      'some day',
      undefined,
    ]);
  });

  it.each<[string | undefined, string | undefined]>([
    ['2026-03-20T14:05:30Z', 'just now'],
    ['2026-03-20T14:04:30Z', 'just now'],
    ['2026-03-20T14:00:00Z', '5 min ago'],
    ['2026-03-20T10:06:00Z', '3 h ago'],
    ['2026-03-19T14:05:00Z', '1 day ago'],
    ['2026-03-10T00:00:00Z', '10 days ago'],
    ['2026-02-01T00:00:00Z', '2026-02-01'],
    ['2026-03-21T00:00:00Z', '2026-03-21'],
    ['2026-03-20', 'today'],
    ['2026-03-19', '1 day ago'],
    ['2026-03-21', '2026-03-21'],
    ['some day', undefined],
    [undefined, undefined],
  ])('%s was %s', (text, age) => {
    expect(ageText(text, now)).toBe(age);
  });
});
