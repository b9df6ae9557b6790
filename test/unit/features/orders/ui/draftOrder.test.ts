import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../../../../src/service/rules/account.ts';
import { draftAnalyticOrder, draftOrder } from '../../../../../src/features/orders/ui/draft/draftOrder.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, user } from '../../../../fake/user.ts';
import { analytics, drafted, draftSetup, knownRights, labelOf, noEstimates, step } from './draftSetup.ts';

const report = 'Analytic report';
const product = 'Image product';

const setUp = (offers: readonly string[], services: Services = {}) =>
  draftSetup((session, catalog, argument) =>
    draftOrder({ session, catalog, estimates: noEstimates, ...knownRights(offers, services) }, argument),
  );

const all = ['order.analytics-toolbox.archive', 'order.data.product'];

beforeEach(newUser);

describe('drafting an order of either kind', () => {
  it('asks which kind, then continues with its steps, counted and with a way back to the first', async () => {
    const { lens, start } = await setUp(all);
    const run = await start(lens(0));
    expect(editor.question).toMatchObject({ title: 'What do you want to order?', buttons: [] });
    expect(editor.question.lines()).toEqual([
      `${report} | objects or changes found on one or two images`,
      `${product} | the images, clipped to the area`,
    ]);
    await editor.pick(product);
    await step('Images of Harbour');
    await editor.press('Back');
    await step('What do you want to order?');
    expect(editor.question.activeItems.map(({ label }) => label)).toEqual([product]);
    await editor.pick(report);
    await step('Images of Harbour');
    await editor.pick(labelOf(3));
    await step('Which analytic?');
    expect(editor.question).toMatchObject({ step: 1, totalSteps: 2 });
    await editor.pick('Cars');
    await step('Title of the report');
    expect(editor.question).toMatchObject({ step: 2, totalSteps: 2 });
    await editor.enter('Quay');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toMatchObject({ kind: 'order.analytics-toolbox.archive', imageIds: ['c'] });
  });

  it.each([
    [all, { 'analytics-toolbox': false }, report, 'you don\'t have the role "analytics-toolbox"'],
    [all, { 'brand-data': false }, product, 'you don\'t have the role "brand-data"'],
  ])("says why one isn't available, and keeps asking (%j %j)", async (offers, services, label, why) => {
    const { lens, start } = await setUp(offers, services);
    const run = await start(lens(0));
    expect(editor.question.lines()[1]).toContain(`${label} | ${why}`);
    expect(editor.question.activeItems.map(item => item.label)).not.toEqual([label]);
    await editor.pick(label);
    expect(user.messages).toEqual([expect.stringContaining(`${label}: ${why}`)]);
    expect(editor.question.title).toBe('What do you want to order?');
    await editor.pick(label === report ? product : report);
    await step('Images of Harbour');
    expect(run.error).toBeUndefined();
  });
});

/** A service that answers what is requested of it when the test says so. */
async function slowService(
  draft: typeof draftOrder | typeof draftAnalyticOrder,
  offers: readonly string[],
  services: Services = {},
) {
  const rights = knownRights(offers, services);
  const held = rights.contracts.services.current;
  const known = rights.subscriptions.current.value;
  const roles = held.value;
  const requested: string[] = [];
  const answered = new Map<string, () => void>();
  const answer = (name: string) =>
    new Promise<void>(resolve => {
      requested.push(name);
      answered.set(name, resolve);
    });
  rights.subscriptions.current.value = { kind: 'none' };
  held.value = { kind: 'none' };
  rights.subscriptions.refresh = async () => {
    await answer('rights');
    rights.subscriptions.current.value = known;
    held.value = roles;
  };
  const { service, lens, start } = await draftSetup((session, catalog, argument) =>
    draft({ session, catalog, estimates: noEstimates, ...rights }, argument),
  );
  service.analytics = () => answer('analytics').then(() => analytics);
  const answerAll = () => {
    for (const resolve of answered.values()) resolve();
  };
  return { requested: () => requested.toSorted(), answerAll, start: () => start(lens(0)) };
}

it('requests rights and analytics at the same time', async () => {
  const { requested, answerAll, start } = await slowService(draftAnalyticOrder, all);
  const running = start();
  await eventually(() => expect(requested()).toEqual(['analytics', 'rights']), { interval: 1 });
  answerAll();
  await running;
  await step('Images of Harbour');
});

it('asks for the kind at once, while rights and analytics are requested, and goes on when they are there', async () => {
  const { requested, answerAll, start } = await slowService(draftOrder, all);
  await start();
  expect(editor.question.title).toBe('What do you want to order?');
  await eventually(() => expect(requested()).toEqual(['analytics', 'rights']), { interval: 1 });
  await editor.pick(report);
  answerAll();
  await step('Images of Harbour');
  await editor.pick(labelOf(3));
  await step('Which analytic?');
  expect(requested()).toEqual(['analytics', 'rights']);
});

it('asks for the kind again, with the reason, if the rights that arrive rule it out', async () => {
  const { answerAll, start } = await slowService(draftOrder, all, { 'analytics-toolbox': false });
  await start();
  expect(editor.question.lines()[0]).toContain(`${report} | objects`);
  await editor.pick(report);
  answerAll();
  const why = 'you don\'t have the role "analytics-toolbox"';
  await eventually(() => expect(editor.question.lines()[1]).toContain(`${report} | ${why}`), { interval: 1 });
  expect(user.messages).toEqual([expect.stringContaining(`${report}: ${why}`)]);
  await editor.pick(product);
  await step('Images of Harbour');
});
