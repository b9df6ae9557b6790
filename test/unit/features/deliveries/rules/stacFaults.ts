import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';

const folder = 'test/data/stac-schemas/';
const core = 'https://schemas.stacspec.org/v1.1.0/';
const rooms: Record<string, string> = {
  catalog: `${core}catalog-spec/json-schema/`,
  'geojson-Feature': 'https://geojson.org/schema/',
  'geojson-Geometry': 'https://geojson.org/schema/',
};

const ajv = new Ajv({ unknownFormats: ['iri', 'iri-reference'] });
for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
  const schema = JSON.parse(readFileSync(folder + file, 'utf8')) as { $id: string };
  const isExtension = schema.$id.includes('stac-extensions');
  const room = rooms[file.slice(0, -'.json'.length)] ?? `${core}item-spec/json-schema/`;
  // The identifier of one of them has a typing error: the others find it by its file name.
  ajv.addSchema(schema, isExtension ? schema.$id.replace('#', '') : room + file.replace('geojson-', ''));
}

/** What the official schemas find wrong with a catalog or an item, its extensions included. */
export function stacFaults(value: { type?: string; stac_extensions?: string[] }): unknown[] {
  const kind = value.type === 'Catalog' ? 'catalog-spec/json-schema/catalog' : 'item-spec/json-schema/item';
  return [`${core}${kind}.json`, ...(value.stac_extensions ?? [])].flatMap(name =>
    ajv.validate(name, value) === true ? [] : [{ name, errors: ajv.errors }],
  );
}
