import type { PolledEvent, PollOutcome, SmartPoll } from '@muneem/contract/smart-poll';
import { raw, sql, type Queryable, type Tx } from '#platform/database/index.ts';

/** What was asked about one click, and what it came to. */
export interface PollRow {
  readonly id: string;
  readonly runId: string;
  readonly clickId: string;
  readonly offerId: string;
  readonly offerTitle: string;
  readonly askedAt: Date;
  readonly url: string;
  readonly httpStatus: number | null;
  readonly ms: number;
  readonly outcome: PollOutcome;
  readonly detail: string | null;
  readonly answer: string | null;
  readonly events: readonly PolledEvent[];
}

export async function insertPolls(tx: Tx, polls: readonly PollRow[]): Promise<void> {
  const column = <Value>(pick: (poll: PollRow) => Value): Value[] => polls.map(pick);
  await tx.execute(sql`
    insert into smart_polls (id, run_id, click_id, offer_id, offer_title, asked_at, url, http_status, ms, outcome, detail, answer, events)
    select * from unnest(${column((poll) => poll.id)}::text[], ${column((poll) => poll.runId)}::text[],
      ${column((poll) => poll.clickId)}::text[], ${column((poll) => poll.offerId)}::text[],
      ${column((poll) => poll.offerTitle)}::text[], ${column((poll) => poll.askedAt)}::timestamptz[],
      ${column((poll) => storable(poll.url))}::text[], ${column((poll) => poll.httpStatus)}::int[],
      ${column((poll) => poll.ms)}::int[], ${column((poll) => poll.outcome)}::text[],
      ${column((poll) => storableOrNull(poll.detail))}::text[], ${column((poll) => storableOrNull(poll.answer))}::text[],
      ${column((poll) => JSON.stringify(poll.events.map(storableEvent)))}::jsonb[])`);
}

/** A stranger's text as PostgreSQL keeps it: without NUL and half surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text));
const storableEvent = (event: PolledEvent): PolledEvent => ({
  ...event,
  name: storable(event.name),
  occurredAt: storableOrNull(event.occurredAt),
});

const COLUMNS = raw(`id, run_id as "runId", click_id as "clickId", offer_id as "offerId", offer_title as "offerTitle",
  asked_at as "askedAt", url, http_status as "httpStatus", ms, outcome, detail, answer, events`);

export const listPollsOfRun = (q: Queryable, runId: string): Promise<PollRow[]> =>
  q.query<PollRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from smart_polls where run_id = ${runId} order by asked_at, id`,
  );

/** What was asked about a click, the newest first. */
export const listPollsOfClick = (q: Queryable, clickId: string, limit: number): Promise<PollRow[]> =>
  q.query<PollRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from smart_polls where click_id = ${clickId} order by asked_at desc, id desc limit ${limit}`,
  );

export const toWire = ({ id, askedAt, ...poll }: PollRow): SmartPoll => ({
  _id: id,
  ...poll,
  events: [...poll.events],
  askedAt: askedAt.toISOString(),
});
