import { randomUUID } from 'node:crypto';
import { refOf, type ShippedPart } from './shippedParts.ts';

export interface Product {
  name: string;
  version: string;
  license: string;
  /** Packages that its own code uses. */
  dependencies: Record<string, string>;
}

/** The list of what Swath is made of, as CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json/ */
export function sbom(product: Product, parts: readonly ShippedPart[]) {
  const used = new Set(parts.flatMap(({ uses }) => uses));
  const isDirect = (part: ShippedPart) => part.name in product.dependencies || !used.has(refOf(part));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': refOf(product),
        name: product.name,
        version: product.version,
        licenses: licensesOf(product.license),
      },
    },
    components: parts.map(part => ({
      type: part.isData ? 'data' : 'library',
      'bom-ref': refOf(part),
      name: part.name,
      version: part.version,
      licenses: licensesOf(part.license),
      purl: part.purl,
      externalReferences: part.homepage === undefined ? undefined : [{ type: 'website', url: part.homepage }],
    })),
    dependencies: [
      { ref: refOf(product), dependsOn: parts.filter(isDirect).map(refOf) },
      ...parts.map(part => ({ ref: refOf(part), dependsOn: part.uses })),
    ],
  };
}

/** One SPDX identifier, or an expression of several. */
function licensesOf(license: string) {
  return license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }];
}
