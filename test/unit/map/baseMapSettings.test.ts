import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BaseMap } from '../../../src/model/baseMap/baseMap.ts';
import { baseMap, onBaseMapChange } from '../../../src/map/mapPage.ts';
import { editor, newEditor } from '../../fake/editor.ts';

const mine = 'https://mine.test/{z}/{x}/{y}.png';
const theirs = 'https://theirs.test/{z}/{x}/{y}.png';

beforeEach(newEditor);

describe('the settings of the base map', () => {
  it('are those of the user', () => {
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.settings = { 'swath.map.tileUrl': mine, 'swath.map.tileAttribution': 'Me' };
    expect(baseMap()).toMatchObject({ kind: 'tiles', source: { template: mine }, attribution: 'Me' });
  });

  it('are none of a workspace: it cannot have told where one looks', () => {
    editor.workspaceSettings = { 'swath.map.tileUrl': theirs, 'swath.map.tileAttribution': 'Them' };
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.settings = { 'swath.map.tileUrl': mine };
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
    editor.settings = { 'swath.map.tileUrl': mine };
    editor.set({ 'swath.orders.pollSeconds': 5 });
    expect(told).toEqual([]);
    editor.set({ 'swath.map.tileUrl': mine });
    editor.set({ 'swath.map.tileUrl': mine });
    expect(told).toEqual([baseMap()]);
    editor.set({ 'swath.map.tileUrl': ` ${mine}` });
    expect(told).toHaveLength(1);
    editor.set({ 'swath.map.tileUrl': undefined });
    expect(told.at(-1)).toEqual({ kind: 'land' });
    following.dispose();
    expect(editor.settingsChanged.listeners.size).toBe(0);
  });
});
