import * as vscode from 'vscode';
import type { SomeCommands } from '../../platform/host/commands.ts';
import type { Host } from '../../platform/host/host.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { logError } from '../../platform/host/presentError.ts';
import type { SessionOwner } from '../../session/session.ts';
import { asSignedIn } from '../../session/session.ts';
import type { Catalog } from '../images/index.ts';
import type { LinkOutcome } from './linkGate.ts';

interface LinkSources {
  session: SessionOwner;
  catalog: Catalog;
  goToOrder: (id: string, connection: string) => Promise<void>;
  /** See `createLinkGate`. */
  now?: () => number;
}

export function createLinksFeature(
  { register, log }: Host,
  { session, catalog, goToOrder, now }: LinkSources,
) {
  const connectionInUse = () => asSignedIn(session.current.peek())?.connection.name;
  const questions = loadOnce(async () =>
    (await import('./ui/linkQuestions.ts')).createLinkQuestions({ goToOrder }, log, now),
  );
  register(
    vscode.window.registerUriHandler({
      handleUri: ({ query }) =>
        questions().then(
          loaded => loaded.openClicked(query),
          (error: unknown) => logError(error, log),
        ),
    }),
  );
  const commands = async () => {
    const { copyLink } = await import('./ui/copyLink.ts');
    return {
      'swath.copyLink': (target: unknown) => copyLink({ catalog, connectionInUse }, target),
    } satisfies SomeCommands;
  };
  /** Opens a link by its query, after a question. */
  const openLink = async (query: string): Promise<LinkOutcome> => (await questions()).open(query);
  return { commands, openLink };
}
