"""Writes 16-bit images of the sandbox's harbour whose values rise smoothly: python3 writeGradients.py FOLDER"""
import os
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
WIDTH, HEIGHT = 200, 150
WEST, SOUTH, EAST, NORTH = 5.3, 43.27, 5.37, 43.32


def write(name, driver, epsg, bands, options=()):
    image = gdal.GetDriverByName("MEM").Create("", WIDTH, HEIGHT, bands, gdal.GDT_UInt16)
    degrees, system = osr.SpatialReference(), osr.SpatialReference()
    degrees.ImportFromEPSG(4326)
    system.ImportFromEPSG(epsg)
    for one in (degrees, system):
        one.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    change = osr.CoordinateTransformation(degrees, system)
    left, top, _ = change.TransformPoint(WEST, NORTH)
    right, bottom, _ = change.TransformPoint(EAST, SOUTH)
    image.SetProjection(system.ExportToWkt())
    image.SetGeoTransform((left, (right - left) / WIDTH, 0, top, 0, (bottom - top) / HEIGHT))
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    for band in range(bands):
        image.GetRasterBand(band + 1).WriteArray(200 + 10 * (columns + rows))
    gdal.GetDriverByName(driver).CreateCopy(os.path.join(sys.argv[1], name), image, options=list(options))


write("degrees.tif", "GTiff", 4326, 4)
write("utm.tif", "GTiff", 32631, 1, ["COMPRESS=DEFLATE", "ENDIANNESS=BIG", "BIGTIFF=YES"])
write("degrees.jp2", "JP2OpenJPEG", 4326, 3)
write("utm-gml.jp2", "JP2OpenJPEG", 32631, 4, ["GeoJP2=NO"])
