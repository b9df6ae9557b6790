import type { Section } from './section.ts';

const search = 'GET /api/v2/opensearch';
const exchange = 'POST /auth/realms/IDP/protocol/openid-connect/token';
const prices = 'POST /api/v1/prices';
const orders = 'POST /api/v1/orders';
const order = 'GET /api/v1/orders/{orderId}';
const revoke = 'GET /api/v1/subscriptions/{subscription_id}/revoke';

/** Errors, limits and versions. */
export const limits = [
  {
    place: 'Errors',
    rows: {
      'error.exchange': {
        row: 'Key invalid, omitted or suspended: 403, `access_denied`, `Access denied`',
        client: 'signIn',
        route: exchange,
      },
      'error.balance': {
        row: 'Balance too low: the order is `rejected`',
        client: ['orderSlot', 'order'],
        route: [orders, order],
      },
      'error.production': {
        row: 'Production failed: the order has `error`',
        client: ['orderSlot', 'order'],
        route: [orders, order],
      },
      'error.others': {
        row: 'All others: no form is shown, so the words are read from every form',
        client: ['order', 'price'],
        route: [order, prices],
      },
    },
  },
  {
    place: 'Limits',
    rows: {
      'limit.keys': { row: 'API keys: 10', client: 'createKey', route: 'POST /api/v1/apikeys' },
      'limit.pageDefault': { row: 'Results on a page of the search: default 50', route: search },
      'limit.pageMost': {
        row: 'Results on a page of the search: at most 500',
        client: 'search',
        route: search,
      },
      'limit.reachable': {
        row: 'Results that a search reaches: at most 10,000',
        client: ['search', 'searchAll'],
        route: search,
      },
      'limit.page': { row: '`page`: 1 or more', client: 'ordersPage', route: 'GET /api/v1/orders' },
      'limit.aoi': { row: 'AOI of a product: 0.1 km² or more', client: 'price', route: prices },
      'limit.libraryCloud': {
        row: 'Living Library: cloud cover under 30 %',
        client: 'search',
        route: search,
      },
      'limit.libraryIncidence': {
        row: 'Living Library: incidence under 40°',
        client: 'search',
        route: search,
      },
      'limit.images': { row: 'Images of an analytic: 1 or 2', client: 'price', route: prices },
      'limit.resolution': { row: 'Resolution of an analytic: 0.5 or 1.5', client: 'price', route: prices },
      'limit.streaming': {
        row: 'Streaming: 1, 4, 10, 30 GB',
        client: 'consumption',
        route: [
          'GET /api/v1/subscriptions',
          'GET /api/v1/items/{item_id}/wmts/tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}',
        ],
      },
      'limit.quarterly': { row: 'Quarterly: 2 runs', client: 'revoke', route: revoke },
      'limit.monthly': { row: 'Monthly: 2 to 6 runs', client: 'revoke', route: revoke },
    },
  },
  {
    place: 'Versioning',
    rows: {
      'version.1': {
        row: '1. Account, subscriptions, payments, prices, orders and analytics below `/api/v1`',
        client: ['profile', 'subscriptions', 'payments', 'price', 'orders', 'analytics'],
        route: ['GET /api/v1/me', prices, 'GET /api/v1/orders', 'GET /api/v1/analytics'],
      },
      'version.2': {
        row: '2. Search at `/api/v2/opensearch`, and at `/api/v1/opensearch`',
        client: 'search',
        route: [search, 'GET /api/v1/opensearch'],
      },
      'version.3': { row: '3. Keys below `/api/v1/apikeys`', client: 'keys', route: 'GET /api/v1/apikeys' },
      'version.4': {
        row: '4. Tiles and GB are to be abandoned, and still taken',
        client: 'orderSlot',
        route: orders,
      },
      'version.5': {
        row: '5. No negotiation by header',
        client: ['profile', 'search'],
        route: ['GET /api/v1/me', search],
      },
    },
  },
  {
    place: 'Beyond the specification, on deployed services',
    rows: {
      'deployed.contracts': { row: 'A list of contracts', route: 'GET /api/v1/contracts' },
      'deployed.licences': { row: 'A list of licences', route: 'GET /api/v1/me/licenses' },
      'deployed.revoke': {
        row: 'Revoke by `PUT`, sent only after a confirmation of exactly that',
        client: 'revoke',
        route: 'PUT /api/v1/subscriptions/{subscription_id}/revoke',
      },
      'deployed.item': { row: 'An image by its own link', route: 'GET /api/v1/items/{item_id}' },
      'deployed.totals': {
        row: 'Totals of lists and searches',
        client: ['payments', 'search'],
        route: ['GET /api/v1/contracts/{contractId}/payments', search],
      },
      'deployed.checksum': {
        row: 'The MD5 of a download',
        client: 'download',
        route: 'GET /api/v1/items/{item_id}/download',
      },
      'deployed.exchange400': {
        row: '400 at the exchange, for a key or for `AAA`',
        client: 'signIn',
        route: exchange,
      },
      'deployed.pace': {
        row: 'Prices, orders and order reads at least a second apart',
        client: ['price', 'orderSlot', 'order', 'ordersPage'],
        route: [prices, orders, order, 'GET /api/v1/orders'],
      },
      'deployed.slow': { row: 'Slow answers', client: 'profile', route: 'GET /api/v1/me' },
      'deployed.contractNamed': {
        row: 'A profile that only names its contract, or embeds a stub of it',
        client: ['profile', 'contract'],
        route: ['GET /api/v1/me', 'GET /api/v1/contracts/{contractId}'],
      },
      'deployed.contractFields': {
        row: '`credits` for `balance`, offers as objects, a contract without an id',
        client: ['profile', 'contract'],
        route: ['GET /api/v1/me', 'GET /api/v1/contracts/{contractId}'],
      },
      'deployed.sensors': {
        row: 'Sensors of an analytic in other spellings',
        client: 'analytics',
        route: 'GET /api/v1/analytics',
      },
      'deployed.numbers': { row: 'Numbers as text, also with an exponent', client: 'price', route: prices },
      'deployed.relations': {
        row: '`relation`: `contains`, `within`, `disjoint`',
        client: 'search',
        route: search,
      },
      'deployed.acquisition': {
        row: '`acquisitionIdentifier`: of the acquisition',
        client: 'search',
        route: search,
      },
    },
  },
] as const satisfies Section[];
