import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import * as vscode from 'vscode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTiff } from '../fake/madeTiff.ts';
import { until } from './mapPage.ts';
import { signIn } from './searched.ts';
import { startStage, type Stage } from './stage.ts';

let stage: Stage;
let map: Frame;

beforeAll(async () => {
  stage = await startStage({ size: { width: 1000, height: 800 }, scale: 1 });
  await signIn(stage);
});
afterAll(() => stage.stop());

it('scratch', async () => {
  const path = join(stage.folder, 'image.tif');
  await writeTiff(path, {
    width: 5000,
    height: 5000,
    overviews: 5,
    isSparse: true,
    isDeflated: false,
    value: (x, y, band) => 200 + (((x >> 7) + (y >> 7)) % 2) * 800 + band * 150 + Math.round(x / 20),
  });
  await stage.editor.run('swath.showImage', vscode.Uri.file(path));
  map = await stage.map();
  await map.locator('.product-card .opacity').waitFor();
  await until('painted', async () => (await map.locator('.leaflet-product-pane canvas').count()) > 0);
  await new Promise(resolve => setTimeout(resolve, 6000));
  console.log(
    await map.locator('.leaflet-product-pane canvas').evaluateAll(all =>
      all.map(c => {
        const d = (c as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, 256, 256).data;
        let n = 0;
        for (let i = 3; i < d.length; i += 4) if (d[i]) n++;
        return [(c as HTMLElement).style.transform, (c as HTMLElement).className, n];
      }),
    ),
  );

  await stage.page.screenshot({ path: '/tmp/h/gt1.png' });
  console.log(stage.problems, await map.locator('.product-card').innerText());
  console.log(stage.messages.fromPage.filter(t => t.includes('productBytes')).length);
});
