import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { ownSetting, section } from '../editor/settings.ts';
import { readBaseMap, type BaseMap } from '../model/baseMap/baseMap.ts';

/** Where the map's tiles come from: every tile tells its server where one looks. */
export function baseMap(): BaseMap {
  return readBaseMap(ownSetting('map.tileUrl'), ownSetting('map.tileAttribution'));
}

/** Runs after each change of what `baseMap` says. */
export function onBaseMapChange(run: (now: BaseMap) => void): vscode.Disposable {
  let before = baseMap();
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (!event.affectsConfiguration(`${section}.map`)) return;
    const now = baseMap();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
    run(now);
  });
}
