import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { UserError } from '../editor/host/userError.ts';

/** Drafts of agents that are open and not saved at the same time. */
const maxOpen = 10;

export interface AgentDrafts {
  /** Opens one after another. Throws {@link UserError} while too many are open and not saved. */
  open(draft: () => Promise<vscode.TextDocument>): Promise<vscode.TextDocument>;
}

/** So many drafts at once are for nobody to look at, and each is a tab. */
export function createAgentDrafts(): AgentDrafts {
  let opened: vscode.TextDocument[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function openNext(draft: () => Promise<vscode.TextDocument>): Promise<vscode.TextDocument> {
    // A saved one is closed, and another document.
    opened = opened.filter(({ isClosed, isUntitled }) => !isClosed && isUntitled);
    if (opened.length >= maxOpen) {
      throw new UserError(
        l10n.t('{0} drafts by agents are open and not saved. Ask the user to save or close some.', maxOpen),
      );
    }
    const document = await draft();
    opened.push(document);
    return document;
  }

  return {
    open(draft) {
      const opening = last.then(() => openNext(draft));
      last = opening.catch(() => undefined);
      return opening;
    },
  };
}
