import type { URI } from 'vscode-uri';
import { EventEmitter } from './values.ts';

/** A web page in a tab, as `vscode.WebviewPanel`. To show it, listen to `written` and `posted`. */
export class Panel {
  readonly viewType: string;
  title: string;
  iconPath: unknown;
  viewColumn: number | undefined;
  visible = true;
  active = false;
  options: unknown = {};
  readonly webview: Webview;
  private readonly disposed = new EventEmitter<void>();
  private readonly viewed = new EventEmitter<{ webviewPanel: Panel }>();
  readonly onDidDispose = this.disposed.event;
  readonly onDidChangeViewState = this.viewed.event;
  /** Brings it to the front. */
  private readonly show: (panel: Panel, column: number | undefined, takesFocus: boolean) => void;

  constructor(
    viewType: string,
    title: string,
    origin: () => string,
    show: (panel: Panel, column: number | undefined, takesFocus: boolean) => void,
  ) {
    this.viewType = viewType;
    this.title = title;
    this.webview = new Webview(origin);
    this.show = show;
  }
  reveal(column?: number, preserveFocus = false): void {
    this.show(this, column, !preserveFocus);
  }
  dispose(): void {
    this.disposed.fire();
    this.disposed.end();
  }
}

/** As `vscode.Webview`. */
export class Webview {
  options: unknown = {};
  /** The extension's pages, as they are written. */
  readonly written = new EventEmitter<string>();
  /** Messages from the extension to the page. */
  readonly posted = new EventEmitter<unknown>();
  /** All messages sent to the page. */
  readonly sent: unknown[] = [];
  private readonly received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.received.event;
  private text = '';
  private readonly origin: () => string;

  /** @param origin of the URLs at which the page finds the extension's files */
  constructor(origin: () => string) {
    this.origin = origin;
  }
  get cspSource(): string {
    return this.origin();
  }
  get html(): string {
    return this.text;
  }
  set html(text: string) {
    this.text = text;
    this.written.fire(text);
  }
  asWebviewUri(uri: URI): string {
    return `${this.origin()}${uri.path}`;
  }
  postMessage(message: unknown): Promise<boolean> {
    this.sent.push(message);
    this.posted.fire(message);
    return Promise.resolve(true);
  }
  /** Sends a message to the extension, as the page does. */
  receive(message: unknown): void {
    this.received.fire(message);
  }
}
