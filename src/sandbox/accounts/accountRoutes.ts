import { Hono, type Context } from 'hono';
import { pageOf } from '../http/paging.ts';
import { notFound } from '../http/refusal.ts';
import { iso, type Env, type Service } from '../http/service.ts';
import type { AccountState } from './state.ts';

/** Specification: Account and contracts, the profile, the roles and the contract. */
export function accountRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/api/v1/me', context => context.json(profile(service, context.get('account'))));
  routes.get('/api/v1/me/services', context => context.json(context.get('account').services));
  if (service.dialect === 'deployed') {
    routes.get('/api/v1/me/licenses', context =>
      context.json(pageOf(service, [{ id: 'standard', status: 'accepted' }], context.req.query())),
    );
    routes.get('/api/v1/contracts', context =>
      context.json(pageOf(service, [contract(service, context.get('account'))], context.req.query())),
    );
  }
  routes.get('/api/v1/contracts/:contractId', context =>
    context.json(contract(service, ownContract(context))),
  );
  return routes;
}

/** The caller's account, if the path names its contract. */
export function ownContract(context: Context<Env>): AccountState {
  const account = context.get('account');
  const id = context.req.param('contractId') ?? '';
  if (id !== account.contractId) throw notFound('contract', id);
  return account;
}

function profile(service: Service, account: AccountState): Record<string, unknown> {
  const base = `${service.origin}/api/v1`;
  const own = `${base}/contracts/${account.contractId}`;
  if (service.dialect === 'specification') {
    return {
      id: account.userId,
      createdAt: iso(account.createdAt),
      licence: 'standard',
      workspaceId: account.workspaceId,
      _links: {
        self: { href: `${base}/me` },
        contracts: { href: own },
        orders: { href: `${base}/orders` },
        payments: { href: `${own}/payments` },
        subscriptions: { href: `${own}/subscriptions` },
      },
    };
  }
  return {
    _links: { self: { href: `${base}/me` }, licenses: { href: `${base}/me/licenses` } },
    id: account.userId,
    status: 'created',
    createdAt: iso(account.createdAt),
    roles: ['user', 'contractViewer'],
    contract: contract(service, account),
    permissions: [{ contractId: account.contractId, kind: 'contract.user', userId: account.userId }],
  };
}

function contract(service: Service, account: AccountState): Record<string, unknown> {
  const self = `${service.origin}/api/v1/contracts/${account.contractId}`;
  if (service.dialect === 'specification') {
    return {
      id: account.contractId,
      _links: { self: { href: self } },
      balance: account.balance,
      workspaceId: account.workspaceId,
      status: 'active',
    };
  }
  return {
    _links: {
      self: { href: self },
      orders: { href: `${service.origin}/api/v1/orders` },
      payments: { href: `${self}/payments` },
      subscriptions: { href: `${self}/subscriptions` },
    },
    id: account.contractId,
    status: 'created',
    createdAt: iso(account.createdAt),
    name: account.companyName.toLowerCase().replaceAll(' ', '-'),
    companyName: account.companyName,
    kind:
      account.contractType === 'Premium' ? 'contract.platformdata.premium' : 'contract.platformdata.techEval',
    offers: [...new Set(account.subscriptions.flatMap(subscription => subscription.offers))],
    balance: account.balance,
    balanceUnit: 'credits',
    amountUnit: 'credits',
    workspaceId: account.workspaceId,
    workspaceName: account.workspaceName,
  };
}
