import { fillMacros } from '@muneem/contract/postbacks';
import { SMART_POLL, type PollOutcome } from '@muneem/contract/smart-poll';
import type { OutboundHttp, OutboundResult } from '#platform/outbound-http/index.ts';
import { readStatusAnswer, type AskedClick, type LeftOutEvent, type StatedEvent } from './read-status-answer.ts';

/** The network's answer about one click. `outcome` is set if it is not usable. */
export interface AskedStatus {
  readonly url: string;
  readonly httpStatus: number | null;
  readonly ms: number;
  /** Start of the raw answer. */
  readonly answer: string | null;
  readonly events: readonly StatedEvent[];
  readonly leftOut: readonly LeftOutEvent[];
  /** The whole answer, stored with its conversions. */
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly outcome?: PollOutcome;
  readonly detail?: string;
}

export function fillPollUrl(pollUrl: string, { clickId, offerId }: { clickId: string; offerId: string }): string {
  const values = new Map([
    ['click_id', clickId],
    ['offer_id', offerId],
  ]);
  return fillMacros(pollUrl, (name) => values.get(name.toLowerCase()));
}

/** Requests the status URL of one click. Never rejects. */
export async function askStatus(http: OutboundHttp, url: string, click: AskedClick): Promise<AskedStatus> {
  const result = await http.send({
    url,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'Muneem smart poll' },
    timeoutMs: SMART_POLL.timeoutMs,
    maxBodyBytes: SMART_POLL.maxAnswerBytes,
  });
  const carriers = [...(URL.parse(url)?.searchParams ?? [])].filter(([, value]) => value === click.clickId);
  const idParams = [...click.idParams, ...carriers.map(([name]) => name)];
  return { url: withoutPassword(url), ms: result.ms, ...meaningOf(result, { ...click, idParams }) };
}

type Meaning = Omit<AskedStatus, 'url' | 'ms'>;

const FAILURES = {
  bad_url: 'bad_url',
  address_refused: 'blocked_address',
  timeout: 'timeout',
  connection: 'connection_failed',
} as const satisfies Record<string, PollOutcome>;

function meaningOf(result: OutboundResult, click: AskedClick): Meaning {
  const nothing = { httpStatus: null, answer: null, events: [], leftOut: [], json: null };
  if (result.kind !== 'answer') return { ...nothing, outcome: FAILURES[result.reason], detail: result.message };
  const { status, body, truncated } = result;
  const answered = { ...nothing, httpStatus: status, answer: body.slice(0, SMART_POLL.shownAnswerLength) };
  if (status < 200 || status > 299) {
    const detail = status < 400 ? `HTTP ${status}: redirects are not followed.` : `HTTP ${status}`;
    return { ...answered, outcome: 'http_error', detail };
  }
  if (truncated) return { ...answered, outcome: 'too_large' };
  const read = readStatusAnswer(body, click);
  if ('malformed' in read) return { ...answered, outcome: 'malformed', detail: read.malformed };
  const { events, leftOut, json } = read;
  const named = leftOut.map(({ name, said }) => `${name} (${said})`).join(', ');
  const detail = `The network does not approve: ${named}`.slice(0, SMART_POLL.shownAnswerLength);
  return { ...answered, events, leftOut, json, ...(leftOut.length > 0 && { detail }) };
}

function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.password === '') return text;
  url.password = '***';
  return url.toString();
}
