import type { FailureReason } from './outbound.js';

export interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
}

const dnsCodes = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|ENONAME|EBADNAME)/;
const timeoutCodes = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)/;
const tlsCodes =
  /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;
const protocolCodes =
  /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_INVALID|UND_ERR_NOT_SUPPORTED)/;

/** What the client says of an interim answer that nobody asked for (100, 101), under the code of a connection that broke. */
const protocolMessages = /^bad (response|upgrade)$/;

const reasonOf = (code: string, name: string, message: string): FailureReason => {
  if (name === 'HTTPParserError' || protocolMessages.test(message)) return 'protocol';
  if (code === 'BLOCKED_ADDRESS') return 'blocked_address';
  if (timeoutCodes.test(code)) return 'timeout';
  if (dnsCodes.test(code)) return 'dns';
  if (tlsCodes.test(code)) return 'tls';
  return protocolCodes.test(code) ? 'protocol' : 'connection';
};

/** Happy-eyeballs failures arrive as one AggregateError; its first cause names it. */
const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : '';
};

/** Names what went wrong below HTTP by the system's own error code. */
export const failureOf = (error: unknown): Failure => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const name = error instanceof Error ? error.name : '';
  const detail = code === '' || message.includes(code) ? message : `${code}: ${message}`;
  return { reason: reasonOf(code, name, message), detail: detail.slice(0, 300) };
};
