"""Prints the place of images and a checksum of each band as JSON: read_image.py FILE..."""
import json
import sys

from osgeo import gdal

gdal.UseExceptions()


def about(path):
    image = gdal.Open(path)
    return {
        "epsg": image.GetSpatialRef().GetAuthorityCode(None),
        "transform": image.GetGeoTransform(),
        "size": [image.RasterXSize, image.RasterYSize],
        "bands": image.RasterCount,
        "checksums": [image.GetRasterBand(band + 1).Checksum() for band in range(image.RasterCount)],
    }


print(json.dumps([about(path) for path in sys.argv[1:]]))
