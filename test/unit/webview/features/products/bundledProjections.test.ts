import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { crsDefinition } from '../../../../../src/features/areas/rules/index.ts';
import { page } from '../../../../../esbuild.mjs';
import * as whole from '../../../../../webview/features/products/geoImage.ts';

/** What the page's bundles have of the library. */
async function bundled(): Promise<typeof whole> {
  const { outputFiles } = await build({
    ...page,
    entryPoints: ['webview/features/products/geoImage.ts'],
    write: false,
    minify: false,
    sourcemap: false,
    format: 'esm',
    outdir: 'none',
  });
  const code = outputFiles[0]?.text ?? '';
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof whole;
}

it('the page places images in every projection that is known, as with the whole library', async () => {
  const { imagePlacement: placeOf } = await bundled();
  const codes = Array.from({ length: 1e6 }, (_, code) => code).filter(code => crsDefinition(code));
  const kinds = codes.map(code => /proj=(\w+)/.exec(crsDefinition(code) ?? '')?.[1]);
  expect([...new Set(kinds)].sort()).toEqual(['laea', 'lcc', 'longlat', 'merc', 'utm']);
  const size = { width: 200, height: 100 };
  for (const [at, code] of codes.entries()) {
    const transform =
      kinds[at] === 'longlat'
        ? ([0.001, 0, 5, 0, -0.001, 45] as const)
        : ([10, 0, 600_000, 0, -10, 5_500_000] as const);
    const facts = (place: ReturnType<typeof placeOf>) => ({
      box: place.box,
      resolution: place.resolution,
      corner: place.toPixel(place.box[0], place.box[1]),
    });
    expect(facts(placeOf(size, transform, code)), `EPSG:${code}`).toEqual(
      facts(whole.imagePlacement(size, transform, code)),
    );
  }
});
