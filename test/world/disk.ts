import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Chance } from './chance.ts';
import type { VirtualClock } from './virtualClock.ts';

interface File {
  kind: 'file';
  bytes: Buffer;
  /** What a power failure leaves. */
  synced: Buffer;
  /** What an old reading gives. */
  earlier: Buffer;
  changedAt: number;
}

interface Folder {
  kind: 'folder';
  entries: Map<string, File | Folder>;
}

/** A change of names that a power failure can take back. */
interface Renaming {
  /** With what was there before. */
  names: readonly { folder: Folder; name: string; before: File | Folder | undefined }[];
}

export interface DiskOptions {
  clock: VirtualClock;
  chance: Chance;
  /** Names of faults that happened. */
  count: (fault: string) => void;
  /** Everything that is written, with its path. */
  onWrite: (path: string, content: Buffer) => void;
}

/** Every path of a world begins with it; other paths are those of the real disk. */
export const root = '/world';

/**
 * A disk in memory. What is written is lost in a power failure until the file is synced; a name, until its folder is.
 * Both can survive in part.
 */
export class Disk {
  /** No space is left. */
  isFull = false;
  /** Names can't be changed. */
  refusesNames = false;
  /** How often something on it has changed. */
  changes = 0;
  /** How many of the readings are old. */
  oldReadings = 0;
  private readonly top: Folder = {
    kind: 'folder',
    entries: new Map([[basename(root), { kind: 'folder', entries: new Map() }]]),
  };
  private renamings: Renaming[] = [];
  private readonly options: DiskOptions;

  constructor(options: DiskOptions) {
    this.options = options;
  }

  /** All files, with their paths. */
  files(under = root): [path: string, content: Buffer][] {
    const found: [string, Buffer][] = [];
    const visit = (path: string, item: File | Folder) => {
      if (item.kind === 'file') found.push([path, item.bytes]);
      else for (const [name, entry] of item.entries) visit(`${path}/${name}`, entry);
    };
    const item = this.find(under);
    if (item) visit(under, item);
    return found;
  }

  /** What a power failure at this moment would leave of a file. */
  certain(path: string): Buffer {
    const names = path.split('/').filter(Boolean);
    const isNamed = names.every((name, index) => {
      const folder = this.find(names.slice(0, index).join('/'));
      return !this.renamings
        .flatMap(renaming => renaming.names)
        .some(change => change.folder === folder && change.name === name);
    });
    const file = this.find(path);
    return file?.kind === 'file' && isNamed ? file.synced : Buffer.alloc(0);
  }

  losePower(): void {
    this.changes += 1;
    const { chance } = this.options;
    const kept = chance.between(0, this.renamings.length);
    for (const { names } of this.renamings.slice(kept).reverse())
      for (const { folder, name, before } of names)
        if (before) folder.entries.set(name, before);
        else folder.entries.delete(name);
    this.renamings = [];
    const visit = (item: File | Folder) => {
      if (item.kind === 'folder') {
        for (const entry of item.entries.values()) visit(entry);
        return;
      }
      const { bytes, synced } = item;
      const isAdded = bytes.length >= synced.length && bytes.subarray(0, synced.length).equals(synced);
      if (isAdded) item.bytes = Buffer.from(bytes.subarray(0, chance.between(synced.length, bytes.length)));
      else if (chance.is(0.5)) item.bytes = synced;
      item.synced = item.bytes;
      item.earlier = item.bytes;
    };
    visit(this.top);
  }

  /** Somebody deletes a folder with everything in it. */
  remove(path: string): void {
    const parent = this.find(dirname(path));
    if (parent?.kind === 'folder') parent.entries.delete(basename(path));
  }

  /** From now on, all code of this program has this disk at the paths below `root`. */
  install(): void {
    const replace = (target: Record<string, unknown>, values: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(values)) {
        const original = target[name] as (...args: unknown[]) => unknown;
        target[name] = (path: unknown, ...rest: unknown[]) =>
          typeof path === 'string' && path.startsWith(root)
            ? (value as (...args: unknown[]) => unknown)(path, ...rest)
            : original(path, ...rest);
      }
    };
    replace(fsPromises, {
      mkdir: (path: string, options?: { recursive?: boolean }) => this.mkdir(path, options),
      open: (path: string, flags: string | number) => this.open(path, flags),
      readdir: (path: string) => this.act(() => [...this.folderAt(path).entries.keys()]),
      readFile: (path: string, encoding?: BufferEncoding) => this.readFile(path, encoding),
      writeFile: (path: string, content: string) => this.writeFile(path, content),
      stat: (path: string) => this.act(() => this.statOf(path)),
      lstat: (path: string) => this.act(() => this.statOf(path)),
      rm: (path: string, options?: { force?: boolean }) => this.rm(path, options),
      rename: (from: string, to: string) => this.rename(from, to),
      link: (from: string, to: string) => this.link(from, to),
    });
    replace(fs, {
      createReadStream: (path: string) => Readable.from([this.fileAt(path).bytes]),
    });
    syncBuiltinESMExports();
  }

  /** A call takes time before and after its effect, so that a process can die in between. */
  private async act<T>(run: () => T): Promise<T> {
    const { clock, chance } = this.options;
    await clock.pass(chance.is(0.02) ? chance.between(50, 2000) : chance.number() * 2);
    const outcome = run();
    await clock.pass(chance.number());
    return outcome;
  }

  private find(path: string): File | Folder | undefined {
    let item: File | Folder | undefined = this.top;
    for (const name of path.split('/').filter(Boolean))
      item = item?.kind === 'folder' ? item.entries.get(name) : undefined;
    return item;
  }

  private folderAt(path: string): Folder {
    const item = this.find(path);
    if (item?.kind === 'folder') return item;
    throw failure(item ? 'ENOTDIR' : 'ENOENT', path);
  }

  private fileAt(path: string): File {
    const item = this.find(path);
    if (item?.kind === 'file') return item;
    throw failure(item ? 'EISDIR' : 'ENOENT', path);
  }

  private needRoom(path: string): void {
    if (!this.isFull) return;
    this.options.count('disk: full');
    throw failure('ENOSPC', path);
  }

  private needNames(path: string): void {
    if (!this.refusesNames) return;
    this.options.count('disk: a name that is refused');
    throw failure('EPERM', path);
  }

  /** Gives names in folders to other things, or to none, as one change. */
  private change(...changes: [folder: Folder, name: string, item: File | Folder | undefined][]): void {
    const names = changes.map(([folder, name]) => ({ folder, name, before: folder.entries.get(name) }));
    for (const [folder, name, item] of changes)
      if (item) folder.entries.set(name, item);
      else folder.entries.delete(name);
    this.renamings.push({ names });
    this.changes += 1;
  }

  private newFile(path: string): File {
    this.needRoom(path);
    const folder = this.folderAt(dirname(path));
    const empty = Buffer.alloc(0);
    const { clock } = this.options;
    const file: File = {
      kind: 'file',
      bytes: empty,
      synced: empty,
      earlier: empty,
      changedAt: clock.timeOfDay(),
    };
    this.change([folder, basename(path), file]);
    return file;
  }

  private write(file: File, path: string, content: Buffer): void {
    this.options.onWrite(path, content);
    this.changes += 1;
    const { chance, clock } = this.options;
    file.earlier = file.bytes;
    file.changedAt = clock.timeOfDay();
    if (!this.isFull) {
      file.bytes = Buffer.concat([file.bytes, content]);
      return;
    }
    // What still finds room is written.
    file.bytes = Buffer.concat([file.bytes, content.subarray(0, chance.between(0, content.length - 1))]);
    this.needRoom(path);
  }

  private statOf(path: string) {
    const item = this.find(path);
    if (!item) throw failure('ENOENT', path);
    const isFile = item.kind === 'file';
    return {
      isFile: () => isFile,
      isDirectory: () => !isFile,
      size: isFile ? item.bytes.length : 0,
      mtimeMs: isFile ? item.changedAt : 0,
      nlink: 1,
    };
  }

  private mkdir(path: string, options?: { recursive?: boolean }): Promise<string | undefined> {
    return this.act(() => {
      if (options?.recursive !== true && this.find(path)) throw failure('EEXIST', path);
      let first: string | undefined;
      const names = path.split('/').filter(Boolean);
      for (const [index, name] of names.entries()) {
        const parent = this.folderAt(names.slice(0, index).join('/'));
        if (parent.entries.has(name)) continue;
        this.needRoom(path);
        first ??= `/${names.slice(0, index + 1).join('/')}`;
        this.change([parent, name, { kind: 'folder', entries: new Map() }]);
      }
      return first;
    });
  }

  private async readFile(path: string, encoding?: BufferEncoding): Promise<Buffer | string> {
    const { chance, count } = this.options;
    const bytes = await this.act(() => {
      const file = this.fileAt(path);
      const isOld = this.oldReadings > 0 && chance.is(this.oldReadings) && file.earlier !== file.bytes;
      if (isOld) count('disk: an old reading');
      return Buffer.from(isOld ? file.earlier : file.bytes);
    });
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }

  private writeFile(path: string, content: string): Promise<void> {
    return this.act(() => {
      this.needNames(path);
      if (this.find(path)) throw failure('EEXIST', path);
      this.write(this.newFile(path), path, Buffer.from(content));
    });
  }

  private rm(path: string, options?: { force?: boolean }): Promise<void> {
    return this.act(() => {
      const parent = this.find(dirname(path));
      const isThere = parent?.kind === 'folder' && parent.entries.has(basename(path));
      if (!isThere && options?.force === true) return;
      if (!isThere) throw failure('ENOENT', path);
      this.change([parent, basename(path), undefined]);
    });
  }

  private rename(from: string, to: string): Promise<void> {
    return this.act(() => {
      this.needNames(to);
      const source = this.folderAt(dirname(from));
      const target = this.folderAt(dirname(to));
      const item = source.entries.get(basename(from));
      if (!item) throw failure('ENOENT', from);
      this.change([source, basename(from), undefined], [target, basename(to), item]);
    });
  }

  private link(from: string, to: string): Promise<void> {
    return this.act(() => {
      this.needNames(to);
      const file = this.fileAt(from);
      const folder = this.folderAt(dirname(to));
      if (folder.entries.has(basename(to))) throw failure('EEXIST', to);
      this.change([folder, basename(to), file]);
    });
  }

  private async open(path: string, flags: string | number) {
    const item = await this.act(() => {
      if (flags === 'ax' && this.find(path)) throw failure('EEXIST', path);
      if (flags === 'ax') return this.newFile(path);
      const found = this.find(path);
      if (!found && flags === 'a') return this.newFile(path);
      if (!found) throw failure('ENOENT', path);
      return found;
    });
    const sync = () =>
      this.act(() => {
        if (item.kind === 'file') item.synced = item.bytes;
        else
          this.renamings = this.renamings.filter(({ names }) => !names.some(({ folder }) => folder === item));
      });
    const file = () => {
      if (item.kind === 'folder') throw failure('EISDIR', path);
      return item;
    };
    return {
      sync,
      datasync: sync,
      close: () => this.act(() => undefined),
      appendFile: (content: string | Uint8Array) => this.append(file(), path, Buffer.from(content)),
      truncate: (length: number) =>
        this.act(() => {
          file().bytes = Buffer.from(file().bytes.subarray(0, length));
        }),
    };
  }

  /** Long lines can be written in two parts, with those of others in between. */
  private async append(file: File, path: string, content: Buffer): Promise<void> {
    const { chance, count } = this.options;
    if (content.length < 2 || !chance.is(0.02)) return this.act(() => this.write(file, path, content));
    count('disk: a write in two parts');
    const length = chance.between(1, content.length - 1);
    await this.act(() => this.write(file, path, content.subarray(0, length)));
    return this.act(() => this.write(file, path, content.subarray(length)));
  }
}

function failure(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
