/**
 * Preloaded into the editor's server by the soak, and inherited by its child processes. An extension host writes down
 * its id, and after each SIGUSR2 the size of its heap after garbage collection.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const folder = process.env.SWATH_SOAK_MEMORY;

if (folder !== undefined && process.argv.includes('--type=extensionHost')) {
  setFlagsFromString('--expose-gc');
  let readings = 0;
  const write = () => {
    const { heapUsed, rss } = process.memoryUsage();
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify({ readings, heapUsed, rss }));
  };
  write();
  process.on('SIGUSR2', () => {
    runInNewContext('gc(); gc()');
    readings += 1;
    write();
  });
}
