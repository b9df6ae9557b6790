// The extension host's part of showing a report, in its own process: `fork` it with the path of a report. Its page fetches
// `/open`, and gets the messages that the host sends; `/host` says what that took.
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTypedArray } from 'node:util/types';
import type { ToPage } from '../../src/protocol/protocol.ts';
import { readReportFile } from '../../src/features/deliveries/reportFiles.ts';
import type { ReportOnMap } from '../../src/features/deliveries/reports.ts';
import { createReportMessages, reportId, reportShown } from '../../src/features/map/reportMessages.ts';
import { turnsOfThisThread } from '../turnsOfThread.ts';
import { stateOf } from './mapState.ts';

/** What the host says about the last time that it showed the report. */
export interface HostFigures {
  /** Longest time without a turn for others, ms of processor time. */
  blockedMs: number;
  /** What is kept of it, MB. */
  keptMB: number;
  /** `JSON.parse` of its text, ms. */
  parseMs: number;
}

const [, , path = ''] = process.argv;
let current: ReportOnMap | undefined;
let blockedMs = 0;
let before = 0;

const server = createServer((request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  const answer = request.url === '/open' ? open(response) : figures(response);
  void answer.then(() => response.end());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

async function open(response: ServerResponse): Promise<void> {
  current = undefined;
  before = keptMB();
  const turns = turnsOfThisThread();
  let sent = 0;
  const send = (message: ToPage) =>
    new Promise<void>(resolve => {
      if (message.kind === 'reportFeatures') sent += message.features.count;
      response.write(framed(message), () => resolve());
    });
  const failed = Promise.withResolvers<never>();
  const messages = createReportMessages(send, failed.reject);
  const { state } = stateOf();
  const read = await readReportFile(path, coming => {
    if (!coming) return;
    void send({ kind: 'state', state: { ...state, comingReport: reportId(coming) } });
    messages.show(undefined, coming);
  });
  if (!read) throw new Error(`${path} is not a report.`);
  current = { orderId: 'o1', title: 'Report', uri: `file://${path}`, ...read };
  const report = reportShown(current);
  await send({ kind: 'state', state: { ...state, report } });
  messages.show(current);
  await send({ kind: 'show', target: { kind: 'report' } });
  while (sent < report.featureCount) await Promise.race([nextTurn(), failed.promise]);
  blockedMs = turns.end();
}

function figures(response: ServerResponse): Promise<void> {
  // What the start of the process left behind may be gone by now, which is more than a small index.
  const kept = Math.max(0, keptMB() - before);
  const text = readFileSync(path, 'utf8');
  const began = performance.now();
  const { features } = JSON.parse(text) as { features: unknown[] };
  const parseMs = features.length > 0 ? performance.now() - began : NaN;
  const answer: HostFigures = { blockedMs, keptMB: kept, parseMs };
  response.write(JSON.stringify(answer));
  return Promise.resolve();
}

/** What the process keeps in memory once the garbage is collected, MB. */
function keptMB(): number {
  for (let collection = 0; collection < 3; collection += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Each begins at a multiple of this many bytes, so that it is read where it is. */
const alignment = 8;

/** As the editor sends messages to a page: JSON in which arrays of numbers are references to their bytes. */
function framed(message: ToPage): Buffer {
  const arrays: Buffer[] = [];
  let size = 0;
  const text = JSON.stringify(message, (_key, value: unknown) => {
    if (!isTypedArray(value)) return value;
    const reference = { $type: value.constructor.name, $at: size, $length: value.length };
    const padding = Buffer.alloc((alignment - (value.byteLength % alignment)) % alignment);
    arrays.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength), padding);
    size += value.byteLength + padding.length;
    return reference;
  });
  const json = Buffer.from(text);
  const lengths = Buffer.from(Uint32Array.of(json.length, size).buffer);
  return Buffer.concat([lengths, json, ...arrays]);
}
