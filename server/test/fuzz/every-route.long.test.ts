import { Agent, request } from 'node:http';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openApiDocument } from '#platform/http/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { TEST_PLATFORM_KEY } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { fuzzRequest, operationsOf, type FuzzRequest, type OpenApiDocument, type Operation } from './fuzz-requests.ts';
import { createRandom, type Random } from './seeded-random.ts';

/** `FUZZ_SEED=<seed>` repeats a run, `FUZZ_CALLS` sets the requests for each operation and caller. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 80);
const MOST_KNOWN = 400;

/** Error lines logged since the last look. */
const errorLines: string[] = [];
/** Texts from answers: ids and names that the next requests use. */
const known: string[] = [];

const logger = pino({ level: 'error' }, { write: (line: string) => void errorLines.push(line) });
const running = await startWithdrawalApp(
  { TRUST_PROXY: 'on', CRON_KEY: 'cron-key-0123456789', METRICS_TOKEN: 'metrics-token-0123456789' },
  // Calls to a generated URL must not leave the machine.
  { logger, resolveName: async () => [{ address: '127.0.0.1', family: 4 }] },
);
const { app } = running;
const client = createRawClient(await app.listen());
const offer = await running.call<{ offer: { _id: string } }>('POST', '/api/offers', offerInput());
const { id, uid } = await running.pending();
known.push(offer.body.offer._id, id, uid, 'install', 'deposit');
afterAll(() => client.close());

const text = { type: 'string' } as const;
const outside = (method: string, path: string, names: readonly string[], query: readonly string[]): Operation => ({
  method,
  path,
  forPlatform: false,
  parameters: [
    ...names.map((name) => ({ name, in: 'path' as const, required: true, schema: text })),
    ...query.map((name) => ({ name, in: 'query' as const, required: false, schema: text })),
  ],
  body:
    method === 'POST'
      ? { type: 'object', properties: Object.fromEntries(query.map((name) => [name, text])) }
      : undefined,
});

const POSTBACK = ['token', 'click_id', 'payout', 'txn_id', 'status', 'event'];
/** The server's paths outside the OpenAPI document. */
const OUTSIDE: readonly Operation[] = [
  outside('GET', '/track/{offerId}', ['offerId'], ['uid', 'p1', 'click_id', 'x']),
  ...['GET', 'POST'].flatMap((method) => [
    outside(method, '/postback/{offerId}/{event}', ['offerId', 'event'], POSTBACK),
    outside(method, '/postback', [], POSTBACK),
  ]),
  outside('GET', '/{path}', ['path'], ['x']),
  outside('GET', '/images/{a}/{b}', ['a', 'b'], []),
  outside('GET', '/assets/{a}', ['a'], []),
  outside('GET', '/api/{a}/{b}', ['a', 'b'], ['x']),
  outside('POST', '/webhooks/{a}', ['a'], ['x']),
  outside('GET', '/metrics', [], ['x']),
  outside('GET', '/readyz', [], ['x']),
];

interface Failure {
  readonly request: FuzzRequest;
  readonly what: string;
}

test(`answers no mutated request with a server error (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const random = createRandom(SEED);
  const operations = [
    ...operationsOf(openApiDocument(running.app.http.routes) as unknown as OpenApiDocument),
    ...OUTSIDE,
  ];
  const failures = new Map<string, Failure>();
  const statuses: Record<number, number> = {};
  for (const operation of operations) {
    // Each operation needs a new session: signing out and changing the password end the previous one.
    const { token: session } = await openAdminSession(running.app, 'fuzz@example.com');
    for (let count = 0; count < CALLS; count += 1) {
      const token = random.chance(0.2) ? undefined : operation.forPlatform ? TEST_PLATFORM_KEY : session;
      const request = withCaller(fuzzRequest(operation, random, known), token, random);
      const { status, what } = await judge(request);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (what !== undefined)
        failures.set(`${operation.method} ${operation.path} ${what.slice(0, 300)}`, { request, what });
    }
  }
  console.log(`${operations.length} operations, answers by status: ${JSON.stringify(statuses)}`);
  expect([...failures.values()], `repeat with FUZZ_SEED=${SEED}`).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(operations.length * 2);
});

/** Each call uses another IP address, because rate limits have their own tests. */
const withCaller = (request: FuzzRequest, token: string | undefined, random: Random): FuzzRequest => ({
  ...request,
  headers: {
    ...request.headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    'x-forwarded-for': `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`,
  },
});

async function judge(request: FuzzRequest): Promise<{ status: number; what: string | undefined }> {
  try {
    const { status, body } = await client.send(request);
    const logged = errorLines.splice(0);
    if (status >= 500 || logged.length > 0)
      return { status, what: `${status} ${body.slice(0, 200)} ${logged.join('').slice(0, 1_500)}` };
    if (status === 200) learn(body);
    return { status, what: undefined };
  } catch (error) {
    return { status: 0, what: String(error) };
  }
}

/** Keeps texts of an answer for later requests. */
function learn(body: string): void {
  const found = body.slice(0, 20_000).match(/"[^"\\]{3,60}"(?!:)/g) ?? [];
  for (const quoted of found.slice(0, 20)) {
    const value = quoted.slice(1, -1);
    if (known.includes(value)) continue;
    if (known.length >= MOST_KNOWN) known.splice(0, 50);
    known.push(value);
  }
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

const PATIENCE_MS = 10_000;

/** Sends paths unchanged: `inject` and `fetch` resolve dot segments first. An endless answer ends at its head. */
function createRawClient(base: string) {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, path, headers, body }: FuzzRequest): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        const call = request({ hostname, port, method, path, headers, agent, timeout: PATIENCE_MS }, (response) => {
          const status = response.statusCode ?? 0;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () => resolve({ status, body: Buffer.concat(chunks).toString() }));
          response.once('error', reject);
          if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
          resolve({ status, body: '' });
          response.destroy();
        });
        call.once('timeout', () => call.destroy(new Error('no answer in time')));
        call.once('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
