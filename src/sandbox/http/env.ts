/** What every handler of a request has at hand. */
import type { Context } from 'hono';
import type { AccountState } from '../accounts/state.ts';
import type { Answers } from '../dialects/answers.ts';
import { type Bindings, invalid } from './service.ts';

export interface Env {
  Bindings: Bindings;
  Variables: {
    account: AccountState;
    correlationId: string;
    answers: Answers;
  };
}

/** The JSON of a request, or a refusal: bodies are JSON with its content type unless stated otherwise. */
export async function requestJson(context: Context<Env>): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw invalid('The content type must be application/json');
  }
  try {
    return JSON.parse(await context.req.text()) as unknown;
  } catch {
    throw invalid('The body is not JSON');
  }
}
