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

export function activateLinks(
  { register, commands, log }: Host,
  { session, catalog, goToOrder }: LinkSources,
): void {
  const connectionInUse = () => signedInOf(session.current.peek())?.connection.name;
  let opening: Promise<void> | undefined;
  register(
    vscode.window.registerUriHandler({
      // One question at a time: a page that opens many links must not fill the screen.
      handleUri: ({ query }) => {
        opening ??= import('./ui/openLink.ts')
          .then(({ openLink }) => openLink({ goToOrder }, query))
          .catch((error: unknown) => presentError(error, log))
          .finally(() => (opening = undefined));
      },
    }),
  );
  commands(['swath.copyLink'], async () => {
    const { copyLink } = await import('./ui/copyLink.ts');
    return { 'swath.copyLink': target => copyLink({ catalog, connectionInUse }, target) };
  });
}
