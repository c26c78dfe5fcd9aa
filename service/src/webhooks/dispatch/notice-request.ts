import type { OutboundRequest } from '../../outbound/outbound.js';
import type { DeliveryDocument } from '../deliveries/delivery.js';
import type { PartnerEndpoint } from '../partners/partner.js';
import type { DispatchSettings } from './dispatch-settings.js';

/** Where a notice of that kind goes; `undefined` when the partner does not take it. */
export const noticeUrl = (endpoint: PartnerEndpoint, kind: DeliveryDocument['kind']): string | undefined => {
  const path = kind === 'create' ? endpoint.createPath : endpoint.cancelPath;
  return path === null ? undefined : endpoint.baseApiUrl + path;
};

export interface NoticeRequestInput {
  readonly delivery: Pick<DeliveryDocument, '_id' | 'kind' | 'booking' | 'n'>;
  readonly url: string;
  readonly header: { readonly name: string; readonly value: string };
  readonly settings: Pick<DispatchSettings, 'exchangeMs' | 'maxBodyBytes'>;
}

/** The body is the booking's id and nothing else (spec, Events); what more there is to say goes in headers. */
export const noticeRequest = ({ delivery, url, header, settings }: NoticeRequestInput): OutboundRequest => ({
  url,
  headers: {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'parking-service',
    'parking-notice': delivery.kind,
    'parking-delivery': delivery._id,
    'parking-attempt': String(delivery.n),
    [header.name]: header.value,
  },
  body: `{"id":${delivery.booking}}`,
  deadlineMs: settings.exchangeMs,
  maxBodyBytes: settings.maxBodyBytes,
});
