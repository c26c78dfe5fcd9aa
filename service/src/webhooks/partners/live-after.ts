import type { GoneLive, PartnerEndpoint } from './partner.js';

/** Taking a path away leaves nothing untried. */
const isSamePath = (before: string | null, after: string | null): boolean =>
  after === null || after === before;

/** Whether what was tried of an endpoint still holds: nothing goes elsewhere, or under another header. */
const isStillTried = (before: PartnerEndpoint, after: PartnerEndpoint): boolean =>
  before.baseApiUrl === after.baseApiUrl &&
  before.authHeaderKey.toLowerCase() === after.authHeaderKey.toLowerCase() &&
  isSamePath(before.createPath, after.createPath) &&
  isSamePath(before.cancelPath, after.cancelPath);

/** Who let notices go, after a change of the endpoint; `null` where it must be tried again. */
export const liveAfter = (
  live: GoneLive | null,
  before: PartnerEndpoint | null,
  after: PartnerEndpoint | null,
): GoneLive | null => (before !== null && after !== null && isStillTried(before, after) ? live : null);
