/** Functions of a text and plain data, so that they can run in a worker thread. */
export type WorkTable = Readonly<Record<string, (text: string, ...args: never[]) => unknown>>;

/** What the caller asks the thread, one after another. */
export interface WorkQuestions {
  run: (question: WorkQuestion) => unknown;
}

export interface WorkQuestion {
  name: string;
  /** `undefined` for the text of the previous request. */
  text: string | undefined;
  /** Arguments after the text. */
  args: readonly unknown[];
}

export function runFunction(work: WorkTable, name: string, text: string, args: readonly unknown[]): unknown {
  // The compiler can't infer that the function name and its arguments match: the caller ensures it.
  const call = work[name] as ((text: string, ...args: readonly unknown[]) => unknown) | undefined;
  if (!call) throw new TypeError(`No function ${name}.`);
  return call(text, ...args);
}
