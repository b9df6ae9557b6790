import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../../../src/model/account/account.ts';
import { draftAnalyticOrder, draftOrder } from '../../../../src/orders/ui/draftOrder.ts';
import { eventually } from '../../../eventually.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person } from '../../../fake/person.ts';
import { analytics, draftBench, drafted, knownRights, labelOf, step } from './draftBench.ts';

const report = 'Analytic report';
const product = 'Image product';

const bench = (offers: readonly string[], services: Services = {}) =>
  draftBench((session, catalog, given) =>
    draftOrder({ session, catalog, ...knownRights(offers, services) }, given),
  );

const all = ['order.analytics-toolbox.archive', 'order.data.product'];

beforeEach(newPerson);

describe('drafting an order of either kind', () => {
  it('asks which kind, then continues with its steps, counted and with a way back to the first', async () => {
    const { lens, start } = await bench(all);
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
    expect(editor.question).toMatchObject({ step: 3, totalSteps: 4 });
    await editor.pick('Cars');
    await step('Title of the report');
    expect(editor.question).toMatchObject({ step: 4, totalSteps: 4 });
    await editor.enter('Quay');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toMatchObject({ kind: 'order.analytics-toolbox.archive', imageIds: ['c'] });
  });

  it.each([
    [['order.data.product'], {}, report, 'your subscriptions pay only for order.data.product'],
    [all, { 'analytics-toolbox': false }, report, 'you don\'t have the role "analytics-toolbox"'],
    [
      ['order.analytics-toolbox.archive'],
      {},
      product,
      'your subscriptions pay only for order.analytics-toolbox.archive',
    ],
    [all, { 'brand-data': false }, product, 'you don\'t have the role "brand-data"'],
  ])("says why one isn't available, and keeps asking (%j %j)", async (offers, services, label, why) => {
    const { lens, start } = await bench(offers, services);
    const run = await start(lens(0));
    expect(editor.question.lines()[1]).toContain(`${label} | ${why}`);
    expect(editor.question.activeItems.map(one => one.label)).not.toEqual([label]);
    await editor.pick(label);
    expect(person.told).toEqual([expect.stringContaining(`${label}: ${why}`)]);
    expect(editor.question.title).toBe('What do you want to order?');
    await editor.pick(label === report ? product : report);
    await step('Images of Harbour');
    expect(run.error).toBeUndefined();
  });
});

it('requests rights and analytics at the same time', async () => {
  const rights = knownRights(all);
  const requested: string[] = [];
  const answered = new Map<string, () => void>();
  const answer = (name: string) =>
    new Promise<void>(resolve => {
      requested.push(name);
      answered.set(name, resolve);
    });
  rights.subscriptions.current.value = { kind: 'none' };
  rights.subscriptions.refresh = () => answer('rights');
  const { service, lens, start } = await draftBench((session, catalog, given) =>
    draftAnalyticOrder({ session, catalog, ...rights }, given),
  );
  service.analytics = () => answer('analytics').then(() => analytics);
  const running = start(lens(0));
  await eventually(() => expect(requested.toSorted()).toEqual(['analytics', 'rights']), { interval: 1 });
  for (const resolve of answered.values()) resolve();
  await running;
  await step('Images of Harbour');
});
