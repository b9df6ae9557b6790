"""Prints $area of polygons in QGIS, on the ellipsoid of WGS 84, in square meters: read_areas.py FILE"""
import json
import sys

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransformContext,
    QgsDistanceArea,
    QgsExpression,
    QgsExpressionContext,
    QgsFeature,
    QgsJsonUtils,
    QgsUnitTypes,
)

application = QgsApplication([], False)
application.initQgis()
ellipsoid = QgsDistanceArea()
ellipsoid.setSourceCrs(QgsCoordinateReferenceSystem("EPSG:4326"), QgsCoordinateTransformContext())
ellipsoid.setEllipsoid("EPSG:7030")


def area(geometry):
    feature = QgsFeature()
    # Later versions join vertices by geodesics: on short edges they are straight in degrees.
    feature.setGeometry(geometry.densifyByDistance(0.001))
    expression = QgsExpression("$area")
    expression.setGeomCalculator(ellipsoid)
    expression.setAreaUnits(QgsUnitTypes.AreaSquareMeters)
    context = QgsExpressionContext()
    context.setFeature(feature)
    return expression.evaluate(context)


with open(sys.argv[1], encoding="utf-8") as file:
    features = QgsJsonUtils.stringToFeatureList(file.read())
print(json.dumps([area(feature.geometry()) for feature in features]))
