import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import type { DeliveryParts } from '../../../../../src/features/deliveries/ui/chooseDelivery.ts';
import { compareReports } from '../../../../../src/features/deliveries/ui/compareReports.ts';
import { exportReport } from '../../../../../src/features/deliveries/ui/exportReport.ts';
import { openInQgis } from '../../../../../src/features/deliveries/ui/openInQgis.ts';
import { showImage } from '../../../../../src/features/deliveries/ui/showImage.ts';
import { unzipDelivery } from '../../../../../src/features/deliveries/ui/unzipDelivery.ts';
import { editor } from '../../../../fake/editor.ts';
import { user } from '../../../../fake/user.ts';
import { deliverySetup, newFolder } from './deliverySetup.ts';

const name = 'harbour-0123abcd.geojson';
const text = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [4, 52] }, properties: {} }],
});

// Each would read the file of today in its place, or name both the same.
it.each<[string, (parts: DeliveryParts, past: vscode.Uri, file: vscode.Uri) => Promise<unknown>]>([
  ['exported', (parts, past) => exportReport(parts, past)],
  ['compared with a report of the user’s choice', (parts, past) => compareReports(parts, past, undefined)],
  ['compared with its file', (parts, past, file) => compareReports(parts, past, [past, file])],
  ['what its file is compared with', (parts, past, file) => compareReports(parts, file, [file, past])],
  ['opened in QGIS', (parts, past) => openInQgis(parts, past)],
  ['shown as an image', (parts, past) => showImage(parts, { show: () => expect.fail() }, past)],
  ['unzipped', (parts, past) => unzipDelivery(parts, past)],
])('the past of a file is not %s', async (_what, run) => {
  const folder = await newFolder();
  const { parts } = await deliverySetup([], {});
  const file = vscode.Uri.file(join(folder, name));
  await writeFile(file.fsPath, text);
  editor.fileSystems.set('git', false);
  const past = editor.open(`git:${file.path}?{"ref":"HEAD"}`, text).uri;
  await expect(run(parts, past, file)).rejects.toThrow(
    `This is another version of ${name}, which can't be edited. Open the file itself.`,
  );
  expect([await readdir(folder), user.prompts]).toEqual([[name], []]);
});
