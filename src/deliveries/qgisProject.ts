/** A QGIS project of files beside it. */

export interface QgisLayer {
  name: string;
  type: 'vector' | 'raster';
  /** Relative to the project. */
  source: string;
  /** EPSG code; `undefined` if it isn't known, which makes QGIS ask. */
  epsg: number | undefined;
  /** Of the outline of polygons, which aren't filled: red, green, blue. If omitted, QGIS chooses a style. */
  outline?: string;
}

/**
 * The text of a project in WGS 84. Names and sources are escaped, whatever they contain.
 *
 * @param layers the top one first
 * @param bounds west, south, east, north of the first view, degrees
 */
export function qgisProject(
  title: string,
  layers: readonly QgisLayer[],
  [west, south, east, north]: readonly [number, number, number, number],
): string {
  // Also the report of a single point needs some space.
  const edge = 0.001 + 0.05 * Math.max(east - west, north - south);
  const tree = layers.map(
    ({ name }, index) =>
      `<layer-tree-layer id="${idOf(index)}" name="${xmlText(name)}" checked="Qt::Checked" expanded="0"/>`,
  );
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis projectname="${xmlText(title)}" version="3.28.0">
<projectCrs>${crs(4326)}</projectCrs>
<layer-tree-group>${tree.join('\n')}</layer-tree-group>
<mapcanvas name="theMapCanvas"><units>degrees</units>
<extent><xmin>${west - edge}</xmin><ymin>${south - edge}</ymin>
<xmax>${east + edge}</xmax><ymax>${north + edge}</ymax></extent>
<destinationsrs>${crs(4326)}</destinationsrs></mapcanvas>
<projectlayers>${layers.map(mapLayer).join('\n')}</projectlayers>
<properties><Paths><Absolute type="bool">false</Absolute></Paths></properties>
</qgis>
`;
}

function mapLayer({ name, type, source, epsg, outline }: QgisLayer, index: number): string {
  return `<maplayer type="${type}">
<id>${idOf(index)}</id>
<datasource>${xmlText(source)}</datasource>
<layername>${xmlText(name)}</layername>
<provider encoding="UTF-8">${type === 'raster' ? 'gdal' : 'ogr'}</provider>
${epsg === undefined ? '' : `<srs>${crs(epsg)}</srs>`}${outline === undefined ? '' : outlineStyle(outline)}
</maplayer>`;
}

/** QGIS replaces ids of up to 10 characters. */
function idOf(index: number): string {
  return `swath_delivery_${index + 1}`;
}

/** QGIS reads the code only beside an internal number, which it doesn't use otherwise. */
function crs(epsg: number): string {
  return `<spatialrefsys><srsid>3452</srsid><authid>EPSG:${epsg}</authid></spatialrefsys>`;
}

function outlineStyle(color: string): string {
  return `<renderer-v2 type="singleSymbol"><symbols><symbol type="fill" name="0" alpha="1">
<layer class="SimpleFill"><prop k="style" v="no"/><prop k="outline_color" v="${color},255"/>
<prop k="outline_width" v="0.6"/></layer></symbol></symbols></renderer-v2>`;
}

/** Text without the characters that XML can't contain. */
function xmlText(text: string): string {
  const allowed = text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return allowed.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
