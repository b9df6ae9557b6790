import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** As much of `vscode.Uri` as the product needs to be true. */
export class RecordedUri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  constructor(scheme: string, path: string, query = '') {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }
  get fsPath(): string {
    return fileURLToPath(`file://${this.path}`);
  }
  toString(): string {
    return `${this.scheme}://${this.path}${this.query && `?${this.query}`}`;
  }
  with({ path = this.path, query = this.query }: { path?: string; query?: string }): RecordedUri {
    return new RecordedUri(this.scheme, path, query);
  }
  static file(path: string): RecordedUri {
    return new RecordedUri('file', pathToFileURL(resolve(path)).pathname);
  }
  static from({ scheme, path, query }: { scheme: string; path: string; query?: string }): RecordedUri {
    return new RecordedUri(scheme, path, query);
  }
  static parse(text: string): RecordedUri {
    const [, scheme = '', path = '', query] = /^([a-z-]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/.exec(text) ?? [];
    return new RecordedUri(scheme, path, query);
  }
  static joinPath(base: RecordedUri, ...parts: string[]): RecordedUri {
    return base.with({ path: join(base.path, ...parts) });
  }
}
