import type { DemoLogin } from '../demo.js';

interface WelcomeOptions {
  readonly url: string;
  readonly engine: string;
  readonly dataDir: string;
  readonly settings: string;
  readonly demo: DemoLogin | undefined;
}

const engineText = (engine: string, dataDir: string): string =>
  engine === 'mongodb'
    ? 'MongoDB'
    : dataDir === ':memory:'
      ? 'embedded, in memory: nothing is kept'
      : `embedded, in ${dataDir}`;

/** Three commands to paste, one after the other. */
const demoText = (
  { url }: WelcomeOptions,
  { clientId, clientSecret, email, password }: DemoLogin,
): string => `
Demo: partner client ${clientId}, secret ${clientSecret}
      user ${email}, password ${password}

Try it:

  # 1. an access token for the demo partner
  TOKEN=$(curl -s ${url}/v4/oauth/token -d grant_type=client_credentials -d client_id=${clientId} \\
    -d client_secret=${clientSecret} -d 'scope=public partner' | node -pe 'JSON.parse(require("fs").readFileSync(0)).access_token')

  # 2. parking near the centre of Dresden, tomorrow from 10 to 14
  DAY=$(node -pe 'new Date(Date.now()+864e5).toISOString().slice(0,10)')
  curl -s "${url}/v4/quotes?q=coordinates:51.0509,13.7383+distance:1&start_time=\${DAY}T10:00&end_time=\${DAY}T14:00&per_page=2&pretty=true"

  # 3. book the cheapest, as the partner
  QUOTE=$(curl -s "${url}/v4/quotes?q=coordinates:51.0509,13.7383+distance:1&start_time=\${DAY}T10:00&end_time=\${DAY}T14:00&returns=curated" \\
    | node -pe 'JSON.parse(require("fs").readFileSync(0)).curated_data.cheapest.purchase_options[0].id')
  PRICE=$(curl -s ${url}/v4/bookings/previews -H "Authorization: Bearer $TOKEN" -d quote_id=$QUOTE | node -pe 'Object.values(JSON.parse(require("fs").readFileSync(0)).final_price)[0]')
  curl -s "${url}/v4/bookings?pretty=true" -H "Authorization: Bearer $TOKEN" -d quote_id=$QUOTE -d final_price=$PRICE -d invoice=true -d customer_email=you@example.org
`;

/** What a person sees when the service is up. */
export const welcome = (options: WelcomeOptions): string =>
  `Parking service on ${options.url}
Storage: ${engineText(options.engine, options.dataDir)}
${options.demo === undefined ? '' : demoText(options, options.demo)}
Settings
${options.settings}
Stop with Ctrl-C.
`;
