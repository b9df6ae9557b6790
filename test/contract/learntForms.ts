import type { ChosenForms } from '../../src/sandbox/sandbox.ts';

/** The forms that the client can read so far. */
export const learntForms: ChosenForms = 'first';
