import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createHost } from '../../../src/platform/host/host.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';

let folder: string;
let context: vscode.ExtensionContext;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-host-'));
  context = contextOf(new Kept(folder));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const part = () => ({ dispose: vi.fn() });
const host = () => createHost(context, new AbortController().signal);
const end = () => context.subscriptions.forEach(disposable => void disposable.dispose());

describe('parts that are loaded later', () => {
  it('are loaded once, for everyone, and end with the extension', async () => {
    const load = vi.fn(() => Promise.resolve(part()));
    const getPart = host().lazy(load);
    expect(load).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([getPart(), getPart()]);
    expect(second).toBe(first);
    expect(load).toHaveBeenCalledOnce();
    expect(first.dispose).not.toHaveBeenCalled();
    end();
    expect(first.dispose).toHaveBeenCalledOnce();
  });

  it('end at once if the extension ended in the meantime', async () => {
    const loading = Promise.withResolvers<ReturnType<typeof part>>();
    const loaded = host().lazy(() => loading.promise)();
    end();
    loading.resolve(part());
    expect((await loaded).dispose).toHaveBeenCalledOnce();
  });

  it('that read JSON documents are loaded with the first one, whatever JSON language it has', () => {
    const load = vi.fn(() => Promise.resolve(part()));
    host().withFirstJson(load);
    editor.open('/notes.md', '# Notes', 'markdown');
    expect(load).not.toHaveBeenCalled();
    editor.open('/harbour.aoi.geojson', '{}', 'plaintext');
    editor.open('/settings.json', '{}', 'jsonc');
    expect(load).toHaveBeenCalledOnce();
  });

  it('that read JSON documents are loaded at once if one is open', () => {
    editor.open('/data.json', '{}', 'json');
    const load = vi.fn(() => Promise.resolve(part()));
    host().withFirstJson(load);
    expect(load).toHaveBeenCalledOnce();
  });
});
