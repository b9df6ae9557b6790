import { spawn } from 'node:child_process';

/** Whether this session has a display on which a browser could open. */
export function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'darwin' || process.platform === 'win32' || !!(DISPLAY ?? WAYLAND_DISPLAY);
}

/** Opens an address in the user's own browser; resolves with false if there is no program for that. */
export function openBrowser(url: string): Promise<boolean> {
  const [command, args] = opener(url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise(resolve => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

function opener(url: string): [string, string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', [url]];
    case 'win32':
      return ['rundll32', ['url.dll,FileProtocolHandler', url]];
    default:
      return ['xdg-open', [url]];
  }
}
