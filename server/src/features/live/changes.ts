import type { LiveTopic } from '@muneem/contract/live';
import type { AuditedChange, Marks } from './live.repository.ts';

/** The lists that an audit entry affects, by entity type. */
const TOPICS: Readonly<Record<string, readonly LiveTopic[]>> = {
  withdrawal: ['withdrawals'],
  'payout-difference': ['withdrawals'],
  reconciliation: ['withdrawals'],
  'offer-claim': ['offer-claims', 'users'],
  problem: ['problems'],
  user: ['users'],
  offer: ['offers'],
  settings: ['settings'],
  'auto-payout': ['settings'],
  click: ['conversions'],
  conversion: ['conversions'],
  custom_postback: ['deliveries'],
  postback_delivery: ['deliveries'],
  smart_poll_run: ['smart-poll'],
  proposal: ['proposals'],
};

/** Ids are assigned before the commit, so a row this far behind the newest may still appear. */
const LATE_IDS = 200;

/** Reports the changes between two reads. */
export function createChangeFinder() {
  let before: Marks | undefined;
  let seen: ReadonlySet<number> | undefined;
  let newest = 0;
  return {
    /** Returns the first audit log id to read. */
    fromId: (): number => Math.max(0, newest - LATE_IDS),
    find(marks: Marks, audited: readonly AuditedChange[]): LiveTopic[] {
      const topics = new Set<LiveTopic>();
      const isNew = ({ id }: AuditedChange): boolean => seen !== undefined && !seen.has(id);
      const changed = new Set(audited.filter(isNew).map(({ entityType }) => entityType));
      for (const entityType of changed) for (const topic of TOPICS[entityType] ?? []) topics.add(topic);
      for (const topic of before === undefined ? [] : (Object.keys(marks) as (keyof Marks)[])) {
        if (before?.[topic] !== marks[topic]) topics.add(topic);
      }
      before = marks;
      seen = new Set(audited.map(({ id }) => id));
      newest = audited[0]?.id ?? newest;
      return [...topics];
    },
  };
}
