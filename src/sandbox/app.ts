import { Hono, type MiddlewareHandler } from 'hono';
import { accountRoutes } from './accountRoutes.ts';
import { authRoutes, bearer, suspension } from './authRoutes.ts';
import { errorBody } from './errorBody.ts';
import { itemRoutes } from './itemRoutes.ts';
import { keyRoutes } from './keyRoutes.ts';
import { settleOrders } from './orderBook.ts';
import { orderRoutes } from './orderRoutes.ts';
import { Refusal } from './refusal.ts';
import { searchRoutes } from './searchRoutes.ts';
import type { Env, Service } from './service.ts';
import { subscriptionRoutes } from './subscriptionRoutes.ts';

/** The whole service: all four hosts under one origin, which their paths keep apart. */
export function appOf(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    const id = context.req.header('x-ads-correlation-id') ?? crypto.randomUUID();
    context.set('correlationId', id);
    settleOrders(service);
    await next();
    if (service.dialect === 'deployed') context.header('X-Ads-Correlation-Id', id);
  });
  app.use(suspension(service));
  app.route('/', authRoutes(service));

  const forKeys = bearer(service, 'AAA');
  const forImagery = bearer(service, 'IDP');
  const forEach: MiddlewareHandler<Env> = (context, next) =>
    context.req.path.startsWith('/api/v1/apikeys') ? forKeys(context, next) : forImagery(context, next);
  app.use('/api/*', forEach);
  for (const routes of [
    keyRoutes,
    accountRoutes,
    subscriptionRoutes,
    orderRoutes,
    itemRoutes,
    searchRoutes,
  ]) {
    app.route('/', routes(service));
  }

  app.notFound(context => {
    const refusal = new Refusal(404, 'NOT_FOUND', `There is nothing at ${context.req.path}`);
    return context.json(errorBody(service, context, refusal), 404);
  });
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'INTERNAL', 'The service failed');
    return context.json(errorBody(service, context, refusal), refusal.status);
  });
  return app;
}
