// A window in a process of its own. Told the folder; sends whether it holds the office after its first look, and
// whenever that changes.
import { createElection } from '../../../src/platform/watchElection.ts';

const beatMs = 200;
const election = createElection(process.argv[2] ?? '', { beatMs });
await election.look();
election.isHolder.subscribe(isHolder => void process.send?.(isHolder));
setInterval(() => void election.look(), beatMs);
