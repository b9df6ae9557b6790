import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { setStatusBarMessage } from '../editor/dialogs/window.ts';
import type { Host } from '../editor/host/host.ts';
import { logError, presentError } from '../editor/host/presentError.ts';
import type { SessionOwner } from '../session/session.ts';
import { signedInOf } from '../session/session.ts';
import type { Catalog } from '../images/catalog.ts';
import { createLinkGate, type LinkOutcome } from './linkGate.ts';

interface LinkSources {
  session: SessionOwner;
  catalog: Catalog;
  goToOrder: (id: string, connection: string) => Promise<void>;
  /** See `createLinkGate`. */
  now?: () => number;
}

/** How long the status bar says that a link wasn't opened, milliseconds. */
const noticeMs = 5000;

/** @returns opens a link by its query, after a question */
export function activateLinks(
  { register, commands, log }: Host,
  { session, catalog, goToOrder, now }: LinkSources,
): (query: string) => LinkOutcome {
  const connectionInUse = () => signedInOf(session.current.peek())?.connection.name;
  const gate = createLinkGate(now);
  const open = (query: string) => gate.enter(() => ask(query));

  /** @returns `false` only for a "no" */
  async function ask(query: string): Promise<boolean> {
    try {
      const { openLink } = await import('./ui/openLink.ts');
      return await openLink({ goToOrder }, query);
    } catch (error) {
      // A click is followed by another one, with the link as it should be.
      if (gate.mayReport()) void presentError(error, log);
      else logError(error, log);
      return true;
    }
  }

  /** A person who clicked a link sees why nothing happens, in one place however many there are. */
  function openClicked(query: string): void {
    const outcome = open(query);
    if (outcome === 'busy')
      setStatusBarMessage('link', l10n.t('Answer the question about the other link first.'), noticeMs);
    if (outcome === 'paused')
      setStatusBarMessage('link', l10n.t('Links are held back for a moment. Open it again later.'), noticeMs);
  }
  register(vscode.window.registerUriHandler({ handleUri: ({ query }) => openClicked(query) }));
  commands(['swath.copyLink'], async () => {
    const { copyLink } = await import('./ui/copyLink.ts');
    return { 'swath.copyLink': target => copyLink({ catalog, connectionInUse }, target) };
  });
  return open;
}
