import { setTimeout as wait } from 'node:timers/promises';
import {
  html,
  numbersCard,
  page,
  startSite,
  tableCard,
  type Answer,
  type Call,
  type Handler,
} from '../web-kit/index.ts';
import { COMPANIES } from './companies.ts';

const KEPT = 200;
const SHOWN = 50;

/** The behaviours in order, each with its number of calls. */
const MOODS = [
  { mood: 'fine', calls: 25 },
  { mood: 'slow', calls: 5 },
  { mood: 'failing', calls: 5 },
] as const;
type Mood = (typeof MOODS)[number]['mood'];
const ROUND = MOODS.reduce((sum, { calls }) => sum + calls, 0);

export interface ReceivedPostback {
  readonly receivedAt: Date;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly mood: Mood;
}

export type TrackingCompany = Awaited<ReturnType<typeof startTrackingCompany>>;

/**
 * Accepts custom postbacks at `/postback` and below. It is healthy, slow and failing in turns (`moody: false`: always
 * healthy). `/postback/{company}` first authenticates the caller as that company does.
 */
export async function startTrackingCompany({ port = 0, moody = true, slowMs = 1_500 } = {}) {
  const received: ReceivedPostback[] = [];
  const counts: Record<Mood, number> = { fine: 0, slow: 0, failing: 0 };
  let total = 0;

  const take: Handler = async (call) => {
    const mood = moody ? moodAt(total) : 'fine';
    total += 1;
    counts[mood] += 1;
    received.unshift(note(call, mood));
    received.length = Math.min(received.length, KEPT);
    const refused = refusalOf(call);
    if (refused !== undefined) return refused;
    if (mood === 'slow') await wait(slowMs);
    return mood === 'failing' ? { json: { ok: false, error: 'try again later' }, status: 503 } : { json: { ok: true } };
  };

  const site = await startSite(
    {
      'GET /postback*': take,
      'POST /postback*': take,
      'GET /sandbox/received': () => ({ json: { total, counts, received } }),
      'GET /': () => ({
        html: page(
          'Tracking company',
          'Receives the custom postbacks: fine, slow and failing in turns.',
          html`${numbersCard(counts)}${tableCard(
            'Newest',
            ['Time', 'Call', 'Mood'],
            received
              .slice(0, SHOWN)
              .map(({ receivedAt, method, path, query, mood }) => [
                receivedAt.toISOString().slice(11, 19),
                `${method} ${path}?${new URLSearchParams(query).toString()}`,
                mood,
              ]),
          )}`,
          { refreshS: 5 },
        ),
      }),
    },
    { port },
  );
  const { url, port: bound, close } = site;
  /** `received` has the newest few hundred, newest first. */
  return { url, port: bound, received: (): readonly ReceivedPostback[] => received, total: () => total, close };
}

function refusalOf({ path, headers }: Call): Answer | undefined {
  const company = COMPANIES.find(({ key }) => path === `/postback/${key}`);
  if (company?.closed === true) return { json: { ok: false, error: 'this account is closed' }, status: 403 };
  if (company?.header === undefined || headers[company.header[0]] === company.header[1]) return undefined;
  return { json: { ok: false, error: 'who are you?' }, status: 401 };
}

function moodAt(count: number): Mood {
  let left = count % ROUND;
  for (const { mood, calls } of MOODS) {
    if (left < calls) return mood;
    left -= calls;
  }
  return 'fine';
}

const note = (call: Call, mood: Mood): ReceivedPostback => ({
  receivedAt: new Date(),
  method: call.method,
  path: call.path,
  query: Object.fromEntries(call.query),
  authorization: call.headers.authorization,
  body: call.text,
  mood,
});
