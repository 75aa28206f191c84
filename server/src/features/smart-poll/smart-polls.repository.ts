import type { PolledEvent, PollOutcome } from '@muneem/contract/smart-poll';
import { columnsOf, raw, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

/** A poll of one click and its outcome. */
export interface PollRow extends Omit<Row<'smart_polls'>, 'outcome' | 'events'> {
  readonly outcome: PollOutcome;
  readonly events: readonly PolledEvent[];
}

const NEW_POLL = columnsOf<'smart_polls', PollRow>('smart_polls', {
  id: (poll) => poll.id,
  runId: (poll) => poll.runId,
  clickId: (poll) => poll.clickId,
  offerId: (poll) => poll.offerId,
  offerTitle: (poll) => poll.offerTitle,
  askedAt: (poll) => poll.askedAt,
  url: (poll) => storable(poll.url),
  httpStatus: (poll) => poll.httpStatus,
  ms: (poll) => poll.ms,
  outcome: (poll) => poll.outcome,
  detail: (poll) => storableOrNull(poll.detail),
  answer: (poll) => storableOrNull(poll.answer),
  events: (poll) => JSON.stringify(poll.events.map(storableEvent)),
});

export const insertPolls = (tx: Tx, polls: readonly PollRow[]): void => tx.copyLater(NEW_POLL, polls);

/** Makes an external text storable in PostgreSQL: no NUL, no unpaired surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text));
const storableEvent = (event: PolledEvent): PolledEvent => ({
  ...event,
  name: storable(event.name),
  occurredAt: storableOrNull(event.occurredAt),
});

const COLUMNS = raw(`id, run_id, click_id, offer_id, offer_title,
  asked_at, url, http_status, ms, outcome, detail, answer, events`);

export const listPollsOfRun = (q: Queryable, runId: string): Promise<PollRow[]> =>
  q.query<PollRow>(sql`select ${COLUMNS} from smart_polls where run_id = ${runId} order by asked_at, id`);

/** Lists the polls of a click, newest first. */
export const listPollsOfClick = (q: Queryable, clickId: string, limit: number): Promise<PollRow[]> =>
  q.query<PollRow>(
    sql`select ${COLUMNS} from smart_polls where click_id = ${clickId} order by asked_at desc, id desc limit ${limit}`,
  );
