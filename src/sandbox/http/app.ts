import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { itemRoutes } from '../orders/itemRoutes.ts';
import { settleOrders } from '../orders/orderBook.ts';
import { orderRoutes } from '../orders/orderRoutes.ts';
import { accountRoutes, subscriptionRoutes } from '../accounts/accountRoutes.ts';
import { authRoutes, bearer, keyRoutes, suspension } from '../accounts/authRoutes.ts';
import { searchRoutes } from '../catalogue/searchRoutes.ts';
import { type Env, iso, Refusal, type Service } from './service.ts';

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

/** A refusal in the shape of the host that speaks: deployed services have one shape for each. */
function errorBody(service: Service, context: Context<Env>, refusal: Refusal): Record<string, unknown> {
  // The one body of an error that the specification shows has these two fields.
  if (service.dialect === 'specification') {
    return { error: refusal.code.toLowerCase(), error_description: refusal.message };
  }
  const { path } = context.req;
  if (path.includes('/opensearch')) return { errorCode: refusal.code, message: refusal.message };
  if (path.startsWith('/api/v1/items/')) return { code: refusal.code, message: refusal.message };
  return {
    message: refusal.message,
    hint: refusal.hint ?? null,
    internalCode: refusal.code,
    correlationId: context.get('correlationId'),
    timestamp: iso(service.now()),
  };
}
