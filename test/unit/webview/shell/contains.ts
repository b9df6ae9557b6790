/** What this needs of Leaflet's LatLng, degrees. */
interface Place {
  lat: number;
  lng: number;
}

/** Whether a point is in one of the polygons; rings after the first are holes (ray casting, even-odd). */
export function contains(polygons: readonly (readonly (readonly Place[])[])[], point: Place): boolean {
  return polygons.some(rings => rings.filter(ring => crossesOddly(ring, point)).length % 2 === 1);
}

function crossesOddly(ring: readonly Place[], point: Place): boolean {
  let odd = false;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from && to.lat > point.lat !== from.lat > point.lat) {
      const crossing = ((from.lng - to.lng) * (point.lat - to.lat)) / (from.lat - to.lat) + to.lng;
      if (point.lng < crossing) odd = !odd;
    }
    from = to;
  }
  return odd;
}
