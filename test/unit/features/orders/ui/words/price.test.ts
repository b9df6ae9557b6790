import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setLocale } from '../../../../../../src/base/words/displayLanguage.ts';
import { typesAmount } from '../../../../../../src/features/orders/ui/place/orderDialog.ts';
import { exceededText } from '../../../../../../src/features/orders/ui/words/price.ts';
import { newUser, user } from '../../../../../fake/user.ts';

/** Whether an amount is accepted when it is typed this way. */
async function takes(typed: string, ...amounts: { value: number; unit: string }[]): Promise<boolean> {
  let isValid = false;
  user.answers = [
    ({ validate }) => {
      isValid = validate(typed) === undefined;
      return isValid ? typed : { slips: typed };
    },
  ];
  const isTaken = await typesAmount('Order', amounts);
  expect(isTaken).toBe(isValid);
  return isTaken;
}

const price = { value: 1523.456, unit: 'credits' };

beforeEach(newUser);
afterEach(() => setLocale({ language: 'en', bundle: undefined }));

describe('a typed amount', () => {
  it.each(['1,523.46', '1,523.46 credits', '1523.456', ' 1523.456  credits '])('may be %j', async typed => {
    expect(await takes(typed, price)).toBe(true);
  });

  it.each(['1523', '1.523,46', '1523.46', '1523,456', '1523.456 EUR'])('may not be %j', async typed => {
    expect(await takes(typed, price)).toBe(false);
  });

  it.each(['1.523,46', '1.523,46 credits', '1.523,46 Credits', '1523.456', '1523,456', '1523,456 credits'])(
    'may be %j in German',
    async typed => {
      setLocale({ language: 'de', bundle: { '{0} credits': '{0} Credits' } });
      expect(await takes(typed, price)).toBe(true);
    },
  );

  it.each([
    ['1.523', 1.5],
    ['1,523', 1523],
    ['1.5', 1500],
    ['15,23', 1523],
  ])('may not be %j in German for %d', async (typed, value) => {
    setLocale({ language: 'de', bundle: undefined });
    expect(await takes(typed, { value, unit: 'credits' })).toBe(false);
  });

  it('contains all units if there are several', async () => {
    const kilobytes = { value: 2048, unit: 'kB' };
    expect(await takes('1,523.46 credits + 2,048 kB', price, kilobytes)).toBe(true);
    expect(await takes('1,523.46 credits', price, kilobytes)).toBe(false);
    setLocale({ language: 'de', bundle: undefined });
    expect(await takes('1523,456 credits + 2048 kB', price, kilobytes)).toBe(true);
  });
});

describe('the warning that a day is above its budget', () => {
  const credits = (value: number) => ({ value, unit: 'credits' });
  const day = { kind: 'perDay', limit: 100, spent: credits(134), price: credits(3) } as const;

  it.each([
    ['nothing', {}, '3 more would bring today to 137 of 100 credits, your budget per day.'],
    [
      'a part',
      { mayReturn: credits(87) },
      '3 more would bring today to 137 of 100 credits, your budget per day. Of this, 87 may come back as a refund.',
    ],
  ])('says how much of it may come back: %s', (_what, known, text) => {
    expect(exceededText({ ...day, ...known })).toBe(text);
  });
});
