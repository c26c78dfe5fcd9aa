/** A catalogue with one car park, as an operator would import it. */
export const catalogueWith = (capacity: number): string =>
  JSON.stringify({
    format: 'parking-catalogue',
    version: 1,
    sellers: [{ key: 'seller', name: 'Test seller' }],
    ratePlans: [
      {
        id: 'hourly',
        currency: 'USD',
        duration: {
          tiers: [
            { upToMinutes: 60, priceMinor: 400 },
            { upToMinutes: 720, priceMinor: 1500 },
          ],
        },
        dailyMaximumMinor: 3000,
        fees: [{ type: 'convenience_fee', label: 'Service fee', amountMinor: 99 }],
        taxes: [],
        cancellation: { kind: 'until_start' },
        preferredDisplay: 'price',
      },
    ],
    locations: [
      {
        key: 'only',
        name: 'The only garage',
        address: {
          address1: '1 Test Street',
          city: 'Chicago',
          state: 'IL',
          postalCode: '60601',
          country: 'US',
        },
        coordinates: { lat: 41.8837, lon: -87.6289 },
        seller: 'seller',
        capacity,
        options: [{ key: 'standard', pool: 'all', capacity, ratePlan: 'hourly' }],
      },
    ],
    venues: [],
    events: [],
    eventRules: [],
  });

const digits = (value: number): string => String(value).padStart(2, '0');

/** The search that finds it, `daysAhead` days from now. */
export const searchForIt = (daysAhead: number, hours: readonly [number, number] = [10, 14]) => {
  const day = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  return {
    q: 'coordinates:41.8837,-87.6289 distance:1',
    start_time: `${day}T${digits(hours[0])}:00`,
    end_time: `${day}T${digits(hours[1])}:00`,
  };
};
