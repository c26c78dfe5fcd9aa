import { addOnId } from '../../src/base/ids.js';
import type { Locale, Translated } from '../../src/base/locale.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';

/** What the catalogue below says, in each locale. */
export const words = {
  'en-US': {
    label: 'Roof, color blue',
    advisory: 'Taxes included',
    fee: 'Service Fee',
    feeKind: 'Fees',
    feeReason: 'Covers support.',
    wash: 'Hand wash',
    washNote: 'By hand, while you are gone.',
    disclaimer: 'No trailers.',
    message: 'Show this pass at the center gate.',
    step: 'Take a ticket.',
    pickup: 'Wait at door 4.',
    dropoff: 'Leave by door 5.',
    rate: 'First hour',
    rateNote: 'Before noon.',
    photo: 'The gate',
    hours: 'Ring the bell.',
  },
  'en-CA': {
    label: 'Roof, colour blue',
    advisory: 'HST included',
    fee: 'Service charge',
    feeKind: 'Charges',
    feeReason: 'Covers support, eh.',
    wash: 'Car wash',
    washNote: 'By hand, while you are away.',
    disclaimer: 'No trailers or caravans.',
    message: 'Show this pass at the centre gate.',
    step: 'Take a stub.',
    pickup: 'Wait by door 4.',
    dropoff: 'Go out by door 5.',
    rate: 'The first hour',
    rateNote: 'Till noon.',
    photo: 'The main gate',
    hours: 'Ring the doorbell.',
  },
  'fr-CA': {
    label: 'Toit, couleur bleue',
    advisory: 'Taxes comprises',
    fee: 'Frais de service',
    feeKind: 'Frais',
    feeReason: 'Couvre le soutien.',
    wash: 'Lavage à la main',
    washNote: 'À la main, pendant votre absence.',
    disclaimer: 'Aucune remorque.',
    message: 'Montrez ce laissez-passer à la barrière centrale.',
    step: 'Prenez un billet.',
    pickup: 'Attendez à la porte 4.',
    dropoff: 'Sortez par la porte 5.',
    rate: 'Première heure',
    rateNote: 'Avant midi.',
    photo: 'La barrière',
    hours: 'Sonnez.',
  },
} as const satisfies Readonly<Record<Locale, Readonly<Record<string, string>>>>;

const said = (key: keyof (typeof words)['en-US']): Translated => ({
  'en-US': words['en-US'][key],
  'en-CA': words['en-CA'][key],
  'fr-CA': words['fr-CA'][key],
});

export const wash = addOnId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
export const tarp = addOnId('6f9619ff-8b86-4d01-b42d-00cf4fc964fe');

const plan = aRatePlan({
  fees: [
    {
      type: 'convenience_fee',
      label: said('fee'),
      parentCategory: said('feeKind'),
      description: said('feeReason'),
      amountMinor: 100,
    },
    { type: 'facility_fee', label: said('fee'), amountMinor: 50 },
    { type: 'access_fee', label: 'Gate 9', amountMinor: 25 },
  ],
  generalAddOns: [
    { id: wash, name: said('wash'), description: said('washNote'), priceMinor: 1500, isAvailable: true },
    { id: tarp, name: 'Tarp', priceMinor: 0, isAvailable: true },
  ],
});

/** One garage that says everything in each locale, and a little the same in all. */
export const spokenMarket: Partial<CatalogueContent> = {
  ratePlans: [plan],
  locations: [
    aLocation({
      amenities: ['indoor'],
      disclaimers: [said('disclaimer'), 'Lot 7.'],
      validation: {
        requiresLicensePlate: false,
        requiresPrintout: false,
        displayMessage: said('message'),
        steps: [
          { instructions: said('step'), iconPath: '/icons/ticket.svg' },
          { instructions: 'Gate 9', iconPath: '/icons/scan.svg' },
        ],
        scanCode: 'required',
      },
      pickupInstructions: said('pickup'),
      dropoffInstructions: said('dropoff'),
      hours: said('hours'),
      nonBookableRates: [
        { label: said('rate'), text: said('rateNote'), priceMinor: 500 },
        { label: 'Level 9' },
      ],
      photos: [
        { alt: said('photo'), sizes: { original: { url: '/photos/gate.svg', width: 12, height: 8 } } },
        { alt: 'P7', sizes: { original: { url: '/photos/p7.svg', width: 12, height: 8 } } },
      ],
      options: [anOption({ label: said('label'), priceAdvisory: said('advisory') })],
    }),
  ],
};
