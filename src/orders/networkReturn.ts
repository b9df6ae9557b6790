import { networkInterfaces } from 'node:os';

/** From one look at the network to the next, milliseconds. */
const lookEveryMs = 5000;

/**
 * Calls back when this machine has come to another network: nothing tells an extension that a service can be reached
 * again, and asking the machine costs no call.
 */
export function onNetworkReturn(
  run: () => void,
  addresses: () => string = ownAddresses,
): { dispose(): void } {
  let before = addresses();
  const timer = setInterval(() => {
    const now = addresses();
    if (now === before) return;
    before = now;
    if (now !== '') run();
  }, lookEveryMs);
  return { dispose: () => clearInterval(timer) };
}

/** Addresses of this machine to others. */
function ownAddresses(): string {
  return Object.values(networkInterfaces())
    .flatMap(all => all ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
