import { add, coins, type Coins } from '@muneem/contract/money';
import { hash } from 'node:crypto';
import { REPLAY_AT_MOST, type previewReplay, type ReplayItem, type replayPostbacks } from '@muneem/contract/postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { dryRun, transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { fromLog } from './inbound-postback.ts';
import { isRefused, judgePostback, type JudgeDependencies, type RefusedPostback } from './judge-postback.ts';
import {
  insertReplays,
  listReplayable,
  lockReplay,
  readPostbackLog,
  type PostbackLogFilter,
  type PostbackLogRow,
} from './postback-log.repository.ts';
import type { PostbackToStore } from './store-postbacks.ts';
import { recordPostbacks, type RecordDependencies } from './record-postbacks.ts';

type ReplayDependencies = JudgeDependencies & RecordDependencies & Pick<Platform, 'database' | 'clock'>;

export type ReplaySelection = { readonly ids: readonly string[] } | { readonly filter: PostbackLogFilter };

interface ReplayedItem extends ReplayItem {
  readonly conversionId: string | null;
}

/** Dry run of a replay: runs it in a transaction that rolls back. */
export async function previewPostbackReplay(
  dependencies: ReplayDependencies,
  selection: ReplaySelection,
  actor: Actor,
): Promise<HandlerAnswer<typeof previewReplay>> {
  const { rows, skipped, more } = await select(dependencies.database, selection);
  await dependencies.offers.catchUp();
  const items =
    rows.length === 0 ? [] : await dryRun(dependencies.database, (tx) => replay(tx, dependencies, rows, actor));
  return { items: [...items], skipped, totals: totalsOf(items), more, digest: digestOf(items) };
}

/** Replays exactly the preview in one transaction with its audit row, or nothing. Idempotent. */
export async function replayStoredPostbacks(
  dependencies: ReplayDependencies,
  { ids, digest }: { readonly ids: readonly string[]; readonly digest: string },
  actor: Actor,
): Promise<HandlerAnswer<typeof replayPostbacks>> {
  const { rows, skipped } = await select(dependencies.database, { ids });
  await dependencies.offers.catchUp();
  const batchId = `rpl_${digest}`;
  return transaction(dependencies.database, async (tx) => {
    const before = await lockReplay(tx, batchId);
    if (before > 0) return { batchId, repeated: true, replayed: 0, totals: totalsOf([]) };
    const items = skipped.length > 0 ? [] : await replay(tx, dependencies, rows, actor);
    if (digestOf(items) !== digest) {
      throw new AppError('conflict', 'The result of the replay has changed. Check the preview again.');
    }
    await saveReplays(tx, dependencies.clock.now(), batchId, items, actor);
    return { batchId, repeated: false, replayed: items.length, totals: totalsOf(items) };
  });
}

async function select(
  database: Database,
  selection: ReplaySelection,
): Promise<{ rows: PostbackLogRow[]; skipped: { _id: string; reason: string }[]; more: boolean }> {
  if ('filter' in selection) {
    const found = await listReplayable(database, selection.filter, { turn: 'first', limit: REPLAY_AT_MOST + 1 });
    const room = REPLAY_AT_MOST + 1 - found.length;
    if (room > 0) found.push(...(await listReplayable(database, selection.filter, { turn: 'again', limit: room })));
    // Sorted like at the commit, so that both compute the same digest.
    const rows = found.slice(0, REPLAY_AT_MOST).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { rows, skipped: [], more: found.length > REPLAY_AT_MOST };
  }
  const ids = [...new Set(selection.ids)];
  const found = await readPostbackLog(database, ids);
  const known = new Set(found.map(({ id }) => id));
  return {
    rows: found.filter(({ replayable }) => replayable),
    skipped: [
      ...ids.filter((id) => !known.has(id)).map((_id) => ({ _id, reason: 'It is not in the log.' })),
      ...found
        .filter(({ replayable }) => !replayable)
        .map(({ id: _id, verdict }) => ({ _id, reason: skipReason(verdict) })),
    ],
    more: false,
  };
}

function skipReason(verdict: PostbackLogRow['verdict']): string {
  if (verdict === 'bad_token') return 'Its token was invalid, so the sender may not be the network.';
  if (verdict === 'pending') return 'It is recorded, and the network has not approved it yet.';
  if (verdict === 'contradiction') return 'It contradicts an approved conversion. Decide it under Needs attention.';
  if (verdict === 'accepted' || verdict === 'duplicate' || verdict === 'reversed') return 'It was already counted.';
  if (verdict === 'already_rewarded') return 'The user was already rewarded for this event.';
  if (verdict === 'over_cap' || verdict === 'ip_blocked')
    return 'It was over a limit of the offer. Pay the click by hand.';
  return 'It cannot be replayed: the postback or its log entry is incomplete.';
}

/** Checks and records the postbacks as if they had just arrived. Their tokens were verified at arrival. */
async function replay(
  tx: Tx,
  dependencies: ReplayDependencies,
  rows: readonly PostbackLogRow[],
  actor: Actor,
): Promise<ReplayedItem[]> {
  const now = dependencies.clock.now();
  const judged = rows.map((row): RefusedPostback | PostbackToStore => {
    const judgedRow = judgePostback(dependencies, fromLog(row), true);
    if (isRefused(judgedRow)) return judgedRow;
    return { ...judgedRow, conversion: { ...judgedRow.conversion, actor, at: now, approvePending: true } };
  });
  const toTry = judged.filter((entry): entry is PostbackToStore => !isRefused(entry));
  const outcomes = await recordPostbacks(tx, dependencies, toTry);
  return rows.map((row, index): ReplayedItem => {
    const entry = judged[index];
    const tried = entry && !isRefused(entry) ? outcomes[toTry.indexOf(entry)] : undefined;
    return {
      _id: row.id,
      receivedAt: row.receivedAt.toISOString(),
      event: tried?.event ?? row.event,
      clickId: tried?.clickId ?? row.clickId,
      verdictBefore: row.verdict,
      verdict: tried?.verdict ?? (entry && isRefused(entry) ? entry.verdict : 'malformed'),
      conversionId: tried?.conversionId ?? null,
      coins: tried?.coins ?? 0,
      referralCoins: tried?.referralCoins ?? 0,
      payout: tried?.payout ?? 0,
    };
  });
}

function totalsOf(items: readonly ReplayItem[]): { approved: number; coins: Coins; payout: number } {
  const paise = items.reduce((sum, { payout }) => sum + Math.round(payout * 100), 0);
  return {
    approved: items.filter(({ verdict }) => verdict === 'accepted').length,
    coins: add(...items.map((item) => coins(item.coins + item.referralCoins))),
    payout: paise / 100,
  };
}

/** Digest of a preview: the postbacks, their order and their payouts. */
const digestOf = (items: readonly ReplayedItem[]): string =>
  hash(
    'sha256',
    JSON.stringify(
      items.map((item) => [
        item._id,
        item.clickId,
        item.event,
        item.verdict,
        item.coins,
        item.referralCoins,
        item.payout,
      ]),
    ),
    'hex',
  ).slice(0, 32);

async function saveReplays(
  tx: Tx,
  at: Date,
  batchId: string,
  items: readonly ReplayedItem[],
  actor: Actor,
): Promise<void> {
  insertReplays(
    tx,
    items.map(({ _id, receivedAt, verdict, conversionId }) => ({
      id: newId('rpy', at),
      batchId,
      postbackId: _id,
      postbackReceivedAt: new Date(receivedAt),
      replayedAt: at,
      actorName: actor.name,
      verdict,
      conversionId,
    })),
  );
  await writeAudit(tx, actor, 'postbacks.replay', ['postback_replay', batchId], {
    after: { ...totalsOf(items), postbacks: items.map(({ _id, verdict, coins }) => ({ _id, verdict, coins })) },
  });
}
