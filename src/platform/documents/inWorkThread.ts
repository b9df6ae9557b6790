/** A worker thread for long texts: runs one function after another on GeoJSON text. */
import { parentPort, workerData } from 'node:worker_threads';
import { createMessageLink, transferring } from '../../base/messageLink.ts';
import { type DisplayLanguage, setLocale } from '../../base/words/displayLanguage.ts';
import type { AreasInText } from '../../features/areas/rules/index.ts';
import type { WorkAnswer, WorkQuestion, WorkQuestions } from '../../features/areas/rules/packedAreas.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a thread of its own alone.');

// The starter of the thread passes in the language, so that both use the same one.
const language = workerData as DisplayLanguage | null;
if (language) setLocale(language);

const parts = Promise.all([import('../../features/areas/rules/areaFunctions.ts'), import('../../features/areas/rules/packedAreas.ts')]);

/** From the previous job, in case the next one uses the same text: one job runs at a time. */
let lastText = '';

async function run({ name, text, args }: WorkQuestion): Promise<WorkAnswer> {
  const [{ runWork }, { packAreas }] = await parts;
  lastText = text ?? lastText;
  const value = await runWork(name, lastText, args);
  if (name !== 'findAreas') return { value };
  const areas = packAreas(value as AreasInText);
  return transferring({ areas }, [areas.numbers.buffer, areas.positions.buffer]);
}

const link = createMessageLink<object, WorkQuestions>({
  post: (message, transferred) => port.postMessage(message, transferred),
  answers: { run },
});
port.on('message', link.receive);
