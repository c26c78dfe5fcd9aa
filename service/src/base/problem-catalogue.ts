import type { Translated } from './locale.js';

/** `level`: how the request's log line is written; `none` where it is the caller's ordinary mistake. */
export interface ProblemEntry {
  readonly status: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: Translated;
}

const entry = (
  status: number,
  english: string,
  french: string,
  level: ProblemEntry['level'] = 'info',
): ProblemEntry => ({
  status,
  level,
  message: { 'en-US': english, 'en-CA': english, 'fr-CA': french },
});

/** Every error the API can answer with; `docs/errors.md` lists the same codes (a test compares them). */
export const problems = {
  request_parameter_invalid: entry(
    400,
    'A parameter of the request is not valid.',
    "Un paramètre de la requête n'est pas valide.",
  ),
  request_body_invalid: entry(
    400,
    'The body of the request cannot be read.',
    'Le corps de la requête est illisible.',
  ),
  request_path_invalid: entry(
    400,
    'The address of the request is not valid.',
    "L'adresse de la requête n'est pas valide.",
  ),
  request_address_too_long: entry(
    414,
    'The address of the request is too long.',
    "L'adresse de la requête est trop longue.",
  ),
  request_headers_too_large: entry(
    431,
    'The headers of the request are too large.',
    'Les en-têtes de la requête sont trop volumineux.',
  ),
  request_timed_out: entry(
    408,
    'The request took too long to arrive.',
    'La requête a mis trop de temps à arriver.',
  ),
  request_body_too_large: entry(
    413,
    'The body of the request is too large.',
    'Le corps de la requête est trop volumineux.',
  ),
  request_media_type_unsupported: entry(
    415,
    'This type of content is not supported.',
    "Ce type de contenu n'est pas pris en charge.",
  ),
  request_rate_limited: entry(
    429,
    'Too many requests. Please try again later.',
    'Trop de requêtes. Veuillez réessayer plus tard.',
  ),
  route_not_found: entry(404, 'There is nothing at this address.', "Il n'y a rien à cette adresse."),
  route_method_not_allowed: entry(
    405,
    'This method is not allowed here.',
    "Cette méthode n'est pas permise ici.",
  ),
  token_missing: entry(401, 'Please sign in.', 'Veuillez vous connecter.'),
  token_invalid: entry(401, 'Please sign in again.', 'Veuillez vous reconnecter.'),
  token_insufficient: entry(
    401,
    'This account may not do this.',
    "Ce compte n'est pas autorisé à faire cela.",
  ),
  customer_unauthorized_api_key: entry(403, 'You may not see this.', "Vous n'avez pas accès à cet élément."),
  quote_search_invalid: entry(400, 'The search is not valid.', "La recherche n'est pas valide."),
  quote_times_missing: entry(
    400,
    'Please give a start and an end time.',
    'Veuillez indiquer une heure de début et de fin.',
  ),
  booking_quote_id_missing: entry(400, 'Please choose a quote.', 'Veuillez choisir une offre.'),
  booking_quote_id_invalid: entry(400, 'This quote is not valid.', "Cette offre n'est pas valide."),
  booking_quote_expired: entry(
    410,
    'This quote has expired. Please search again.',
    'Cette offre a expiré. Veuillez relancer la recherche.',
  ),
  booking_final_price_missing: entry(400, 'Please give the final price.', 'Veuillez indiquer le prix final.'),
  booking_final_price_mismatch: entry(
    409,
    'The price has changed. Please review it.',
    'Le prix a changé. Veuillez le vérifier.',
  ),
  booking_sold_out: entry(409, 'This parking is sold out.', 'Ce stationnement est complet.'),
  booking_add_on_invalid: entry(
    400,
    'An add-on does not belong to this quote.',
    'Une option supplémentaire ne fait pas partie de cette offre.',
  ),
  booking_vehicle_size_missing: entry(
    400,
    'Please choose a vehicle size.',
    'Veuillez choisir une taille de véhicule.',
  ),
  booking_plate_number_missing: entry(
    400,
    'Please give a licence plate.',
    "Veuillez indiquer une plaque d'immatriculation.",
  ),
  booking_customer_email_missing: entry(
    400,
    'Please give an e-mail address.',
    'Veuillez indiquer une adresse courriel.',
  ),
  booking_payment_required: entry(
    401,
    'Please sign in to book this parking.',
    'Veuillez vous connecter pour réserver ce stationnement.',
  ),
  booking_invoice_not_allowed: entry(
    401,
    'This account may not book by invoice.',
    'Ce compte ne peut pas réserver sur facture.',
  ),
  booking_not_found: entry(404, 'This booking does not exist.', "Cette réservation n'existe pas."),
  booking_not_cancellable: entry(
    409,
    'This booking can no longer be cancelled.',
    'Cette réservation ne peut plus être annulée.',
  ),
  booking_unavailable: entry(
    503,
    'The booking could not be made. Please try again.',
    "La réservation n'a pas pu être effectuée. Veuillez réessayer.",
    'warn',
  ),
  booking_idempotency_key_reused: entry(
    409,
    'This request was already used for another booking.',
    'Cette requête a déjà servi à une autre réservation.',
  ),
  location_not_found: entry(404, 'This location does not exist.', "Cet emplacement n'existe pas."),
  venue_not_found: entry(404, 'This venue does not exist.', "Ce lieu n'existe pas."),
  seller_not_found: entry(404, 'This seller does not exist.', "Ce vendeur n'existe pas."),
  event_not_found: entry(404, 'This event does not exist.', "Cet événement n'existe pas."),
  customer_not_found: entry(404, 'This customer does not exist.', "Ce client n'existe pas."),
  wallet_grant_conflict: entry(
    409,
    'This was already used for something else.',
    'Ceci a déjà servi à autre chose.',
  ),
  partner_not_found: entry(404, 'This partner does not exist.', "Ce partenaire n'existe pas."),
  partner_endpoint_missing: entry(
    409,
    'This partner has no address for notices yet.',
    "Ce partenaire n'a pas encore d'adresse pour les avis.",
  ),
  partner_rotation_conflict: entry(
    409,
    'The value before is still alive.',
    'La valeur précédente est encore valide.',
  ),
  partner_test_running: entry(
    409,
    'A test of this partner is running.',
    'Un test de ce partenaire est en cours.',
  ),
  partner_test_not_found: entry(404, 'This test does not exist.', "Ce test n'existe pas."),
  catalogue_empty: entry(409, 'There is no location yet.', "Il n'y a encore aucun emplacement."),
  client_not_found: entry(404, 'This client does not exist.', "Ce client n'existe pas."),
  client_secret_not_found: entry(404, 'This secret does not exist.', "Ce secret n'existe pas."),
  client_secret_conflict: entry(
    409,
    'The secrets of this client do not allow that now.',
    'Les secrets de ce client ne le permettent pas actuellement.',
  ),
  delivery_not_found: entry(404, 'This delivery does not exist.', "Cette livraison n'existe pas."),
  message_not_found: entry(404, 'This message does not exist.', "Ce message n'existe pas."),
  message_spent: entry(
    409,
    'This message cannot be sent again.',
    'Ce message ne peut pas être envoyé de nouveau.',
  ),
  account_codes_limited: entry(
    429,
    'A code was sent a moment ago. Please wait before you ask for another.',
    "Un code vient d'être envoyé. Veuillez patienter avant d'en demander un autre.",
  ),
  account_verification_code_invalid: entry(
    400,
    'This code is wrong or has expired.',
    'Ce code est erroné ou expiré.',
  ),
  account_proof_missing: entry(
    400,
    'Please confirm with your current password, or with a code.',
    'Veuillez confirmer avec votre mot de passe actuel ou avec un code.',
  ),
  account_proof_invalid: entry(
    400,
    'The current password or the code is wrong.',
    'Le mot de passe actuel ou le code est erroné.',
  ),
  service_unavailable: entry(
    503,
    'The service is not available. Please try again.',
    "Le service n'est pas disponible. Veuillez réessayer.",
    'error',
  ),
  service_error: entry(
    500,
    'Something went wrong on our side.',
    "Une erreur s'est produite de notre côté.",
    'error',
  ),
} as const satisfies Readonly<Record<string, ProblemEntry>>;

export type ProblemCode = keyof typeof problems;
