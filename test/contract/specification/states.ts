import type { Section } from './section.ts';

const revoke = 'GET /api/v1/subscriptions/{subscription_id}/revoke';
const order = 'GET /api/v1/orders/{orderId}';
const orders = 'POST /api/v1/orders';

/** States, what leads from one to the next, and how a client learns of it. */
export const states = [
  {
    place: 'States and transitions, Contract',
    client: 'contract',
    route: 'GET /api/v1/contracts/{contractId}',
    rows: { 'state.contract': '`pending`, `created`, `error`, `active`' },
  },
  {
    place: 'States and transitions, Subscription',
    client: ['revoke', 'subscriptions'],
    route: revoke,
    rows: {
      'revoke.notStarted': 'Revoked before its start: ends at once, with a full refund',
      'revoke.running': 'Revoked within a run: ends with the current period, what is unused is refunded',
      'revoke.newEnd': 'The answer holds the subscription with its new end',
      'revoke.quarterlyRuns': 'A quarterly subscription has 2 runs',
      'revoke.monthlyRuns': 'A monthly subscription has 2 to 6 runs',
      'revoke.monthlyExample':
        'Example: four months from August, revoked on 20 August, refund of September to November',
      'revoke.quarterlyExample': 'Example: January to June, revoked in March, refund of April to June',
    },
  },
  {
    place: 'States and transitions, Order',
    client: ['orderSlot', 'order'],
    route: [orders, order],
    rows: {
      'state.ordered': 'Accepted: `ordered`, with the id in the answer',
      'state.rejected': 'Balance too low: `rejected`',
      'state.delivered': 'Produced: `delivered`, in the private workspace, with a download link',
      'state.error': 'Production failed: `error`',
      'state.stereo': 'Stereo and tri-stereo are never delivered',
    },
  },
  {
    place: 'Events',
    client: 'order',
    route: order,
    rows: { 'events.polling': 'None: progress is read from the order' },
  },
] as const satisfies Section[];
