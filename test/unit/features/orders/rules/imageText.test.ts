import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../../../../src/base/words/displayLanguage.ts';
import { imageDays, imageTexts } from '../../../../../src/features/orders/rules/imageText.ts';
import { bareImage } from '../../../fixtures.ts';

afterEach(() => setLocale({ language: 'en', bundle: undefined }));

const taken = (...days: string[]) =>
  days.map(day => bareImage({ id: day, acquisitionDate: `${day}T10:00:00Z` }));

it('days of images are those of the first and the last one, in words of the language', () => {
  expect(imageDays(taken('2026-03-20', '2025-12-01', '2026-01-01'))).toBe('2025-12-01 to 2026-03-20');
  setLocale({ language: 'de', bundle: { '{0} to {1}': '{0} bis {1}' } });
  expect(imageDays(taken('2026-03-20', '2025-12-01'))).toBe('2025-12-01 bis 2026-03-20');
  expect([imageDays(taken('2026-03-20', '2026-03-20')), imageDays([])]).toEqual(['2026-03-20', '']);
});

it('the resolution of an image has the decimal separator of the display language', () => {
  setLocale({ language: 'de', bundle: {} });
  const image = bareImage({
    acquisitionDate: '2026-03-20T10:00:00Z',
    constellation: 'SPOT',
    resolution: 1.5,
  });
  expect(imageTexts(image)).toContain('SPOT 1,5 m');
});
