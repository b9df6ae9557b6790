import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { itemRoutes } from '../orders/itemRoutes.ts';
import { settleOrders } from '../orders/orderBook.ts';
import { orderRoutes } from '../orders/orderRoutes.ts';
import { accountRoutes, subscriptionRoutes } from '../accounts/accountRoutes.ts';
import { authRoutes, bearer, keyRoutes, suspension } from '../accounts/authRoutes.ts';
import { searchRoutes } from '../catalogue/searchRoutes.ts';
import { createTurns } from '../dialects/forms.ts';
import { serviceAnswers } from '../dialects/serviceAnswers.ts';
import type { Env } from './env.ts';
import { Refusal, type Service } from './service.ts';

/** The whole service: all four hosts under one origin, which their paths keep apart. */
export function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const nextTurn = createTurns();
  app.use(async (context, next) => {
    const id = context.req.header('x-ads-correlation-id') ?? crypto.randomUUID();
    context.set('correlationId', id);
    context.set('answers', serviceAnswers(service, nextTurn(context.req.method, new URL(context.req.url))));
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

  const refused = (context: Context<Env>, refusal: Refusal) =>
    context.get('answers').refusal(refusal, {
      path: context.req.path,
      correlationId: context.get('correlationId'),
    });
  app.notFound(context =>
    refused(context, new Refusal(404, 'NOT_FOUND', `There is nothing at ${context.req.path}`)),
  );
  app.onError((error, context) =>
    refused(context, error instanceof Refusal ? error : new Refusal(500, 'INTERNAL', 'The service failed')),
  );
  return app;
}
