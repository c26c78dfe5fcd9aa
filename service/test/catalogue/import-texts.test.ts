import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addOnId } from '../../src/base/ids.js';
import { say } from '../../src/base/locale.js';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aRatePlan, someValidation } from './builders.js';
import { aNativeLocation, nativeFile } from './native-file.js';
import { aFeature, fileOf, openTestCatalogue } from './open-test-catalogue.js';

const open = async (t: TestContext): Promise<OpenCatalogue> => {
  const database = await openTestDatabase();
  t.after(database.close);
  return openTestCatalogue(database);
};

const translated = { 'en-US': 'Color', 'en-CA': 'Colour', 'fr-CA': 'Couleur' };
const inTwo = { 'en-US': 'Color', 'en-CA': 'Colour' };
const inFour = { ...translated, 'de-DE': 'Farbe' };

const addOn = (overrides: object) => ({
  ...{ id: addOnId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'), name: 'Wash', priceMinor: 0, isAvailable: true },
  ...overrides,
});

describe('say', () => {
  it('says a translated text in the locale, and any other in all of them', () => {
    assert.deepEqual([say(translated, 'en-CA'), say(translated, 'fr-CA')], ['Colour', 'Couleur']);
    assert.deepEqual([say('Gate 9', 'fr-CA'), say(undefined, 'fr-CA')], ['Gate 9', undefined]);
  });
});

describe('import of texts', () => {
  const sides = { 'translated texts': translated, 'texts that are the same in every locale': 'Gate 9' };
  for (const [what, text] of Object.entries(sides)) {
    it(`takes ${what} as they are`, async (t) => {
      const catalogue = await open(t);
      const stated = {
        disclaimers: [text],
        validation: someValidation({
          displayMessage: text,
          steps: [{ instructions: text, iconPath: '/icons/scan.svg' }],
        }),
        description: text,
        directions: text,
        pickupInstructions: text,
        dropoffInstructions: text,
        hours: text,
        nonBookableRates: [{ label: text, text }],
        photos: [{ alt: text, sizes: { original: { url: '/photos/garage.svg', width: 1, height: 1 } } }],
        options: [
          {
            ...{ key: 'standard', pool: 'standard', capacity: 1, ratePlan: 'standard' },
            label: text,
            priceAdvisory: text,
          },
        ],
      };
      const plan = aRatePlan({
        fees: [{ type: 'fee', label: text, description: text, parentCategory: text, amountMinor: 1 }],
        taxes: [{ label: text, basisPoints: 1, isIncluded: true }],
        generalAddOns: [addOn({ name: text, description: text })],
      });
      const file = nativeFile({ locations: [aNativeLocation(stated)], ratePlans: [plan] });
      await catalogue.importFiles({ files: [file] });
      const [location] = catalogue.snapshot().locations();
      assert.deepEqual({ ...location, ...stated }, location);
      assert.deepEqual(catalogue.snapshot().ratePlan('standard'), plan);
    });
  }

  const faulty: readonly (readonly [string, object, string])[] = [
    [
      'a locale missing',
      { locations: [aNativeLocation({ disclaimers: [inTwo] })] },
      "/locations/0/disclaimers/0: must have required property 'fr-CA'",
    ],
    [
      'a locale too many',
      { locations: [aNativeLocation({ description: inFour })] },
      '/locations/0/description/de-DE: must NOT have additional properties',
    ],
    [
      'a number',
      { locations: [aNativeLocation({ validation: { ...someValidation(), displayMessage: 5 } })] },
      '/locations/0/validation/displayMessage: must be string',
    ],
    [
      'a locale missing in a fee',
      { ratePlans: [{ ...aRatePlan(), fees: [{ type: 'fee', label: inTwo, amountMinor: 1 }] }] },
      "/ratePlans/0/fees/0/label: must have required property 'fr-CA'",
    ],
    [
      'an empty name of an add-on',
      { ratePlans: [{ ...aRatePlan(), generalAddOns: [addOn({ name: { ...translated, 'fr-CA': '' } })] }] },
      '/ratePlans/0/generalAddOns/0/name/fr-CA: must NOT have fewer than 1 characters',
    ],
  ];
  for (const [what, overrides, message] of faulty) {
    it(`refuses a text with ${what}, and says where`, async (t) => {
      const catalogue = await open(t);
      await assert.rejects(catalogue.importFiles({ files: [nativeFile(overrides)] }), (error: unknown) => {
        assert.equal(error instanceof Error && error.message, `native.json, ${message}`);
        return true;
      });
    });
  }

  it('gives every imported car park the usual way in and out, in each language', async (t) => {
    const catalogue = await open(t);
    await catalogue.importFiles({ files: [fileOf([aFeature({})])] });
    const validation = catalogue.snapshot().locations()[0]?.validation;
    const inLocale = (locale: 'en-US' | 'en-CA' | 'fr-CA') => [
      say(validation?.displayMessage, locale),
      ...(validation?.steps ?? []).map(({ instructions }) => say(instructions, locale)),
    ];
    const english = [
      'Show this pass on your phone.',
      'Take a ticket when you enter.',
      'Scan this pass at the exit.',
    ];
    assert.deepEqual(inLocale('en-US'), english);
    assert.deepEqual(inLocale('en-CA'), english);
    assert.deepEqual(inLocale('fr-CA'), [
      'Montrez ce laissez-passer sur votre téléphone.',
      "Prenez un billet à l'entrée.",
      'Balayez ce laissez-passer à la sortie.',
    ]);
  });
});
