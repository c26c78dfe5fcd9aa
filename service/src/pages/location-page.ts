import { locationPath } from '../catalogue/site-paths.js';
import { html } from './frame/html.js';
import { validationSteps } from './frame/icons.js';
import type { Outcome } from './frame/outcome.js';
import { isSold } from './parts/is-sold.js';
import { aboutPlace, disclaimers, gettingThere, kindOfPlace, placeAddress } from './parts/place-details.js';
import { type PlaceView, placeOffers } from './parts/place-offers.js';
import { postedRates } from './parts/posted-rates.js';

/** A place, what it sells for a stay or posts at its entrance, and how one gets in. */
export const locationPage = (view: PlaceView): Outcome => {
  const { visit, location, snapshot, iconOf } = view;
  const kind = kindOfPlace(visit, location);
  const body = html`
<h1>${location.name}</h1>
${placeAddress(visit, location)}
${kind !== undefined && html`<p class="kind">${kind}</p>`}
${placeOffers(view)}
${postedRates(visit, location)}
${isSold(location) && validationSteps(visit, location.validation, iconOf)}
${gettingThere(visit, location)}
${aboutPlace(visit, location, snapshot.seller(location.sellerId)?.name)}
${disclaimers(visit, location)}`;
  return { kind: 'page', title: location.name, body, canonical: locationPath(location) };
};
