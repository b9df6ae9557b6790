import * as vscode from 'vscode';
import type { Host } from '../editor/host/host.ts';
import { presentError } from '../editor/host/presentError.ts';
import type { SessionOwner } from '../session/session.ts';
import { signedInOf } from '../session/session.ts';
import type { Catalog } from '../images/catalog.ts';

interface LinkSources {
  session: SessionOwner;
  catalog: Catalog;
  goToOrder: (id: string, connection: string) => Promise<void>;
}

/** @returns opens a link by its query, after a question */
export function activateLinks(
  { register, commands, log }: Host,
  { session, catalog, goToOrder }: LinkSources,
): (query: string) => void {
  const connectionInUse = () => signedInOf(session.current.peek())?.connection.name;
  let opening: Promise<void> | undefined;
  /** One question at a time: a page that opens many links must not fill the screen. */
  function open(query: string) {
    opening ??= import('./ui/openLink.ts')
      .then(({ openLink }) => openLink({ goToOrder }, query))
      .catch((error: unknown) => presentError(error, log))
      .finally(() => (opening = undefined));
  }
  register(vscode.window.registerUriHandler({ handleUri: ({ query }) => open(query) }));
  commands(['swath.copyLink'], async () => {
    const { copyLink } = await import('./ui/copyLink.ts');
    return { 'swath.copyLink': target => copyLink({ catalog, connectionInUse }, target) };
  });
  return open;
}
