/** A worker thread for long texts: runs one function after another on GeoJSON text. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AreasInText } from '../../model/geojson/geojsonText.ts';
import type { WorkMessage, WorkQuestion } from '../../model/geojson/workAnswers.ts';
import { type DisplayLanguage, setLocale } from '../../model/words/displayLanguage.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a thread of its own alone.');

// The starter of the thread passes in the language, so that both use the same one.
const language = workerData as DisplayLanguage | null;
if (language) setLocale(language);

const parts = Promise.all([
  import('../../model/geojson/geojsonWork.ts'),
  import('../../model/geojson/workAnswers.ts'),
]);

/** From the previous job, in case the next one uses the same text: one job runs at a time. */
let lastText = '';

async function answerTo({ name, text, args }: WorkQuestion): Promise<WorkMessage> {
  const [{ runWork }, { packAreas }] = await parts;
  lastText = text ?? lastText;
  try {
    const value = await runWork(name, lastText, args);
    return name === 'findAreas'
      ? { kind: 'areas', areas: packAreas(value as AreasInText) }
      : { kind: 'answer', value };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

port.on('message', (question: WorkQuestion) => {
  void answerTo(question).then(answer => {
    // Transferred instead of copied.
    const { numbers, positions } = answer.kind === 'areas' ? answer.areas : {};
    port.postMessage(answer, numbers && positions ? [numbers.buffer, positions.buffer] : []);
  });
});
