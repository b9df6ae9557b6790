import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addMonths,
  ageText,
  daysBetween,
  dayText,
  isoDay,
  minuteText,
  momentText,
  parseMoment,
  utcText,
} from '../../../../src/base/words/moment.ts';

describe('a moment of the service', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/Lima');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is read on machines that do not use UTC', () => {
    expect(new Date(0).getHours()).toBe(19);
  });

  it.each([
    ['2026-04-01', '2026-04-01T00:00:00.000Z', true],
    [' 2026-04-01 ', '2026-04-01T00:00:00.000Z', true],
    ['2026-04-01T12:30:00Z', '2026-04-01T12:30:00.000Z', false],
    ['2026-04-01T12:30:00.123456789Z', '2026-04-01T12:30:00.123Z', false],
    ['2026-04-01T12:30:00', '2026-04-01T12:30:00.000Z', false],
    ['2026-04-01 12:30', '2026-04-01T12:30:00.000Z', false],
    ['2026-04-01T12:30:00.5+02:00', '2026-04-01T10:30:00.500Z', false],
    ['2026-04-01T01:30:00+0200', '2026-03-31T23:30:00.000Z', false],
    ['2026-04-01 01:30:00+02', '2026-03-31T23:30:00.000Z', false],
    ['2026-04-01 12:30:00 UTC', '2026-04-01T12:30:00.000Z', false],
    ['2026-04-01T12:30:00 +02:00', '2026-04-01T10:30:00.000Z', false],
    ['20260401T123000Z', '2026-04-01T12:30:00.000Z', false],
    ['20260401T123000.5-0330', '2026-04-01T16:00:00.500Z', false],
  ])('is read from %j', (text, iso, isDay) => {
    expect(parseMoment(text)).toEqual({ time: Date.parse(iso), isDay });
  });

  it.each([
    undefined,
    '',
    'soon',
    '2026',
    '2026-02-31',
    '2026-13-01',
    '2026-04-01T99:00:00Z',
    '1767225600',
    '20260231T000000Z',
  ])('is not invented from %j', text => {
    expect(parseMoment(text)).toBeUndefined();
  });
});

describe('months later', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-10-31', 4, '2027-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-01', 1, '2027-01-01'],
    ['2026-03-29', 1, '2026-04-29'],
  ])('from %s by %i it is %s', (from, months, to) => {
    expect(isoDay(addMonths(Date.parse(from), months))).toBe(to);
  });

  it('it is the same time of day', () => {
    const from = Date.parse('2026-01-31T23:59:59.999Z');
    expect(new Date(addMonths(from, 1)).toISOString()).toBe('2026-02-28T23:59:59.999Z');
  });
});

describe('the days between two moments', () => {
  it.each([
    ['2026-08-20T12:00:00Z', '2026-09-01T00:00:00Z', 12],
    ['2026-08-20T00:00:00Z', '2026-08-20T23:59:59Z', 0],
    ['2026-08-20T23:59:59Z', '2026-08-21T00:00:00Z', 1],
    ['2026-08-20T00:00:00Z', '2026-08-19T12:00:00Z', -1],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(daysBetween(Date.parse(from), Date.parse(to))).toBe(days);
  });
});

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

  it('is shown with the local time where that is another, if it has a time', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(momentText('2026-03-20T14:05:09Z')).toBe(
      '2026-03-20 14:05:09 UTC (Mar 20, 2026, 11:05 PM local time)',
    );
    vi.stubEnv('TZ', 'UTC');
    expect(momentText('2026-03-20T14:05:09Z')).toBe('2026-03-20 14:05:09 UTC');
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
    ['2026-03-19T14:05:00Z', 'yesterday'],
    ['2026-03-10T00:00:00Z', '10 days ago'],
    ['2026-02-01T00:00:00Z', '2026-02-01'],
    ['2026-03-21T00:00:00Z', '2026-03-21'],
    ['2026-03-20', 'today'],
    ['2026-03-19', 'yesterday'],
    ['2026-03-21', '2026-03-21'],
  ])('%s was %s', (text, age) => {
    expect(ageText(text, now)).toBe(age);
  });

  it.each(['some day', undefined])('has no age if it is %j', text => {
    expect(ageText(text, now)).toBeUndefined();
  });
});
