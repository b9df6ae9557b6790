"""Opens a project in QGIS, renders it, and prints what it has as JSON: read_project.py PROJECT PICTURE"""
import json
import sys

from qgis.core import QgsApplication, QgsMapRendererParallelJob, QgsMapSettings, QgsProject, QgsRectangle
from qgis.gui import QgsMapCanvas
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor, QImage

application = QgsApplication([], True)
application.initQgis()
canvas = QgsMapCanvas()
# QGIS finds the extent of a canvas by its name.
canvas.setObjectName("theMapCanvas")
project = QgsProject.instance()
project.readProject.connect(canvas.readProject)
is_read = project.read(sys.argv[1])
layers = project.layerTreeRoot().layerOrder()


def sides(rectangle):
    return [rectangle.xMinimum(), rectangle.yMinimum(), rectangle.xMaximum(), rectangle.yMaximum()]


def drawn(layer):
    """The lightest minus the darkest gray of an image, and the mean difference of neighbors in a row."""
    one = QgsMapSettings()
    one.setDestinationCrs(layer.dataProvider().crs())
    one.setLayers([layer])
    inner = QgsRectangle(layer.extent())
    inner.scale(0.8)
    one.setExtent(inner)
    one.setOutputSize(QSize(200, 200))
    job = QgsMapRendererParallelJob(one)
    job.start()
    job.waitForFinished()
    picture = job.renderedImage().convertToFormat(QImage.Format_Grayscale8)
    row = [QColor(picture.pixel(x, 100)).red() for x in range(picture.width())]
    steps = [abs(a - b) for a, b in zip(row, row[1:])]
    return {"contrast": max(row) - min(row), "roughness": sum(steps) / len(steps)}


settings = QgsMapSettings()
settings.setDestinationCrs(project.crs())
settings.setTransformContext(project.transformContext())
settings.setLayers(layers)
settings.setExtent(QgsRectangle(project.viewSettings().defaultViewExtent()))
settings.setOutputSize(QSize(900, 900))
job = QgsMapRendererParallelJob(settings)
job.start()
job.waitForFinished()
job.renderedImage().save(sys.argv[2])

print(json.dumps({
    "isRead": is_read,
    "crs": project.crs().authid(),
    "title": project.title(),
    "canvas": sides(canvas.extent()),
    "view": sides(project.viewSettings().defaultViewExtent()),
    "layers": [
        {
            "name": layer.name(),
            "isValid": layer.isValid(),
            "crs": layer.crs().authid(),
            "own": layer.dataProvider().crs().authid(),
            "extent": sides(settings.layerToMapCoordinates(layer, layer.extent())),
            "drawn": None if hasattr(layer, "featureCount") else drawn(layer),
            "count": layer.featureCount() if hasattr(layer, "featureCount") else None,
        }
        for layer in layers
    ],
}))
sys.stdout.flush()
# Its destructors can crash at the exit of Python.
import os

os._exit(0)
