import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { type Gust, gustAt } from './gusts.ts';
import { type Deed, deeds, imageOfQuay, User, wrongKey } from './user.ts';
import { stormMs, stormParameters, tokenPath, weather } from './weather.ts';

/** A user, the weather and the clock, by turns. `amid`: what goes wrong just then. */
type Step = { do: Deed; amid: Gust[] } | { gust: Gust } | { passSeconds: number } | { heal: true };

const costly: readonly Deed[] = ['place an order', 'create a key', 'delete a key', 'revoke'];
const deed = fc.oneof(fc.constantFrom(...(Object.keys(deeds) as Deed[])), fc.constantFrom(...costly));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: deed.chain(what =>
      fc.record({
        do: fc.constant(what),
        amid: fc.array(gustAt(fc.constantFrom<string>(deeds[what], deeds[what], tokenPath)), {
          maxLength: 2,
        }),
      }),
    ),
  },
  { weight: 1, arbitrary: fc.record({ gust: gustAt(fc.constant(undefined)) }) },
  { weight: 2, arbitrary: fc.record({ passSeconds: fc.constantFrom(2, 61, 3700) }) },
  { weight: 1, arbitrary: fc.constant({ heal: true as const }) },
);

vi.setConfig({ testTimeout: stormMs });

describe.each<Dialect>(['specification', 'deployed'])('a service that speaks as %s, in a storm', dialect => {
  let imageId: string;

  beforeAll(async () => {
    imageId = await imageOfQuay(dialect);
  });

  async function live(steps: readonly Step[], echo: boolean): Promise<void> {
    const air = await weather(dialect, { echo, moreSecrets: [wrongKey] });
    try {
      const user = new User(air, imageId);
      for (const action of steps) {
        if ('do' in action) {
          action.amid.forEach(air.add);
          await user.do(action.do);
        } else if ('gust' in action) air.add(action.gust);
        else if ('passSeconds' in action) air.clock.now += action.passSeconds * 1000;
        else air.clearUp();
      }
      await user.expectOneOfEach();
    } finally {
      await air.close();
    }
  }

  it('is sent nothing twice that costs or changes something, and no secret, whatever goes wrong', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const script = fc.array(step, { minLength: 5, maxLength: 20 });
    await fc.assert(fc.asyncProperty(script, fc.boolean(), live), stormParameters({ quick: 8, full: 200 }));
    await new Promise(resolve => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });
});
