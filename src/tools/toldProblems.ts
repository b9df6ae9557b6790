import type { Problem } from '../model/problem.ts';

/** What is wrong with an order, as a model is told: what, how bad, and where in the body. */
export function toldProblems(problems: readonly Problem[]): object[] {
  return problems.map(({ severity, message, path }) => ({ severity, message, at: path.join('.') }));
}
