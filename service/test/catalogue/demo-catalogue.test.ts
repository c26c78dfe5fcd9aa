import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { say } from '../../src/base/locale.js';
import { loadDemoCatalogue } from '../../src/catalogue/import/load-demo-catalogue.js';
import type { Location } from '../../src/catalogue/location.js';
import type { CatalogueSnapshot } from '../../src/catalogue/snapshot.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { openTestCatalogue, realFiles, skippingClock, testNow } from './open-test-catalogue.js';

const dayMs = 86_400_000;

const load = async (clock = skippingClock()) => {
  const database = await openTestDatabase();
  const catalogue = await openTestCatalogue(database, clock);
  const report = await loadDemoCatalogue(catalogue);
  return { database, catalogue, report, snapshot: catalogue.snapshot() };
};

const locationsOf = (snapshot: CatalogueSnapshot): readonly Location[] => [...snapshot.locations()];
const plansOf = (snapshot: CatalogueSnapshot, location: Location): readonly RatePlan[] =>
  location.options.flatMap(({ ratePlan }) => snapshot.ratePlan(ratePlan) ?? []);

describe('demo catalogue', () => {
  it('has everything that the demo shows', async (t) => {
    const { database, snapshot, report } = await load();
    t.after(database.close);
    const locations = locationsOf(snapshot);
    const count = (is: (location: Location) => boolean): number => locations.filter(is).length;
    const hasPlan = (is: (plan: RatePlan) => boolean): number =>
      count((location) => plansOf(snapshot, location).some(is));

    assert.deepEqual(report.files[0]?.skipped, []);
    assert.ok(locations.length >= 380, `${locations.length} locations`);
    assert.equal(
      count(({ address }) => address.country === 'DE' || address.country === 'DK'),
      330,
    );
    assert.equal(
      count(({ options }) => options.length > 0 && options.every(({ capacity }) => capacity === 0)),
      2,
    );
    assert.equal(
      hasPlan(({ duration }) => duration?.tiers[0]?.priceMinor === 0),
      1,
    );
    assert.equal(
      count(({ validation }) => validation.requiresLicensePlate),
      1,
    );
    assert.equal(
      hasPlan(({ vehicleSizes }) => vehicleSizes !== undefined),
      1,
    );
    assert.equal(
      count(({ options }) => options.some(({ accessCode }) => accessCode !== undefined)),
      1,
    );
    assert.equal(
      count(({ type }) => type === 'on_street'),
      1,
    );
    assert.ok(count(({ description }) => say(description, 'fr-CA') !== say(description, 'en-CA')) > 20);

    const known = (is: (location: Location) => unknown): boolean =>
      locations.some((location) => Boolean(is(location)));
    assert.ok(known(({ operatingHours }) => operatingHours?.alwaysOpen === true));
    assert.ok(known(({ operatingHours }) => operatingHours?.alwaysOpen === false));
    assert.ok(known(({ nonBookableRates }) => nonBookableRates));
    assert.ok(known(({ otherSiteUrl }) => otherSiteUrl));
    assert.ok(known(({ shuttleTimes }) => shuttleTimes));
    assert.ok(known(({ displaysSellerLogo }) => displaysSellerLogo));
    assert.ok(known(({ msa }) => msa));
    assert.ok(known(({ phone }) => phone));
    assert.ok(known(({ photos }) => photos));
    assert.ok(known(({ entrances }) => entrances[0]?.maxHeightInches));
    for (const kind of ['none', 'on_demand'])
      assert.ok(known(({ options }) => options.some(({ sale }) => sale === kind)));
    assert.ok(snapshot.events().some(({ partnerEvents }) => partnerEvents?.[0]?.partner === 'demo'));

    const plans = new Set(locations.flatMap((location) => plansOf(snapshot, location)));
    const some = (is: (plan: RatePlan) => boolean): boolean => [...plans].some(is);
    assert.ok(some(({ duration }) => (duration?.tiers.length ?? 0) > 1));
    assert.ok(some(({ dailyMaximumMinor }) => dailyMaximumMinor !== undefined));
    assert.ok(some(({ flatWindows }) => flatWindows !== undefined));
    assert.ok(some(({ event }) => event !== undefined));
    assert.ok(some(({ fees }) => fees.length > 0));
    assert.ok(some(({ taxes }) => taxes.some(({ isIncluded }) => isIncluded)));
    assert.ok(some(({ taxes }) => taxes.some(({ isIncluded }) => !isIncluded)));
    assert.ok(some(({ generalAddOns }) => generalAddOns !== undefined));
    assert.deepEqual([...new Set([...plans].map(({ cancellation }) => cancellation.kind))].toSorted(), [
      'never',
      'until_before',
      'until_start',
    ]);
    assert.deepEqual([...new Set(locations.map(({ currency }) => currency))].toSorted(), [
      'CAD',
      'DKK',
      'EUR',
      'USD',
    ]);
    assert.equal(snapshot.venues().filter(({ enhancedAirport }) => enhancedAirport).length, 10);
    t.diagnostic(
      `${locations.length} locations, ${snapshot.venues().length} venues, ${snapshot.events().length} events`,
    );
  });

  it('has reviews of invented places alone, answered ones among them', async (t) => {
    const { database, snapshot } = await load();
    t.after(database.close);
    const rated = locationsOf(snapshot).filter(({ rating }) => rating !== undefined);
    assert.ok(rated.length >= 20);
    assert.ok(rated.every(({ address }) => address.country === 'US' || address.country === 'CA'));
    const reviews = rated.flatMap(({ id }) => snapshot.reviewsOf(id));
    assert.ok(reviews.some(({ reply }) => reply !== undefined));
    assert.ok(reviews.every(({ createdAt }) => createdAt < testNow));
  });

  it('says all of Toronto in both languages: its places, their prices and their ways in', async (t) => {
    const { database, snapshot } = await load();
    t.after(database.close);
    const places = locationsOf(snapshot).filter(({ address }) => address.country === 'CA');
    assert.ok(places.length > 20);
    const texts = places.flatMap((place) => [
      ...[place.description, place.directions, place.pickupInstructions, place.dropoffInstructions],
      ...place.disclaimers,
      ...[place.validation.displayMessage, ...place.validation.steps.map(({ instructions }) => instructions)],
      ...plansOf(snapshot, place).flatMap(({ fees, taxes, generalAddOns = [] }) => [
        ...[...fees, ...taxes].map(({ label }) => label),
        ...fees.map(({ description }) => description),
        ...generalAddOns.flatMap(({ name, description }) => [name, description]),
      ]),
    ]);
    const said = texts.filter((text) => text !== undefined);
    assert.ok(said.length > places.length * 6);
    assert.deepEqual(
      said.filter((text) => say(text, 'fr-CA') === say(text, 'en-CA')),
      [],
    );
    assert.ok(
      places.every(({ description, disclaimers }) => description !== undefined && disclaimers.length > 0),
    );
  });

  it('shows drawings that are there', async (t) => {
    const { database, snapshot } = await load();
    t.after(database.close);
    const urls = locationsOf(snapshot).flatMap(({ photos = [] }) =>
      photos.flatMap(({ sizes }) => Object.values(sizes).map(({ url }) => url)),
    );
    for (const url of new Set(urls))
      await assert.doesNotReject(access(new URL(`../../../assets${url}`, import.meta.url)), url);
    assert.ok(urls.length > 0);
  });

  it('has car parks to book within walking distance of every ground, and near the airports of its two cities', async (t) => {
    const { database, snapshot } = await load();
    t.after(database.close);
    for (const venue of snapshot
      .venues()
      .filter(({ name }) => !/Hamburg|Frankfurt|Midway|Nuremberg/.test(name))) {
      const near = snapshot.within(venue.coordinates, venue.enhancedAirport ? 10_000 : 2500);
      assert.ok(
        near.some(({ location }) => location.options.some(({ capacity }) => capacity > 0)),
        venue.name,
      );
    }
  });

  it('gives the same ids in every empty database, and changes nothing when it is loaded again', async (t) => {
    const first = await load();
    const second = await load();
    t.after(first.database.close);
    t.after(second.database.close);
    const ids = (snapshot: CatalogueSnapshot) => [
      ...locationsOf(snapshot).map(({ id, name }) => [id, name]),
      ...snapshot.events().map(({ id, startTime }) => [id, startTime]),
    ];
    assert.deepEqual(ids(first.snapshot), ids(second.snapshot));
    assert.equal((await loadDemoCatalogue(first.catalogue)).changes, 0);
  });

  it('is not changed by importing the real files over it', async (t) => {
    const { database, catalogue, snapshot } = await load();
    t.after(database.close);
    const report = await catalogue.importFiles({ files: realFiles() });
    const changed = report.files.filter(({ imported, updated }) => imported + updated > 0);
    assert.deepEqual(changed, []);
    assert.deepEqual(locationsOf(catalogue.snapshot()), locationsOf(snapshot));
  });
});

describe('events of rules', () => {
  it("lie ahead of the clock for twelve weeks, on the venue's clock over the change to summer time", async (t) => {
    const clock = skippingClock(Date.UTC(2026, 1, 1));
    const { database, snapshot } = await load(clock);
    t.after(database.close);
    const hawks = snapshot.events().filter(({ name }) => name.startsWith('Lakeside Hawks'));
    assert.equal(hawks.length, 12);
    const localStart = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Chicago',
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    for (const { startTime, endTime } of hawks) {
      assert.equal(localStart.format(startTime), 'Sat, 19');
      assert.ok(endTime > clock.now() && startTime < clock.now() + 85 * dayMs);
    }
    assert.equal(hawks[0]?.partnerEventId, 'hawks-2026-01-31');
  });

  it('roll on with the clock: the same event keeps its id, new ones come, long past ones go', async (t) => {
    const { database, catalogue, snapshot } = await load();
    t.after(database.close);
    const before = new Map(snapshot.events().map(({ id, ...event }) => [id, event]));
    assert.equal(await catalogue.rollEvents(testNow), 0);
    assert.equal(catalogue.snapshot(), snapshot);

    await catalogue.rollEvents(testNow + 14 * dayMs);
    const later = catalogue.snapshot().events();
    assert.ok(later.length > before.size);
    const same = later.filter(({ id }) => before.has(id));
    assert.equal(same.length, before.size);
    for (const { id, ...event } of same) assert.deepEqual(event, before.get(id));

    await catalogue.rollEvents(testNow + 60 * dayMs);
    const muchLater = catalogue.snapshot().events();
    assert.ok(muchLater.every(({ endTime }) => endTime >= testNow + 30 * dayMs));
    assert.ok(Math.max(...muchLater.map(({ startTime }) => startTime)) > testNow + 60 * dayMs + 70 * dayMs);
    const fresh = await openTestCatalogue(database);
    assert.deepEqual(fresh.snapshot().events(), muchLater);
  });
});
