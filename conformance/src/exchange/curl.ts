import { addressOf, type OutgoingRequest, type Pairs } from './exchange.js';
import type { Redactor } from './redactor.js';

/** A command for a POSIX shell that sends the request again; secrets stand as names of environment variables. */
export function curlCommand(request: OutgoingRequest, redactor: Redactor): string {
  const quote = (text: string): string => shellQuote(redactor.text(text), redactor.names());
  const headers = Object.entries(redactor.headers(request.headers)).map(
    ([name, value]) => `-H ${shellQuote(`${name}: ${value}`, redactor.names())}`,
  );
  const queryAsData = request.query.length > 0 && request.form === undefined && request.json === undefined;
  const url = quote(queryAsData ? request.url : addressOf(request));
  const data = queryAsData
    ? ['-G', ...urlencoded(request.query, redactor)]
    : bodyArguments(request, redactor);
  return ['curl', '-sS', '-i', '-X', request.method, ...headers, ...data, url].join(' ');
}

function bodyArguments(request: OutgoingRequest, redactor: Redactor): readonly string[] {
  if (request.form !== undefined) return urlencoded(request.form, redactor);
  if (request.json === undefined) return [];
  const text = redactor.text(JSON.stringify(request.json) ?? '');
  return ['--data-raw', shellQuote(text, redactor.names())];
}

function urlencoded(pairs: Pairs, redactor: Redactor): readonly string[] {
  return pairs.flatMap(([name, value]) => {
    const shown = redactor.text(`${name}=${value}`);
    return ['--data-urlencode', shellQuote(shown, redactor.names())];
  });
}

/** Single quotes around everything but `{{NAME}}` of a known secret, which becomes "$NAME". */
export function shellQuote(text: string, names: ReadonlySet<string>): string {
  const pieces = text.split(/(\{\{[A-Z0-9_]+\}\})/).filter((piece) => piece !== '');
  const quoted = pieces.map((piece) => {
    const name = /^\{\{([A-Z0-9_]+)\}\}$/.exec(piece)?.[1];
    if (name !== undefined && names.has(name)) return `"$${name}"`;
    return `'${piece.replaceAll("'", `'\\''`)}'`;
  });
  return quoted.length === 0 ? "''" : quoted.join('');
}
