import type { Section } from './section.ts';

const me = 'GET /api/v1/me';
const contract = 'GET /api/v1/contracts/{contractId}';
const subscriptions = 'GET /api/v1/contracts/{contractId}/subscriptions';
const consumption = 'GET /api/v1/subscriptions';
const payments = 'GET /api/v1/contracts/{contractId}/payments';
const keys = 'GET /api/v1/apikeys';

/** What belongs to a user: contract, profile, roles, subscriptions, payments, keys. */
export const accountResources = [
  {
    place: 'What the service does',
    client: 'profile',
    route: me,
    rows: {
      'service.contract': 'One contract for a user, with a private workspace and a balance of credits',
      'service.premium': 'Contract type `Premium`: prepaid',
      'service.techEval': 'Contract type `TechEval`: a trial with a little credit',
    },
  },
  {
    place: 'Resources and their fields, Contract',
    client: 'contract',
    route: contract,
    rows: {
      'contract.id': '`id`',
      'contract.links': '`_links`: to itself',
      'contract.balance': '`balance`',
      'contract.workspaceId': '`workspaceId`',
      'contract.status': '`status`',
    },
  },
  {
    place: 'Resources and their fields, Profile',
    client: 'profile',
    route: me,
    rows: {
      'profile.licence': 'The licence',
      'profile.account': 'The account: identifier, and when it was created',
      'profile.links': 'Links to contracts, orders, payments and subscriptions',
      'profile.workspace': 'The workspace, in a field whose name contains "workspace"',
    },
  },
  {
    place: 'Resources and their fields, Service roles',
    client: 'services',
    route: 'GET /api/v1/me/services',
    rows: {
      'role.platform-data': '`platform-data`',
      'role.change-detection': '`change-detection`',
      'role.geostore-premier': '`geostore-premier`',
      'role.verde': '`verde`',
      'role.ocean-finder': '`ocean-finder`',
      'role.earth-monitor': '`earth-monitor`',
      'role.analytics-toolbox': '`analytics-toolbox`',
      'role.pfneo-3d': '`pfneo-3d`',
      'role.tasking': '`tasking`',
    },
  },
  {
    place: 'Resources and their fields, Subscription',
    client: 'subscriptions',
    route: subscriptions,
    rows: {
      'subscription.id': '`id`',
      'subscription.status': '`status`',
      'subscription.startedAt': '`startedAt`',
      'subscription.endedAt': '`endedAt`',
      'subscription.service': '`service`',
      'subscription.isAmountEstimated': '`isAmountEstimated`',
      'subscription.title': '`title`',
      'subscription.kind': '`kind`',
      'subscription.offers': '`offers`',
      'subscription.platform': 'A Premium user also holds the generic platform subscription',
      'subscription.platformNeeded': {
        row: 'Without it the data services cannot be used',
        client: 'orderSlot',
        route: 'POST /api/v1/orders',
      },
    },
  },
  {
    place: 'Resources and their fields, Subscription, streaming plans',
    client: 'consumption',
    route: consumption,
    rows: {
      'plan.discover': '`discover`: 1 GB',
      'plan.starter': '`starter`: 4 GB',
      'plan.standard': '`standard`: 10 GB',
      'plan.advanced': '`advanced`: 30 GB',
    },
  },
  {
    place: 'Resources and their fields, Payment',
    client: 'payments',
    route: payments,
    rows: { 'payment.id': 'A payment id, a text' },
  },
  {
    place: 'Resources and their fields, Subscription consumption',
    client: 'consumption',
    route: consumption,
    rows: {
      'consumption.remaining': 'Remaining credit',
      'consumption.streaming': 'Spent on streaming',
      'consumption.imagery': 'Spent on ordering imagery',
    },
  },
  {
    place: 'Resources and their fields, API key',
    client: 'keys',
    route: keys,
    rows: {
      'key.id': '`id`',
      'key.description': '`description`',
      'key.secret': { row: '`secret`', client: 'createKey', route: 'POST /api/v1/apikeys' },
      'key.expirationDate': '`expirationDate`: ISO 8601, UTC',
    },
  },
] as const satisfies Section[];
