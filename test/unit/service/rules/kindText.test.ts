import { expect, it } from 'vitest';
import { orderStatusText, statusAsSent } from '../../../../src/service/rules/kindText.ts';

it.each([
  ['delivered', 'delivered', undefined],
  ['DELIVERED', 'DELIVERED', undefined],
  ['rejected', 'failed', 'rejected'],
  ['in_production', 'in production', 'in_production'],
  ['InProduction', 'in production', 'InProduction'],
  ['QUALITY-CHECK', 'quality check', 'QUALITY-CHECK'],
  ['Queued', 'Queued', undefined],
  ['_', '_', undefined],
])('says the status %j as %j, and as sent where that differs', (status, text, sent) => {
  expect([orderStatusText(status), statusAsSent(status)]).toEqual([text, sent]);
});
