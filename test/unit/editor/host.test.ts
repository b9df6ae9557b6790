import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHost } from '../../../src/editor/host/host.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor, newEditor } from '../../fake/editor.ts';

let folder: string;
let context: vscode.ExtensionContext;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-host-'));
  newEditor();
  context = contextOf(new Kept(folder));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const part = () => ({ dispose: vi.fn() });
const host = () => createHost(context, new AbortController().signal);
const end = () => context.subscriptions.forEach(one => void one.dispose());

describe('parts that are loaded later', () => {
  it('are loaded once, for everyone, and end with the extension', async () => {
    const load = vi.fn(() => Promise.resolve(part()));
    const wanted = host().later(load);
    expect(load).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([wanted(), wanted()]);
    expect(other).toBe(one);
    expect(load).toHaveBeenCalledOnce();
    expect(one.dispose).not.toHaveBeenCalled();
    end();
    expect(one.dispose).toHaveBeenCalledOnce();
  });

  it('end at once if the extension ended in the meantime', async () => {
    const loading = Promise.withResolvers<ReturnType<typeof part>>();
    const wanted = host().later(() => loading.promise)();
    end();
    loading.resolve(part());
    expect((await wanted).dispose).toHaveBeenCalledOnce();
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
