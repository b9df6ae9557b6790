import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BaseMap } from '../../../src/model/baseMap/baseMap.ts';

interface Change {
  affectsConfiguration(section: string): boolean;
}

/** The settings of an editor: those of the user and those of a workspace, which win where they are looked at. */
interface Editor {
  user: Record<string, unknown>;
  workspace: Record<string, unknown>;
  change: ((event: Change) => void) | undefined;
}

const editor = vi.hoisted((): Editor => ({ user: {}, workspace: {}, change: undefined }));

vi.mock('vscode', () => ({
  workspace: {
    getConfiguration: () => ({
      get: (name: string) => editor.workspace[name] ?? editor.user[name],
      inspect: (name: string) => ({ globalValue: editor.user[name], workspaceValue: editor.workspace[name] }),
    }),
    onDidChangeConfiguration: (listener: (event: Change) => void) => {
      editor.change = listener;
      return { dispose: () => (editor.change = undefined) };
    },
  },
}));

const { baseMap, onBaseMapChange } = await import('../../../src/platform/settings.ts');

const mine = 'https://mine.test/{z}/{x}/{y}.png';
const theirs = 'https://theirs.test/{z}/{x}/{y}.png';

const tell = (changed: string) =>
  editor.change?.({ affectsConfiguration: section => changed.startsWith(section) });

beforeEach(() => {
  editor.user = {};
  editor.workspace = {};
});

describe('the settings of the base map', () => {
  it('are those of the user', () => {
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.user = { 'map.tileUrl': mine, 'map.tileAttribution': 'Me' };
    expect(baseMap()).toMatchObject({ kind: 'tiles', source: { template: mine }, attribution: 'Me' });
  });

  it('are none of a workspace: it cannot have told where one looks', () => {
    editor.workspace = { 'map.tileUrl': theirs, 'map.tileAttribution': 'Them' };
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.user = { 'map.tileUrl': mine };
    expect(baseMap()).toMatchObject({ kind: 'tiles', source: { template: mine }, attribution: '' });
  });

  it('are declared so that the editor takes them from no workspace', () => {
    const manifest = JSON.parse(
      readFileSync(join(resolve(import.meta.dirname, '../../..'), 'package.json'), 'utf8'),
    ) as { contributes: { configuration: { properties: Record<string, { scope?: string }> } } };
    const { properties } = manifest.contributes.configuration;
    for (const name of ['swath.map.tileUrl', 'swath.map.tileAttribution'])
      expect(properties[name]?.scope).toBe('application');
  });

  it('are told when they say something else, and only then', () => {
    const told: BaseMap[] = [];
    const following = onBaseMapChange(now => told.push(now));
    editor.user = { 'map.tileUrl': mine };
    tell('swath.orders.pollSeconds');
    expect(told).toEqual([]);
    tell('swath.map.tileUrl');
    tell('swath.map.tileUrl');
    expect(told).toEqual([baseMap()]);
    editor.user = { 'map.tileUrl': ` ${mine}` };
    tell('swath.map.tileUrl');
    expect(told).toHaveLength(1);
    editor.user = {};
    tell('swath.map.tileUrl');
    expect(told.at(-1)).toEqual({ kind: 'land' });
    following.dispose();
    expect(editor.change).toBeUndefined();
  });
});
