import type { Partner, PartnerDocument, PartnerEndpoint, ShownEndpoint } from './partner.js';

const showEndpoint = ({
  authHeaderValueSealed: _,
  previous,
  ...endpoint
}: PartnerEndpoint): ShownEndpoint => {
  if (previous === null) return { ...endpoint, previous };
  const { authHeaderValueSealed: _sealed, ...uses } = previous;
  return { ...endpoint, previous: uses };
};

/** A partner without the header's values, sealed or not. */
export const shownPartner = ({ endpoint, ...partner }: PartnerDocument): Partner => ({
  ...partner,
  endpoint: endpoint === null ? null : showEndpoint(endpoint),
});
