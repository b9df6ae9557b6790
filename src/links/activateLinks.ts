import * as vscode from 'vscode';
import type { Host } from '../editor/host/host.ts';
import { logError } from '../editor/host/presentError.ts';
import type { SessionOwner } from '../session/session.ts';
import { signedInOf } from '../session/session.ts';
import type { Catalog } from '../images/catalog.ts';
import type { LinkOutcome } from './linkGate.ts';
import type { LinkQuestions } from './ui/linkQuestions.ts';

interface LinkSources {
  session: SessionOwner;
  catalog: Catalog;
  goToOrder: (id: string, connection: string) => Promise<void>;
  /** See `createLinkGate`. */
  now?: () => number;
}

/** @returns opens a link by its query, after a question */
export function activateLinks(
  { register, commands, log }: Host,
  { session, catalog, goToOrder, now }: LinkSources,
): (query: string) => Promise<LinkOutcome> {
  const connectionInUse = () => signedInOf(session.current.peek())?.connection.name;
  let loading: Promise<LinkQuestions> | undefined;
  const questions = () =>
    (loading ??= import('./ui/linkQuestions.ts').then(({ createLinkQuestions }) =>
      createLinkQuestions({ goToOrder }, log, now),
    ));
  register(
    vscode.window.registerUriHandler({
      handleUri: ({ query }) =>
        questions().then(
          loaded => loaded.openClicked(query),
          (error: unknown) => logError(error, log),
        ),
    }),
  );
  commands(['swath.copyLink'], async () => {
    const { copyLink } = await import('./ui/copyLink.ts');
    return { 'swath.copyLink': target => copyLink({ catalog, connectionInUse }, target) };
  });
  return async query => (await questions()).open(query);
}
