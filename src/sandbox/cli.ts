import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseMoment } from '../base/words/moment.ts';
import { readFaults } from './faults/faults.ts';
import { iso } from './http/service.ts';
import { serveSandbox } from './serve.ts';

const usage = `Runs the sandbox, the whole service simulated, on this machine alone.

  npm run sandbox -- [--port N] [--dialect deployed|specification] [--seed TEXT] [--clock TIME] [--faults FILE]

  --port     where to listen; default 4000, 0 takes a free port
  --dialect  how it speaks; default deployed. specification goes by the letter: answers in forms that take
             turns where it shows none, and a refusal of whatever it doesn't list
  --seed     another world: other images, ids and keys; default swath
  --clock    when it starts, in the future, for example 2027-03-01T12:00:00Z; then move it by
             curl -X POST "http://127.0.0.1:4000/sandbox/clock?forward=SECONDS"
  --faults   a JSON array of faults, for example
             [{"kind":"delay","milliseconds":800},
              {"kind":"status","status":503,"path":"/api/v1/orders*","count":2},
              {"kind":"reset","when":"after","method":"POST","path":"/api/v1/orders","count":1}]
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4000' },
      dialect: { type: 'string', default: 'deployed' },
      seed: { type: 'string', default: 'swath' },
      clock: { type: 'string' },
      faults: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const { dialect, seed } = values;
  if (dialect !== 'deployed' && dialect !== 'specification') {
    throw new Error('--dialect is deployed or specification');
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port is a whole number up to 65535');
  const start = values.clock === undefined ? undefined : parseMoment(values.clock)?.time;
  if (values.clock !== undefined && !((start ?? 0) > Date.now()))
    throw new Error('--clock is a time in the future, such as 2027-03-01T12:00:00Z');
  const faults = values.faults === undefined ? [] : readFaults(await readFile(values.faults, 'utf8'));

  const { origin, sandbox } = await serveSandbox({ port, dialect, seed, pastReports: true });
  for (const fault of faults) sandbox.faults.add(fault);
  if (start !== undefined) sandbox.moveClock(start - Date.now());
  process.stdout.write(
    `The sandbox listens on ${origin}: account, search, authentication and download alike.
  dialect         ${dialect}
  seed            ${seed}
  faults          ${faults.length}
  clock           ${iso(Date.now() + sandbox.aheadMs)}
  Premium key     ${sandbox.apiKey}
  evaluation key  ${sandbox.evaluationKey}

A token:
  curl ${origin}/auth/realms/IDP/protocol/openid-connect/token \\
    --data-urlencode apikey=${sandbox.apiKey} -d client_id=IDP -d grant_type=api_key

Ctrl-C ends it.
`,
  );
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
