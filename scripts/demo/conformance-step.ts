import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '#conformance/index.js';
import { startReceiver } from './receiver-process.js';
import type { ServiceProcess } from './service-process.js';

const runner = fileURLToPath(new URL('../../../conformance/dist/src/main.js', import.meta.url));
const senderPartner = 'conformance';
const receiverPartner = 'receiver-check';

export interface JudgedMarket {
  readonly service: ServiceProcess;
  readonly client: Credentials;
  readonly user: { readonly email: string; readonly password: string };
}

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

const operatorRequest = (service: ServiceProcess, method: string, path: string, json: unknown) => ({
  method,
  url: `${service.url}/operator/v1${path}`,
  headers: { authorization: `Bearer ${service.operatorToken}` },
  json,
});

const search = { near: [41.8837, -87.6289], miles: 3, days_ahead: 3, hours: 4 } as const;

/** A partner without an endpoint, and a client of its own. */
const registerPartner = async (service: ServiceProcess, id: string): Promise<Credentials> => {
  await service.operate('PUT', `/partners/${id}`, { name: id });
  const client = await service.operate('POST', '/clients', {
    name: id,
    partner: id,
    scopes: ['public', 'partner'],
  });
  return { id: String(client['client_id']), secret: String(client['client_secret']) };
};

/** The API, and the notices it sends: a partner of its own, whose endpoint becomes the receiver that the runner hosts. */
export const senderProfile = async (market: JudgedMarket): Promise<Profile> => {
  const { service, client, user } = market;
  const own = await registerPartner(service, senderPartner);
  const endpoint = {
    name: 'Conformance run',
    base_api_url: '${receiver_url}',
    create_booking_endpoint: '${create_path}',
    cancel_booking_endpoint: '${cancel_path}',
    auth_header_key: '${header_name}',
    auth_header_value: '${header_value}',
  };
  return {
    base_url: service.url,
    client: own,
    other_client: client,
    user,
    search,
    sender: {
      header: { name: 'X-Conformance', value: randomBytes(16).toString('hex') },
      setup: [
        operatorRequest(service, 'PUT', `/partners/${senderPartner}`, endpoint),
        // The runner's receiver answers by plan, not as a partner must.
        operatorRequest(service, 'POST', `/partners/${senderPartner}/override`, { by: 'conformance' }),
      ],
      clock: operatorRequest(service, 'POST', '/sandbox/clock/advance', { seconds: '${seconds}' }),
      max_retry_wait_s: 20,
      quiet_s: 2,
    },
  };
};

/** A receiver made with the kit, and real bookings that nobody else tells it of: their partner has no endpoint. */
export const startJudgedReceiver = async ({ service }: JudgedMarket) => {
  const client = await registerPartner(service, receiverPartner);
  const header = { name: 'X-Partner-Key', value: randomBytes(16).toString('hex') };
  const receiver = await startReceiver({
    PATH: process.env['PATH'],
    DEMO_BASE_URL: service.url,
    DEMO_CLIENT_ID: client.id,
    DEMO_CLIENT_SECRET: client.secret,
    DEMO_HEADER_KEY: header.name,
    DEMO_HEADER_VALUE: header.value,
  });
  const profile: Profile = {
    base_url: service.url,
    client,
    search,
    receiver: {
      url: receiver.url,
      header,
      create_path: '/bookings/create',
      cancel_path: '/bookings/cancel',
      booking_ids: 'book',
      effects_url: `${receiver.url}/effects?id=\${booking_id}&kind=\${kind}`,
      trouble: { method: 'POST', url: `${receiver.url}/trouble` },
    },
  };
  return { receiver, profile };
};

export interface ConformancePlan {
  readonly name: string;
  readonly profile: Profile;
  /** Comma-separated. */
  readonly targets: string;
}

export interface ConformanceRun {
  readonly exitCode: number;
  readonly message: string;
  readonly output: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface ReportHead {
  readonly message: string;
  readonly counts: Readonly<Record<string, number>>;
}

const isReportHead = (value: unknown): value is ReportHead =>
  typeof value === 'object' && value !== null && 'message' in value && 'counts' in value;

/** Runs `parking-conformance run` as a process of its own. */
export const runConformance = async (
  folder: string,
  { name, profile, targets }: ConformancePlan,
): Promise<ConformanceRun> => {
  const profileFile = join(folder, `${name}.profile.json`);
  const reportFile = join(folder, `${name}.report.json`);
  await writeFile(profileFile, JSON.stringify(profile), { mode: 0o600 });
  const args = [runner, 'run', '--profile', profileFile, '--target', targets, '--json', reportFile];
  const ended = await new Promise<{ exitCode: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve({ exitCode: child.exitCode ?? 5, output: stdout + stderr }),
    );
  });
  const report: unknown = await readFile(reportFile, 'utf8').then(JSON.parse, () => undefined);
  if (!isReportHead(report)) throw new Error(`the conformance run gave no report:\n${ended.output}`);
  return { ...ended, message: report.message, counts: report.counts };
};

const countText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');

/** Judges the service, the notices it sends, and a receiver made with the kit. */
export const runConformanceStep = async (market: JudgedMarket, folder: string) => {
  const sender = await runConformance(folder, {
    name: 'sender',
    profile: await senderProfile(market),
    targets: 'api,sender',
  });
  const judged = await startJudgedReceiver(market);
  const receiver = await runConformance(folder, {
    name: 'receiver',
    profile: judged.profile,
    targets: 'receiver',
  }).finally(() => judged.receiver.end());
  const failed = [sender, receiver].find(({ exitCode }) => exitCode !== 0);
  if (failed !== undefined) throw new Error(`${failed.message}\n${failed.output}`);
  return {
    result: { sender, receiver },
    detail: `API and sender: ${countText(sender.counts)}; receiver: ${countText(receiver.counts)}`,
  };
};
