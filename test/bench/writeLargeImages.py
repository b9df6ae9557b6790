"""Writes large images of noise, which nothing compresses: python3 writeLargeImages.py FOLDER

large.tif has 2.9 GB with its reduced copies, large.jp2 0.6 GB in tiles of 1024 x 1024. It takes two minutes and 4 GB.
"""
import os
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_NUM_THREADS", "ALL_CPUS")
random = numpy.random.default_rng(1)
BANDS, ROWS = 4, 1024


def path(name):
    return os.path.join(sys.argv[1], name)


def write(name, side, block):
    options = ["TILED=YES", "BIGTIFF=YES", f"BLOCKXSIZE={block}", f"BLOCKYSIZE={block}"]
    image = gdal.GetDriverByName("GTiff").Create(path(name), side, side, BANDS, gdal.GDT_UInt16, options=options)
    system = osr.SpatialReference()
    system.ImportFromEPSG(32631)
    image.SetProjection(system.ExportToWkt())
    image.SetGeoTransform((600_000, 0.5, 0, 4_800_000, 0, -0.5))
    for top in range(0, side, ROWS):
        for band in range(BANDS):
            image.GetRasterBand(band + 1).WriteArray(random.integers(1, 65_536, (ROWS, side), dtype=numpy.uint16), 0, top)
    return image


source = write("source.tif", 8192, 256)
jp2 = ["QUALITY=100", "REVERSIBLE=YES", "BLOCKXSIZE=1024", "BLOCKYSIZE=1024"]
gdal.GetDriverByName("JP2OpenJPEG").CreateCopy(path("large.jp2"), source, options=jp2)
source = None
os.remove(path("source.tif"))
write("large.tif", 16_384, 512).BuildOverviews("NEAREST", [2, 4, 8, 16, 32])
