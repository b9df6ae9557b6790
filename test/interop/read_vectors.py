"""Prints what GDAL or GeoPandas read from files, as JSON: read_vectors.py gdal|geopandas FILE..."""
import json
import sys


def with_gdal(path):
    from osgeo import gdal, ogr

    gdal.UseExceptions()
    options = ["GEOM_POSSIBLE_NAMES=wkt", "AUTODETECT_TYPE=NO"] if path.endswith(".csv") else []
    source = gdal.OpenEx(path, gdal.OF_VECTOR, open_options=options)
    layer = source.GetLayer(0)
    system = layer.GetSpatialRef()
    definition = layer.GetLayerDefn()
    features = []
    for feature in layer:
        geometry = feature.GetGeometryRef()
        features.append({
            "fid": feature.GetFID(),
            "values": {
                definition.GetFieldDefn(i).GetName(): feature.GetFieldAsString(i)
                for i in range(definition.GetFieldCount())
                if feature.IsFieldSetAndNotNull(i)
            },
            "geometry": geometry and json.loads(geometry.ExportToJson()),
            "valid": geometry is None or geometry.IsValid(),
        })
    return {
        "driver": source.GetDriver().ShortName,
        "count": layer.GetFeatureCount(),
        "crs": system and system.GetAuthorityCode(None),
        "types": {
            definition.GetFieldDefn(i).GetName(): definition.GetFieldDefn(i).GetTypeName()
            for i in range(definition.GetFieldCount())
        },
        "features": features,
    }


def with_geopandas(path):
    import geopandas
    from shapely.geometry import mapping

    table = geopandas.read_parquet(path) if path.endswith(".parquet") else geopandas.read_file(path)
    names = [name for name in table.columns if name != table.geometry.name]
    features = [
        {
            "values": {name: str(row[name]) for name in names if row[name] is not None and row[name] == row[name]},
            "geometry": row[table.geometry.name] and mapping(row[table.geometry.name]),
            "valid": row[table.geometry.name] is None or row[table.geometry.name].is_valid,
        }
        for _, row in table.iterrows()
    ]
    return {
        "count": len(table),
        "crs": table.crs and table.crs.to_authority()[1],
        "types": {name: str(table[name].dtype) for name in names},
        "features": features,
    }


reader = {"gdal": with_gdal, "geopandas": with_geopandas}[sys.argv[1]]
print(json.dumps({path: reader(path) for path in sys.argv[2:]}))
