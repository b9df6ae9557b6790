import type { ChosenForms } from '../../src/sandbox/sandbox.ts';

/** What the client can't read in every form yet; the others take turns. */
export const learntForms: ChosenForms = {
  profile: 0,
  contract: 0,
  subscription: 0,
  words: 0,
  consumption: 0,
  payment: 0,
  analytic: 0,
  list: 0,
  pageSize: 0,
  id: 0,
};
