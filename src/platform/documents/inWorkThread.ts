/** A worker thread for long texts: runs one function after another on a text. */
import { parentPort, workerData } from 'node:worker_threads';
import { createMessageLink } from '../../base/messageLink.ts';
import { type DisplayLanguage, setLocale } from '../../base/words/displayLanguage.ts';
import { runFunction, type WorkQuestion, type WorkQuestions, type WorkTable } from './runFunction.ts';

/**
 * Answers the questions of {@link createTextWork}, for a feature's own thread.
 *
 * @param load the feature's functions
 */
export function answerInThread(load: () => Promise<WorkTable>): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs in a thread of its own alone.');

  // The starter of the thread passes in the language, so that both use the same one.
  const language = workerData as DisplayLanguage | null;
  if (language) setLocale(language);

  const loading = load();

  /** From the previous job, in case the next one uses the same text: one job runs at a time. */
  let lastText = '';

  async function run({ name, text, args }: WorkQuestion): Promise<unknown> {
    const work = await loading;
    lastText = text ?? lastText;
    return runFunction(work, name, lastText, args);
  }

  const link = createMessageLink<object, WorkQuestions>({
    post: (message, transferred) => port.postMessage(message, transferred),
    answers: { run },
  });
  port.on('message', link.receive);
}
