import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { UserError } from '../../platform/host/userError.ts';

/** Drafts of agents that are open and not saved at the same time. */
const maxOpen = 10;

type OnOpen = (document: vscode.TextDocument) => void;

export type AgentDrafts = ReturnType<typeof createAgentDrafts>;

/** So many drafts at once are for nobody to look at, and each is a tab. */
export function createAgentDrafts() {
  let opened: vscode.TextDocument[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function openNext<T>(draft: (onOpen: OnOpen) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    // A saved one is closed, and another document.
    opened = opened.filter(({ isClosed, isUntitled }) => !isClosed && isUntitled);
    if (opened.length >= maxOpen) {
      throw new UserError(
        l10n.t('{0} drafts by agents are open and not saved. Ask the user to save or close some.', maxOpen),
      );
    }
    return draft(document => opened.push(document));
  }

  return {
    /**
     * Opens one after another. Throws {@link UserError} while too many are open and not saved.
     *
     * @param draft calls `onOpen` as soon as the document is open: it counts even if its text can't be written then
     */
    open<T>(draft: (onOpen: OnOpen) => Promise<T>, signal: AbortSignal): Promise<T> {
      const opening = last.then(() => openNext(draft, signal));
      last = opening.catch(() => undefined);
      return opening;
    },
  };
}
