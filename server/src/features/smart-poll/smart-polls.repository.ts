import type { PolledEvent, PollOutcome } from '@muneem/contract/smart-poll';
import { raw, rowColumns, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

export interface PollRow extends Omit<Row<'smart_polls'>, 'outcome' | 'events'> {
  readonly outcome: PollOutcome;
  readonly events: readonly PolledEvent[];
}

const NEW_POLL = rowColumns('smart_polls');

export const insertPolls = (tx: Tx, polls: readonly PollRow[]): void =>
  tx.insertLater(
    NEW_POLL,
    polls.map((poll) => ({ ...poll, events: JSON.stringify(poll.events) })),
  );

const COLUMNS = raw(`id, run_id, click_id, offer_id, offer_title,
  asked_at, url, http_status, ms, outcome, detail, answer, events`);

export const listPollsOfRun = (q: Queryable, runId: string): Promise<PollRow[]> =>
  q.query<PollRow>(sql`select ${COLUMNS} from smart_polls where run_id = ${runId} order by asked_at, id`);

export const listPollsOfClick = (q: Queryable, clickId: string, limit: number): Promise<PollRow[]> =>
  q.query<PollRow>(
    sql`select ${COLUMNS} from smart_polls where click_id = ${clickId} order by asked_at desc, id desc limit ${limit}`,
  );
