import type { Section } from './section.ts';

const list = 'GET /api/v1/orders';

/** The endpoints of the account host, and what holds for all of them. */
export const endpoints = [
  {
    place: 'Endpoints',
    rows: {
      'endpoints.bearer': {
        row: 'Every call carries the access token as `Authorization: Bearer`',
        client: 'profile',
        route: 'GET /api/v1/me',
      },
      'endpoints.json': {
        row: 'Bodies are JSON, and say so in `Content-Type`',
        client: 'price',
        route: 'POST /api/v1/prices',
      },
      'endpoints.page': { row: '`page`: 1 or more, default 1', client: 'ordersPage', route: list },
      'endpoints.itemsPerPage': { row: '`itemsPerPage`: 1 or more', client: 'ordersPage', route: list },
    },
  },
  {
    place: 'Endpoints, Account and contracts',
    rows: {
      'get.me': { row: 'Profile', client: 'profile', route: 'GET /api/v1/me' },
      'get.services': { row: 'Service roles', client: 'services', route: 'GET /api/v1/me/services' },
      'get.contract': {
        row: 'One contract',
        client: 'contract',
        route: 'GET /api/v1/contracts/{contractId}',
      },
      'get.subscriptions': {
        row: 'Subscriptions of a contract, in pages',
        client: 'subscriptions',
        route: 'GET /api/v1/contracts/{contractId}/subscriptions',
      },
      'get.subscriptions.type': {
        row: 'Subscriptions by `type`, such as `change-detection`',
        client: 'subscriptions',
        route: 'GET /api/v1/contracts/{contractId}/subscriptions',
      },
      'get.subscription': {
        row: 'One subscription',
        client: 'subscription',
        route: 'GET /api/v1/contracts/{contractId}/subscriptions/{subscriptionId}',
      },
      'get.revoke': {
        row: 'Revoke: a GET that changes state',
        client: 'revoke',
        route: 'GET /api/v1/subscriptions/{subscription_id}/revoke',
      },
      'get.revokeShort': {
        row: 'Revoke, as an example addresses it',
        client: 'revoke',
        route: 'GET /api/v1/{subscriptionId}/revoke',
      },
      'get.consumption': {
        row: 'Consumption, `service=data`',
        client: 'consumption',
        route: 'GET /api/v1/subscriptions',
      },
      'get.payments': {
        row: 'Payments of a contract, in pages',
        client: 'payments',
        route: 'GET /api/v1/contracts/{contractId}/payments',
      },
      'get.subscriptionPayments': {
        row: 'Payments of a subscription, in pages',
        client: 'subscriptionPayments',
        route: 'GET /api/v1/subscriptions/{subscriptionId}/payments',
      },
      'get.payment': {
        row: 'One payment',
        client: 'payment',
        route: 'GET /api/v1/contracts/{contractId}/payments/{paymentId}',
      },
      'get.order': {
        row: 'One order, with its payment and deliveries',
        client: 'order',
        route: 'GET /api/v1/orders/{orderId}',
      },
      'get.orders': { row: 'Orders, in pages', client: ['orders', 'ordersPage'], route: list },
      'get.orders.status': { row: 'Orders by `status`', client: 'orders', route: list },
      'get.orders.kind': { row: 'Orders by `kind`', client: 'orders', route: list },
      'get.analytics': { row: 'Analytics, in pages', client: 'analytics', route: 'GET /api/v1/analytics' },
    },
  },
] as const satisfies Section[];
