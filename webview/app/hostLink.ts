import { createMessageLink, isLinkMessage } from '../../src/base/messageLink.ts';
import { maxQuestions } from '../../src/protocol/messageLimits.ts';
import type { HostEvent, HostQuestions, ToHost, ToPage } from '../../src/protocol/protocol.ts';
import { readSavedView, type SavedView, writtenView } from './savedView.ts';

interface EditorApi {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

export type HostLink = ReturnType<typeof connectToHost>;

const saveDelay = 150;

/**
 * The page's only connection to the outside.
 *
 * @param before what a page kept whose tab was closed, as JSON
 */
export function connectToHost(before: string | undefined) {
  const editor = acquireVsCodeApi();
  const savedView = readSavedView(editor.getState() ?? (before && JSON.parse(before)));
  let latest = savedView;
  let timer: number | undefined;

  function write(): void {
    window.clearTimeout(timer);
    timer = undefined;
    const view = writtenView(latest);
    editor.setState(view);
    // The editor forgets its state with the tab.
    editor.postMessage({ kind: 'saved', view: JSON.stringify(view) });
  }
  // A hidden page is disposed without further notice.
  window.addEventListener('pagehide', () => {
    if (timer !== undefined) write();
  });

  let questions: Extract<ToHost, { kind: 'link' }>['messages'] = [];

  function sendQuestions(): void {
    if (questions.length > 0) editor.postMessage({ kind: 'link', messages: questions });
    questions = [];
  }

  const link = createMessageLink<HostQuestions, object>({
    // What is asked together arrives together: the host sorts pictures by their urgency.
    post: message => {
      if (questions.length === 0) queueMicrotask(sendQuestions);
      // The host checks them.
      questions.push(message as (typeof questions)[number]);
      if (questions.length === maxQuestions) sendQuestions();
    },
    answers: {},
    unpackError: message => new Error(String(message)),
  });

  return {
    post: (message: ToHost): void => {
      sendQuestions();
      editor.postMessage(message);
    },
    ask: link.ask,
    listen: (receive: (message: HostEvent) => void): void => {
      // The frame around this page is the only sender, its origin differs between desktop and web.
      window.addEventListener('message', ({ data }) => {
        const message = data as ToPage;
        if (isLinkMessage(message)) link.receive(message);
        else receive(message);
      });
    },
    savedView,
    /** Merged into the saved state, and written with a short delay. */
    saveView: (change: Partial<SavedView>): void => {
      latest = { ...latest, ...change };
      timer ??= window.setTimeout(write, saveDelay);
    },
  };
}

export function reportFaults(post: (message: ToHost) => void): (fault: unknown) => void {
  const report = (fault: unknown) => {
    const message = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    post({ kind: 'fault', message });
  };
  window.addEventListener('error', event => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', event => report(event.reason));
  return report;
}
