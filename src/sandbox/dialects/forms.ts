/** Which of several forms an answer takes, where the specification shows none. */
import { hash, hashText } from '../http/random.ts';

/**
 * What has several forms: `links` are those of an order's deliveries, `words` those of a subscription's status. Tests
 * choose one of them by its number.
 */
export type FormName =
  | 'profile'
  | 'contract'
  | 'subscription'
  | 'words'
  | 'consumption'
  | 'payment'
  | 'key'
  | 'deletion'
  | 'analytic'
  | 'price'
  | 'order'
  | 'deliveries'
  | 'links'
  | 'image'
  | 'rights'
  | 'list'
  | 'single'
  | 'pageSize'
  | 'id'
  | 'placed'
  | 'refusal';

/** `first` has each answer in its first form; numbers fix one form each, and the others go on taking turns. */
export type ChosenForms = 'first' | Readonly<Partial<Record<FormName, number>>>;

export type Forms = ReturnType<typeof createForms>;

/**
 * @param seed where the turns begin
 * @param turn of the request: 0 for the first one of its kind
 */
export function createForms(seed: string, chosen: ChosenForms | undefined, turn: number) {
  const pick = <T>(name: FormName, forms: readonly [T, ...T[]], shift: number): T => {
    const at = chosen === 'first' ? 0 : (chosen?.[name] ?? hash(hashText(`${seed}/${name}`), 1) + shift);
    return forms[at % forms.length] ?? forms[0];
  };
  return {
    /** The forms take turns: the next request for the same gets the next one. */
    next: <T>(name: FormName, forms: readonly [T, ...T[]]) => pick(name, forms, turn),
    /** One form for as long as the sandbox runs, such as of ids: they mean the same in each answer. */
    always: <T>(name: FormName, forms: readonly [T, ...T[]]) => pick(name, forms, 0),
  };
}

/** Counts requests by what they ask for. The pages of a list are one question, so they come in one form. */
export function createTurns(): (method: string, url: URL) => number {
  const turns = new Map<string, number>();
  return (method, { pathname, searchParams }) => {
    const question = new URLSearchParams(searchParams);
    const page = Number(question.get('page') ?? 1);
    for (const name of ['page', 'itemsPerPage']) question.delete(name);
    const key = `${method} ${pathname}?${question.toString()}`;
    const turn = (turns.get(key) ?? -1) + (page > 1 && turns.has(key) ? 0 : 1);
    turns.set(key, turn);
    return turn;
  };
}
