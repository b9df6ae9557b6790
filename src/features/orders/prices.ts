import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Image } from '../../service/rules/imagery.ts';
import { keptHashLength, type LedgerSubject } from '../../service/rules/ledgerEntry.ts';
import type { Price } from '../../service/rules/order.ts';
import { wasSurelyRefused } from '../../service/wire/errors.ts';
import { messageField, type RecordAction } from '../../platform/host/record.ts';
import { onNextSession } from '../../session/reader.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import { bodyHash, type OrderBody } from './rules/orderBody.ts';
import type { PricedContents } from './rules/pricedContents.ts';

/** In milliseconds. The age of an older price is shown, and several orders at once are priced again. */
export const newPriceMs = 10 * 60_000;

export type PriceState =
  | { kind: 'pricing' }
  /** `at`: when the service answered, epoch ms. */
  | { kind: 'priced'; price: Price; signedIn: SignedIn; at: number }
  | { kind: 'failed'; error: unknown };

/** `cancelled`: the caller didn't wait. A price that was known before stays known. */
export type Asked = Exclude<PriceState, { kind: 'pricing' }> | { kind: 'cancelled' };

export interface PriceOptions {
  /** An image that an order names, if it is known: the ledger records its constellation. */
  imageById?: (id: string) => Image | undefined;
  /** Called if the ledger can't record what a price is for. */
  onError?: (error: unknown) => void;
  /** By this machine's clock, epoch ms. */
  now?: () => number;
}

export type Prices = ReturnType<typeof createPrices>;

/** @param record called with every answer, including answers that are too late to use */
export function createPrices(
  session: SessionOwner,
  record: RecordAction,
  { imageById = () => undefined, onError = () => undefined, now = Date.now }: PriceOptions = {},
) {
  const current = signal<ReadonlyMap<string, PriceState>>(new Map());
  const set = (hash: string, state: PriceState | undefined) => {
    const next = new Map(current.peek());
    if (state) next.set(hash, state);
    else next.delete(hash);
    current.value = next;
  };

  /** The request in progress for each body: all who ask for its price wait for it. */
  const running = new Map<string, Question>();

  const bodies = new Map<string, OrderBody>();

  /** The connection of an earlier session that a body was priced on, by its hash. */
  const before = new Map<string, string>();

  onNextSession(session, () => {
    for (const [hash, state] of current.peek())
      if (state.kind === 'priced') before.set(hash, state.signedIn.connection.name);
    running.clear();
    bodies.clear();
    current.value = new Map();
  });

  async function answerTo(
    body: OrderBody,
    hash: string,
    signedIn: SignedIn,
    abort: AbortSignal,
    requestedBy: 'agent' | undefined,
    patience: AbortSignal,
  ): Promise<Asked> {
    const result = await signedIn
      .client()
      .then(client => client.price(body, abort, patience))
      .then(
        price => ({ kind: 'priced', price }) as const,
        (error: unknown) => ({ kind: 'failed', error }) as const,
      );
    const at = now();
    const contents = result.kind === 'priced' ? await contentsOrNone(body, result.price) : {};
    if (!abort.aborted) recordAnswer(record, signedIn, body, hash, contents, requestedBy, result);
    return result.kind === 'priced' ? { ...result, signedIn, at } : result;
  }

  /** Never fails: the price is an answer without them. */
  async function contentsOrNone(body: OrderBody, price: Price): Promise<PricedContents> {
    try {
      return (await import('./rules/pricedContents.ts')).pricedContents(body, price, imageById);
    } catch (error) {
      onError(error);
      return {};
    }
  }

  function begin(
    body: OrderBody,
    hash: string,
    signedIn: SignedIn,
    requestedBy: 'agent' | undefined,
  ): Question {
    const before = current.peek().get(hash);
    const end = new AbortController();
    const patience = new AbortController();
    const conclude = (state: PriceState | undefined) => {
      if (session.current.peek() !== signedIn || running.get(hash) !== question) return;
      running.delete(hash);
      set(hash, state);
    };
    async function answer(): Promise<Asked> {
      const asked = answerTo(body, hash, signedIn, end.signal, requestedBy, patience.signal);
      const first = await Promise.race([asked, whenAborted(end.signal)]);
      const state: Asked = end.signal.aborted && first.kind === 'failed' ? { kind: 'cancelled' } : first;
      conclude(state.kind === 'cancelled' ? before : state);
      return state;
    }
    const question: Question = {
      answer: answer(),
      waiting: 0,
      patience,
      end,
      cancel() {
        end.abort();
        conclude(before);
      },
    };
    running.set(hash, question);
    bodies.delete(hash);
    bodies.set(hash, body);
    set(hash, { kind: 'pricing' });
    return question;
  }

  return {
    /** By hash of the body. Editing a body changes its hash, so the old price no longer applies. */
    current: current as ReadonlySignal<ReadonlyMap<string, PriceState>>,
    /** The price of exactly this body in the current session. */
    of: (body: OrderBody) => current.peek().get(bodyHash(body)),
    /**
     * Every body that was priced in the current session, with its price and when the service answered, epoch ms; the
     * latest comes last. Follows `current`.
     */
    priced: () =>
      [...bodies].flatMap(([hash, body]) => {
        const state = current.value.get(hash);
        return state?.kind === 'priced' ? [{ body, price: state.price, at: state.at }] : [];
      }),
    /** The connection that exactly this body was priced on before this session, in this window. */
    pricedBefore: (body: OrderBody) => before.get(bodyHash(body)),
    /** Aborts the request in progress for this body, no matter who started it. */
    cancel: (body: OrderBody): void => running.get(bodyHash(body))?.end.abort(),
    /**
     * Requests the price, or waits for the request that is in progress for the same body. What only agents wait for
     * comes after all other calls; the ledger records it. Failures are part of the state.
     */
    async ask(body: OrderBody, signal?: AbortSignal, requestedBy?: 'agent'): Promise<Asked> {
      const signedIn = asSignedIn(session.current.peek());
      if (!signedIn) throw new Error('A price was asked for while signed out.');
      const hash = bodyHash(body);
      const inProgress = running.get(hash);
      const isOver = inProgress?.end.signal.aborted !== false;
      const question = isOver ? begin(body, hash, signedIn, requestedBy) : inProgress;
      if (requestedBy !== 'agent') question.patience.abort();
      question.waiting += 1;
      const state = await Promise.race([question.answer, ...(signal ? [whenAborted(signal)] : [])]);
      question.waiting -= 1;
      if (question.waiting === 0 && state.kind === 'cancelled') question.cancel();
      return state;
    },
  };
}

/** One request for a price. */
interface Question {
  answer: Promise<Asked>;
  /** How many wait for it. */
  waiting: number;
  /** Aborted as soon as a person waits for it. */
  patience: AbortController;
  end: AbortController;
  /** What was known before stays known. */
  cancel: () => void;
}

function recordAnswer(
  record: RecordAction,
  { connection }: SignedIn,
  body: OrderBody,
  hash: string,
  contents: PricedContents,
  requestedBy: 'agent' | undefined,
  answer: { kind: 'priced'; price: Price } | { kind: 'failed'; error: unknown },
) {
  const subject: LedgerSubject = {
    connection: connection.name,
    action: 'price',
    title: typeof body.title === 'string' && body.title !== '' ? body.title : undefined,
    orderKind: typeof body.kind === 'string' ? body.kind : undefined,
    bodyHash: hash.slice(0, keptHashLength),
    ...contents,
    requestedBy,
  };
  if (answer.kind === 'failed') {
    const { error } = answer;
    record(subject, { result: wasSurelyRefused(error) ? 'refused' : 'failed', ...messageField(error) });
    return;
  }
  const { total, notOrderable } = answer.price;
  record({ ...subject, amount: total }, { result: 'ok', message: notOrderable });
}

/** Resolves on abort, because a canceled request may still be queued. */
function whenAborted(abort: AbortSignal): Promise<{ kind: 'cancelled' }> {
  return new Promise(resolve => {
    const end = () => resolve({ kind: 'cancelled' });
    if (abort.aborted) end();
    else abort.addEventListener('abort', end, { once: true });
  });
}
