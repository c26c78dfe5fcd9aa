import { Type } from 'typebox';
import type { EnvelopeParts, Reply } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { CuratedQuotes, Quote, QuoteSearchResult, Quotes } from '../../quotes/quote.js';
import { recordSchema } from '../representations/field-schemas.js';
import { array, object } from '../representations/json-text.js';
import { searchMeta, searchMetaSchema } from '../representations/quotes/quote-meta.js';
import type { Representation } from '../representations/representation.js';
import { quotesInput, searchOf } from './quote-input.js';

interface QuoteRouteOptions {
  readonly quotes: Pick<Quotes, 'search'>;
  readonly representations: { readonly quote: Representation<Quote> };
}

/** Curated picks and the suggested view stand beside the list, which is then enveloped in any case. */
const envelopeOf = (result: QuoteSearchResult, quote: Representation<Quote>): EnvelopeParts => {
  const { wantsCurated, wantsSuggestedView, meta } = result;
  const curated: CuratedQuotes | undefined = wantsCurated ? result.curated() : undefined;
  const curatedData = curated && {
    curated_data: (view: Parameters<typeof quote.write>[1]) =>
      object({
        cheapest: quote.write(curated.cheapest, view),
        closest: quote.write(curated.closest, view),
        recommended: quote.write(curated.recommended, view),
      }),
  };
  const suggested = wantsSuggestedView && {
    suggested_view_data: (view: Parameters<typeof quote.write>[1]) =>
      array(result.suggestedView().map((found) => quote.write(found, view))),
  };
  return {
    isRequired: wantsCurated || wantsSuggestedView,
    echoesQuery: true,
    meta: () => searchMeta(meta),
    extras: { ...curatedData, ...suggested },
  };
};

/** Candidates that one unit of the caller's allowance pays for. */
const candidatesPerUnit = 500;

const reply = (result: QuoteSearchResult, quote: Representation<Quote>): Reply => ({
  status: 200,
  cost: () => Math.max(1, Math.ceil(result.weighed() / candidatesPerUnit)),
  resource: {
    shape: 'list',
    total: result.total,
    page: (from, to) => result.page(from, to - from).map(quote.of),
    envelope: envelopeOf(result, quote),
  },
});

export const createQuoteRoutes = ({ quotes, representations }: QuoteRouteOptions): readonly AnyRoute[] => {
  const record = recordSchema(representations.quote.shows);
  return [
    route({
      method: 'GET',
      isCompressible: true,
      path: '/quotes',
      operation: 'quote.search',
      summary: 'Searches for places to park, with what can be bought there.',
      access: 'anyone',
      shows: representations.quote.shows,
      isList: true,
      hasStatsByPost: true,
      parametersOfV4: ['option_types'],
      envelopeExtras: {
        query: Type.Record(Type.String(), Type.String()),
        meta: searchMetaSchema,
        curated_data: Type.Object({ cheapest: record, closest: record, recommended: record }),
        suggested_view_data: Type.Array(record),
      },
      input: quotesInput,
      run: async (input, { caller }) => reply(quotes.search(searchOf(input), caller), representations.quote),
    }),
  ];
};
