import type { Context } from 'hono';
import type { Refusal } from './refusal.ts';
import { iso, type Env, type Service } from './service.ts';

/** A refusal in the shape of the host that speaks: deployed services have one shape for each. */
export function errorBody(
  service: Service,
  context: Context<Env>,
  refusal: Refusal,
): Record<string, unknown> {
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
