/** One car park in Dresden, as a file of GeoJSON. */
export const geoJson = (name: string): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name, total: 12, type: 'Parkhaus' },
        geometry: { type: 'Point', coordinates: [13.7383, 51.0509] },
      },
    ],
  });
