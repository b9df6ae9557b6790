/** A QGIS project of files beside it. Names and sources are escaped, whatever they contain. */

type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface QgisLayer {
  name: string;
  type: 'vector' | 'raster';
  /** Relative to the project. */
  source: string;
  /** If it isn't known, QGIS asks. */
  epsg: number | undefined;
  /** Red, green, blue: draws polygons as an outline; `undefined` leaves the style to QGIS. */
  outline: string | undefined;
  /** Of an image whose values don't fit the screen: the contrast follows what is in view. */
  stretch?: { bands: number; bits: number } | undefined;
}

/**
 * The text of a project in WGS 84 that shows the bounds, in degrees. The top layer comes first.
 *
 * QGIS uses the project's coordinate system only where projections are enabled. The version is the oldest one that the
 * project was opened in: others report a file of a newer version.
 */
export function qgisProject(title: string, layers: readonly QgisLayer[], bounds: Bounds): string {
  const [west, south, east, north] = bounds;
  // Also the report of a single point needs some space.
  const edge = 0.001 + 0.05 * Math.max(east - west, north - south);
  const extent = {
    xmin: west - edge,
    ymin: south - edge,
    xmax: east + edge,
    ymax: north + edge,
  };
  const sides = Object.entries(extent);
  const tree = layers.map(({ name }, index) => {
    return `<layer-tree-layer id="${layerId(index)}" name="${xmlText(name)}" checked="Qt::Checked"/>`;
  });
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis projectname="${xmlText(title)}" version="3.22.0">
<title>${xmlText(title)}</title>
<projectCrs>${crs(4326)}</projectCrs>
<layer-tree-group>${tree.join('\n')}</layer-tree-group>
<mapcanvas name="theMapCanvas"><units>degrees</units><destinationsrs>${crs(4326)}</destinationsrs>
<extent>${sides.map(([side, degrees]) => `<${side}>${degrees}</${side}>`).join('\n')}</extent></mapcanvas>
<ProjectViewSettings><DefaultViewExtent ${sides.map(([side, degrees]) => `${side}="${degrees}"`).join(' ')}>
${crs(4326)}</DefaultViewExtent></ProjectViewSettings>
<projectlayers>${layers.map(mapLayer).join('\n')}</projectlayers>
<properties><Paths><Absolute type="bool">false</Absolute></Paths>
<SpatialRefSys><ProjectionsEnabled type="int">1</ProjectionsEnabled></SpatialRefSys></properties>
</qgis>
`;
}

function mapLayer({ name, type, source, epsg, outline, stretch }: QgisLayer, index: number): string {
  const style = `<renderer-v2 type="singleSymbol"><symbols><symbol type="fill" name="0" alpha="1">
<layer class="SimpleFill"><prop k="style" v="no"/><prop k="outline_color" v="${outline},255"/>
<prop k="outline_width" v="0.6"/></layer></symbol></symbols></renderer-v2>`;
  return `<maplayer type="${type}"><id>${layerId(index)}</id><layername>${xmlText(name)}</layername>
<datasource>${xmlText(source)}</datasource><provider encoding="UTF-8">${type === 'raster' ? 'gdal' : 'ogr'}</provider>
${epsg === undefined ? '' : `<srs>${crs(epsg)}</srs>`}${outline === undefined ? '' : style}${stretch ? stretchedBands(stretch) : ''}
</maplayer>`;
}

/** QGIS draws the lowest bits of longer values otherwise, which is noise. */
function stretchedBands({ bands, bits }: { bands: number; bits: number }): string {
  const limits = `<minValue>0</minValue><maxValue>${2 ** bits - 1}</maxValue>
<algorithm>StretchToMinimumMaximum</algorithm>`;
  const origin = `<minMaxOrigin><limits>CumulativeCut</limits><extent>UpdatedCanvas</extent>
<statAccuracy>Estimated</statAccuracy><cumulativeCutLower>0.02</cumulativeCutLower>
<cumulativeCutUpper>0.98</cumulativeCutUpper><stdDevFactor>2</stdDevFactor></minMaxOrigin>`;
  const colors = ['red', 'green', 'blue'];
  const renderer =
    bands < colors.length
      ? `<rasterrenderer type="singlebandgray" grayBand="1" alphaBand="-1" opacity="1" gradient="BlackToWhite">
${origin}<contrastEnhancement>${limits}</contrastEnhancement></rasterrenderer>`
      : `<rasterrenderer type="multibandcolor" redBand="1" greenBand="2" blueBand="3" alphaBand="-1" opacity="1">
${origin}${colors.map(color => `<${color}ContrastEnhancement>${limits}</${color}ContrastEnhancement>`).join('\n')}
</rasterrenderer>`;
  return `<pipe>${renderer}</pipe>`;
}

/** QGIS replaces ids of up to 10 characters. */
function layerId(index: number): string {
  return `swath_delivery_${index + 1}`;
}

/** QGIS reads the code only beside an internal number, which it doesn't use otherwise. */
function crs(epsg: number): string {
  return `<spatialrefsys><srsid>3452</srsid><authid>EPSG:${epsg}</authid></spatialrefsys>`;
}

/** Text without the characters that XML can't contain. */
function xmlText(text: string): string {
  const allowed = text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return allowed.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
