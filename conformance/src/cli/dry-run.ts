import type { Scenario, Step } from '../scenarios/scenario.js';

/** Every step in order with its request as written, expressions not filled in; nothing is sent. */
export function dryRun(scenarios: readonly Scenario[]): string {
  return scenarios.map((one) => `${one.id}\n${one.steps.map(stepLine).join('')}`).join('');
}

function stepLine(step: Step): string {
  const { request } = step;
  if (request !== undefined) {
    const parts = [request.query, request.form, request.json].filter((part) => part !== undefined);
    const times = request.times === undefined ? '' : ` x${request.times}`;
    const body = parts.map((part) => ` ${JSON.stringify(part)}`).join('');
    return `  ${step.id}: ${request.method} ${request.path}${times} as ${request.auth ?? 'nobody'}${body}\n`;
  }
  const { id, expect, capture, title, ...action } = step;
  return `  ${id}: ${JSON.stringify(action)}\n`;
}
