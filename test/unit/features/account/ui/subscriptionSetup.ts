import type { Payment } from '../../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import type { Paged, Reading } from '../../../../../src/platform/host/reading.ts';
import type { Arrangement } from '../../../../../src/platform/rows/arrangement.ts';
import type { Row } from '../../../../../src/platform/rows/row.ts';
import type { RevokeMark } from '../../../../../src/features/account/revokeMarks.ts';
import { subscriptionsRows } from '../../../../../src/features/account/ui/contract/subscriptionsRows.ts';
import { subscriptionsAtFirst } from '../../../../../src/features/account/ui/contract/subscriptionsView.ts';
import { bareSubscription } from '../rules/subscriptions.ts';

export const now = Date.UTC(2025, 7, 20, 12);

export const monthly = bareSubscription({
  id: 'm',
  title: 'Port of call',
  status: 'active',
  kind: 'subscription.change-detection.monthly',
  service: 'change-detection',
  startedAt: '2025-08-01',
  endedAt: '2025-12-01T00:00:00.000Z',
});
export const plan = bareSubscription({
  id: 'd',
  title: 'Streaming',
  status: 'active',
  kind: 'subscription.data.premium',
  service: 'data',
  startedAt: '2025-01-01',
  isAmountEstimated: true,
  offers: ['order.data.product', 'order.data.gb.product', 'order.new'],
  amountConsumed: { value: 1_240_000, unit: 'kB' },
  amountMax: { value: 10_000_000, unit: 'kB' },
  fields: {
    id: 'd',
    contractId: 'c7',
    news: { from: 'the future' },
    _links: { self: { href: 'https://base.test' } },
  },
});
export const platform = bareSubscription({
  id: 'p',
  title: 'Platform',
  status: 'active',
  kind: 'subscription.platform',
  service: 'platform',
  startedAt: '2025-01-01',
});
export const pendingOne = bareSubscription({
  id: 'q',
  title: 'Quarry',
  status: 'pending',
  kind: 'subscription.change-detection.monthly',
  service: 'change-detection',
  startedAt: '2025-10-01',
  endedAt: '2025-12-01',
});
export const over = bareSubscription({
  id: 'v',
  title: 'Vessels',
  status: 'revoked',
  kind: 'subscription.ocean-finder.monthly',
  service: 'ocean-finder',
  startedAt: '2025-01-01',
  endedAt: '2025-04-01',
});

interface Given {
  reading?: Reading<readonly Subscription[]>;
  ofType?: Record<string, Reading<readonly Subscription[]>>;
  listed?: readonly Subscription[];
  marks?: Record<string, RevokeMark>;
  arrangement?: Partial<Arrangement>;
  /** Those that were read, by subscription ID. */
  payments?: Record<string, Reading<Paged<Payment>>>;
}

/** The rows, and the actions that were called. */
export function setUp({ listed = [], reading = { kind: 'ready', value: listed, at: now }, ...rest }: Given) {
  const called: string[] = [];
  const rows = subscriptionsRows(
    {
      reading,
      ofType: new Map(Object.entries(rest.ofType ?? {})),
      findRevocation: ({ id }) => rest.marks?.[id],
      payments: new Map(Object.entries(rest.payments ?? {})),
      now,
    },
    { ...subscriptionsAtFirst, ...rest.arrangement },
    {
      retry: () => called.push('retry'),
      showAll: () => called.push('showAll'),
      paymentsFor: id => {
        throw new Error(`Payments of ${id} were asked for.`);
      },
    },
  );
  return { rows, called };
}

export const inShort = ({ label, description }: Row) => `${label} | ${description ?? ''}`;

export function run(row: Row | undefined): void {
  row?.press?.run();
}

/** The row of one subscription, and those below it by label. */
export function opened(subscription: Subscription, mark?: RevokeMark, payments?: readonly Payment[]) {
  const { id } = subscription;
  const read = payments && {
    items: payments,
    total: undefined,
    isLast: true,
    more: { kind: 'idle' } as const,
  };
  const { rows } = setUp({
    listed: [subscription],
    ...(mark ? { marks: { [id]: mark } } : {}),
    ...(read ? { payments: { [id]: { kind: 'ready', value: read, at: now } } } : {}),
  });
  const row = rows.find(candidate => candidate.id === `subscription/${id}`);
  if (!row) throw new Error(`No row: ${rows.map(inShort).join()}`);
  const children = row.children?.() ?? [];
  return { row, below: (label: string) => children.find(child => child.label === label) };
}
