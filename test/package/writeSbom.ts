// npm run sbom
//
// Writes the list of what the package is made of: swath.cdx.json, CycloneDX.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import { bundledPackages } from './bundledPackages.ts';
import { type Product, sbom } from './sbom.ts';
import { shippedParts } from './shippedParts.ts';

const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Product;
const parts = shippedParts(await bundledPackages());
await writeFile(join(repository, 'swath.cdx.json'), `${JSON.stringify(sbom(manifest, parts), null, 2)}\n`);
console.log(`swath.cdx.json: ${parts.length} parts`);
