/** What a reason of a report means, for people. */
const texts: ReadonlyMap<string, string> = new Map([
  ['city', 'the city itself, not a car park'],
  ['not_a_car_park', 'not a car park by the mapping'],
  ['no_name', 'neither name nor address'],
  ['no_geometry', 'no geometry'],
  ['geometry_not_supported', 'a geometry that is neither point nor area'],
  ['coordinates_absurd', 'coordinates that are nowhere on land or earth'],
  ['far_from_its_city', 'more than 100 km from the city of the file'],
  ['duplicate_id', 'an id that another feature of the file has'],
  ['currency_unknown', 'a country whose currency is not known: give one'],
  ['rate_plan_in_other_currency', 'priced by a rate plan in another currency'],
  ['coordinates_swapped', 'latitude and longitude were exchanged, and put right'],
  ['capacity_unknown', 'no usable capacity: listed, but sold only where spaces are set'],
  ['capacity_assumed', 'no usable capacity: the one given for the import is sold'],
  ['capacity_from_text', 'capacity read from a text'],
  ['hours_only_text', 'opening hours that are shown, but not understood'],
  ['email_removed', 'an e-mail address taken out of a review'],
  ['type_unknown', 'a type that the mapping does not know'],
]);

export const reasonText = (reason: string): string => texts.get(reason) ?? reason.replaceAll('_', ' ');
