import type { PolledEvent, PollOutcome } from '@muneem/contract/smart-poll';
import { raw, rowColumns, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

/** A poll of one click and its outcome. */
export interface PollRow extends Omit<Row<'smart_polls'>, 'outcome' | 'events'> {
  readonly outcome: PollOutcome;
  readonly events: readonly PolledEvent[];
}

const NEW_POLL = rowColumns('smart_polls');

export const insertPolls = (tx: Tx, polls: readonly PollRow[]): void => tx.copyLater(NEW_POLL, polls.map(storablePoll));

const storablePoll = (poll: PollRow): Row<'smart_polls'> => ({
  ...poll,
  url: storable(poll.url),
  detail: storableOrNull(poll.detail),
  answer: storableOrNull(poll.answer),
  events: JSON.stringify(poll.events.map(storableEvent)),
});

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
