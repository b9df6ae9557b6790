import { expect, it } from 'vitest';
import { back, type Step, walkSteps } from '../../../src/platform/dialogs/steps.ts';

it('steps count only what is asked, without a gap, also on the way back', async () => {
  const counts: string[] = [];
  let goesBack = true;
  const asks =
    (name: string, answer: () => Awaited<ReturnType<Step>> = () => 'done'): Step =>
    (_hasBack, { step, of }) => {
      counts.push(`${name} ${step}/${of}`);
      return Promise.resolve(answer());
    };
  const skips: Step = () => Promise.resolve('skipped');
  await walkSteps([
    asks('kind'),
    skips,
    asks('images', () => 4),
    asks('days'),
    asks('title', () => {
      const answer = goesBack ? back : 'done';
      goesBack = false;
      return answer;
    }),
    Object.assign(skips.bind(undefined), { isAsked: () => false }),
    asks('folder'),
  ]);
  expect(counts).toEqual(['kind 1/6', 'images 2/5', 'title 3/4', 'days 3/5', 'title 4/5', 'folder 5/5']);
});
