import type { ChosenForms } from '../../src/sandbox/sandbox.ts';

/** What the client can't read in every form yet; the others take turns. */
export const learntForms = {
  profile: 0,
  contract: 0,
  subscription: 0,
  words: 0,
  consumption: 0,
  payment: 0,
  single: 0,
  id: 0,
} satisfies ChosenForms;

/** Where a test reads pages by hand, or says which page is the last. */
export const plainPages = { ...learntForms, analytic: 0, list: 0, pageSize: 0 } satisfies ChosenForms;
