/** A thread of its own for long texts: runs one function over GeoJSON text after another. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkMessage, WorkQuestion } from '../model/geojson/workAnswers.ts';
import { setLocale, type DisplayLanguage } from '../model/words/displayLanguage.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a thread of its own alone.');

// Whoever starts the thread hands over the language, so that both say the same.
const given = workerData as DisplayLanguage | null;
if (given) setLocale(given);

/** Of the question before: the next one is often about the same text. */
let lastText = '';

// What cannot be loaded ends the thread: whoever started it does the work instead.
void Promise.all([import('../model/geojson/geojsonWork.ts'), import('../model/geojson/workAnswers.ts')]).then(
  ([{ work }, { packAnswer, transferOf }]) => {
    // One question is asked at a time, so that the text of the last one is that of this one.
    async function run({ id, name, text, args }: WorkQuestion): Promise<WorkMessage> {
      lastText = text ?? lastText;
      try {
        // The compiler does not see that the name of a function and its arguments go together: whoever asks has seen to it.
        const call = work[name] as (text: string, ...args: readonly unknown[]) => unknown;
        return { kind: 'answer', id, answer: packAnswer(name, await call(lastText, ...args)) };
      } catch (error) {
        return { kind: 'failed', id, error };
      }
    }
    port.on('message', (question: WorkQuestion) => {
      void run(question).then(message =>
        port.postMessage(message, message.kind === 'answer' ? transferOf(message.answer) : []),
      );
    });
    port.postMessage({ kind: 'ready' } satisfies WorkMessage);
  },
);
