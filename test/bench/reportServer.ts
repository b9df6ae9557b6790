// A service with one 200 MB report, in its own process: `fork` it, and it sends its origin. `?rate=` limits the bytes
// per second, as a slow connection does.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';

const size = 200_000_000;
/** Bytes written at once. */
const sliceSize = 262_144;

const report = makeReport();
const headers = {
  'Content-Length': report.length,
  'Content-Type': 'application/geo+json',
  ETag: '"report"',
  'X-Ads-Checksum-Method': 'md5',
  'X-Ads-Checksum-Value': createHash('md5').update(report).digest('hex'),
};

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }));
    return;
  }
  response.writeHead(200, headers);
  const rate = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('rate') ?? Infinity);
  void send(response, rate);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

/** @param rate bytes per second */
async function send(response: ServerResponse, rate: number): Promise<void> {
  const began = performance.now();
  for (let at = 0; at < report.length && !response.destroyed; at += sliceSize) {
    const early = (at / rate) * 1000 - (performance.now() - began);
    if (early > 1) await pass(early);
    if (!response.write(report.subarray(at, at + sliceSize))) await once(response, 'drain');
  }
  response.end();
}

/** Detections as an analytic reports them, each a rectangle. */
function makeReport(): Buffer {
  const whole = Buffer.alloc(size + 1000);
  let at = whole.write('{"type":"FeatureCollection","features":[\n');
  for (let number = 0; at < size; number += 1) {
    const x = 5 + (number % 1000) * 1e-4;
    const y = 43 + Math.floor(number / 1000) * 1e-4;
    const vertices = [
      [x, y],
      [x + 5e-5, y],
      [x + 5e-5, y + 5e-5],
      [x, y + 5e-5],
      [x, y],
    ];
    const feature = {
      type: 'Feature',
      properties: { id: number, class: number % 3 === 0 ? 'truck' : 'car', confidence: (number % 100) / 100 },
      geometry: {
        type: 'Polygon',
        coordinates: [vertices.map(place => place.map(value => Number(value.toFixed(7))))],
      },
    };
    at += whole.write(`${number === 0 ? '' : ',\n'}${JSON.stringify(feature)}`, at);
  }
  at += whole.write('\n]}', at);
  return whole.subarray(0, at);
}
