/** A thread of its own for long texts: runs one function over GeoJSON text after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { packAnswer, transferOf, type WorkMessage, type WorkQuestion } from './model/geojson/workAnswers.ts';
import { speak, type DisplayLanguage } from './model/words/displayLanguage.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a thread of its own alone.');

// Whoever starts the thread hands over the language, so that both say the same.
const given = workerData as DisplayLanguage | null;
if (given) speak(given);

/** Of the question before: the next one is often about the same text. */
let lastText = '';

// What cannot be loaded ends the thread: whoever started it does the work instead.
void import('./model/geojson/geojsonWork.ts').then(({ work }) => {
  port.on('message', ({ id, name, text, args }: WorkQuestion) => {
    lastText = text ?? lastText;
    try {
      // The compiler does not see that the name of a function and its arguments go together: whoever asks has seen to it.
      const run = work[name] as (text: string, ...args: readonly unknown[]) => unknown;
      const answer = packAnswer(name, run(lastText, ...args));
      port.postMessage({ kind: 'answer', id, answer } satisfies WorkMessage, transferOf(answer));
    } catch (error) {
      port.postMessage({ kind: 'failed', id, error } satisfies WorkMessage);
    }
  });
  port.postMessage({ kind: 'ready' } satisfies WorkMessage);
});
