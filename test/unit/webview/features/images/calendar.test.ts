import { describe, expect, it } from 'vitest';
import { clearPart, imageCalendar } from '../../../../../webview/features/images/calendar.ts';
import { resultRow } from './resultRow.ts';

const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('the calendar', () => {
  const image = (acquisitionDate: string, cloudCover?: number) =>
    resultRow(acquisitionDate, { acquisitionDate, ...(cloudCover === undefined ? {} : { cloudCover }) });

  it('has the months with images, in weeks from Monday, with the best image of each day', () => {
    const rows = [
      image('2026-03-01T23:59:00Z', 90),
      image('2026-03-01T10:00:00Z', 50),
      image('2025-12-31T10:00:00Z'),
      image('no date', 0),
    ];
    const [december, march, ...others] = imageCalendar(rows, () => 0.8);
    expect(others).toEqual([]);
    expect(december).toMatchObject({ count: 1, clear: undefined });
    expect(march).toMatchObject({ count: 2, clear: 0.4 });
    // 2026-03-01 is a Sunday: its week belongs to February but for this day.
    const [first, second] = march?.weeks ?? [];
    expect(first?.days.map(day => day?.count)).toEqual([...Array<undefined>(6), 2]);
    expect(first && iso(first.from)).toBe('2026-02-23');
    expect(second?.days.map(day => day && iso(day.from))[0]).toBe('2026-03-02');
    expect(march?.weeks).toHaveLength(6);
    expect(december?.weeks.at(-1)?.days.map(day => day?.count)).toEqual([0, 0, 1, ...Array<undefined>(4)]);
  });

  it('knows how clear an image is only with its cloud cover and its share of the area', () => {
    expect(clearPart(image('2026-03-01', 25), 0.5)).toBe(0.375);
    expect(clearPart(image('2026-03-01', 25), undefined)).toBeUndefined();
    expect(clearPart(image('2026-03-01'), 1)).toBeUndefined();
  });
});
