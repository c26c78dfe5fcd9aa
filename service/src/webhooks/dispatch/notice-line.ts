import type { AttemptDocument, DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';

/** The one wide line of an attempt (docs/operating/README.md): neither secret nor body, though the attempt keeps some of it. */
export const noticeLine = (
  { booking, kind }: DeliveryDocument,
  attempt: AttemptDocument,
  st: DeliveryState,
): Readonly<Record<string, unknown>> => {
  const { bodyExcerpt: _kept, _id, header = 'current', isManual = false, ...told } = attempt;
  return { ...told, booking, kind, header, isManual, st };
};
