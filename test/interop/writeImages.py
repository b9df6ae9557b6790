"""Writes one image per kind with GDAL: python3 writeImages.py <folder> [name ...]

Prints a JSON array with what each file is, and the values that GDAL reads from it where they aren't exact.
The values follow a rule that images.ts knows too.
"""

import json
import os
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.PushErrorHandler("CPLQuietErrorHandler")

WIDTH, HEIGHT = 75, 53

TYPES = {
    "uint8": (gdal.GDT_Byte, lambda v: v % 251),
    "uint12": (gdal.GDT_UInt16, lambda v: v % 4093),
    "uint16": (gdal.GDT_UInt16, lambda v: v % 65521),
    "int16": (gdal.GDT_Int16, lambda v: v % 65521 - 32760),
    "uint32": (gdal.GDT_UInt32, lambda v: v * 7001),
    "int32": (gdal.GDT_Int32, lambda v: v * 7001 - 1_000_000_000),
    "uint64": (gdal.GDT_UInt64, lambda v: v * 10_000_019),
    "float16": (gdal.GDT_Float32, lambda v: v % 2039),
    "float32": (gdal.GDT_Float32, lambda v: v / 7 - 1000),
    "float64": (gdal.GDT_Float64, lambda v: v / 7 - 1000),
}


def rule(name, band):
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    return TYPES[name][1]((columns * 257 + rows * 1031 + band * 4099).astype(numpy.int64))


def source(name, bands):
    kind = TYPES[name][0]
    image = gdal.GetDriverByName("MEM").Create("", WIDTH, HEIGHT, bands, kind)
    system = osr.SpatialReference()
    system.ImportFromEPSG(3857)
    image.SetProjection(system.ExportToWkt())
    image.SetGeoTransform((590_000, 10, 0, 5_370_000, 0, -10))
    for band in range(bands):
        image.GetRasterBand(band + 1).WriteArray(rule(name, band))
    return image


TILED = ["TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=16"]
STRIPS = ["BLOCKYSIZE=16"]
BIG = ["ENDIANNESS=BIG"]
APART = ["INTERLEAVE=BAND"]


JP2 = ["QUALITY=100", "REVERSIBLE=YES"]
JP2_TILED = ["BLOCKXSIZE=32", "BLOCKYSIZE=32", "RESOLUTIONS=3"]


def compressed(name, *options):
    return ["COMPRESS=" + name, *options]


KINDS = {
    "none-uint8": ("uint8", 1, STRIPS),
    "none-uint16-big": ("uint16", 4, [*TILED, *BIG]),
    "none-float32-big": ("float32", 1, [*STRIPS, *BIG]),
    "none-uint64": ("uint64", 1, TILED),
    "none-uint64-big": ("uint64", 2, [*TILED, *BIG]),
    "lzw-float16-big": ("float16", 2, [*TILED, *BIG, *compressed("LZW"), "NBITS=16"]),
    "none-bigtiff-big": ("uint16", 3, [*TILED, *BIG, "BIGTIFF=YES"]),
    "lzw-uint8": ("uint8", 3, [*TILED, *compressed("LZW")]),
    "lzw-uint16-2": ("uint16", 4, [*STRIPS, *compressed("LZW", "PREDICTOR=2")]),
    "lzw-uint16-2-big": ("uint16", 4, [*TILED, *BIG, *compressed("LZW", "PREDICTOR=2")]),
    "lzw-int32-2-big": ("int32", 2, [*STRIPS, *BIG, *compressed("LZW", "PREDICTOR=2")]),
    "deflate-uint8": ("uint8", 1, [*STRIPS, *compressed("DEFLATE")]),
    "deflate-uint16-2": ("uint16", 4, [*TILED, *compressed("DEFLATE", "PREDICTOR=2")]),
    "deflate-uint16-2-big": ("uint16", 1, [*STRIPS, *BIG, *compressed("DEFLATE", "PREDICTOR=2")]),
    "deflate-uint16-2-apart": ("uint16", 3, [*TILED, *APART, *compressed("DEFLATE", "PREDICTOR=2")]),
    "deflate-int32-2": ("int32", 1, [*TILED, *compressed("DEFLATE", "PREDICTOR=2")]),
    "deflate-uint64-2-big": ("uint64", 1, [*TILED, *BIG, *compressed("DEFLATE", "PREDICTOR=2")]),
    "deflate-float32-2": ("float32", 1, [*TILED, *compressed("DEFLATE", "PREDICTOR=2")]),
    "jpeg-gray": ("uint8", 1, [*TILED, *compressed("JPEG")]),
    "jpeg-ycbcr": ("uint8", 3, [*TILED, *compressed("JPEG"), "PHOTOMETRIC=YCBCR"]),
    "jp2-uint8": ("uint8", 1, JP2),
    "jp2-uint8-rgb": ("uint8", 3, [*JP2, *JP2_TILED]),
    "jp2-uint8-4": ("uint8", 4, [*JP2, *JP2_TILED]),
    "jp2-uint12": ("uint12", 4, [*JP2, "NBITS=12", "RESOLUTIONS=3", "GMLJP2=NO"]),
    "jp2-uint16": ("uint16", 1, [*JP2, *JP2_TILED, "GeoJP2=NO"]),
    "jp2-uint16-3": ("uint16", 3, [*JP2, *JP2_TILED, "PROGRESSION=RPCL", "YCC=NO"]),
    "jp2-uint16-4": ("uint16", 4, [*JP2, *JP2_TILED, "PRECINCTS={32,32},{16,16}"]),
    "jp2-uint16-odd": ("uint16", 2, [*JP2, "BLOCKXSIZE=48", "BLOCKYSIZE=40", "RESOLUTIONS=2"]),
    "jp2-int16": ("int16", 2, JP2),
    "jp2-lengths": ("uint16", 5, [*JP2, *JP2_TILED, "TLM=YES", "PLT=YES"]),
}


def write(folder, name):
    kind, bands, options = KINDS[name]
    is_jp2 = name.startswith("jp2-")
    path = os.path.join(folder, name + (".jp2" if is_jp2 else ".tif"))
    image = source(kind, bands)
    if "COMPRESS=JPEG" in options:
        # A picture without edges, so that decoders that round differently stay close.
        rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
        for band in range(bands):
            image.GetRasterBand(band + 1).WriteArray(columns + rows + 20 * band)
    gdal.GetDriverByName("JP2OpenJPEG" if is_jp2 else "GTiff").CreateCopy(path, image, options=options)
    written = gdal.Open(path)
    values = [written.GetRasterBand(band + 1).ReadAsArray() for band in range(bands)]
    exact = all((values[band] == image.GetRasterBand(band + 1).ReadAsArray()).all() for band in range(bands))
    about = {"name": name, "file": path, "type": kind, "bands": bands}
    if not exact:
        about["values"] = [band.flatten().tolist() for band in values]
    return about


if __name__ == "__main__":
    folder, *names = sys.argv[1:]
    print(json.dumps([write(folder, name) for name in names or KINDS]))
