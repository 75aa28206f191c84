import type { ErrorCode } from '@muneem/contract/http';
import { PAYABLE_CLICK_STATUSES } from '@muneem/contract/manual-payments';
import type { Coins } from '@muneem/contract/money';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { newId, timeOfUlid } from '#platform/ids/index.ts';
import { addCompletions, isRecorded, type RecordConversions } from '#features/conversions/index.ts';
import { insertManualPayments } from './manual-payments.repository.ts';
import {
  lockClicks,
  markClicksPaid,
  readClicks,
  type ClickPlace,
  type PayableClickRow,
} from './payable-clicks.repository.ts';
import { rewardOfClick } from './reward-of-click.ts';

export interface PayDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordConversions: RecordConversions;
}

/** A click and what the caller believes about it. */
export interface ClickToPay {
  readonly clickId: string;
  readonly userId?: string | null | undefined;
  readonly coins?: number | null | undefined;
}

export interface PaidClick {
  readonly clickId: string;
  readonly coins: Coins;
  readonly transactionId: string;
}

export interface RefusedClick {
  readonly clickId: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: Record<string, string>;
}

interface Payment {
  readonly row: PayableClickRow;
  readonly coins: Coins;
}

/** The event of a manual payment. No offer's event has this key: theirs are in small letters. */
const EVENT_NAME = 'Manual payment';

/**
 * Pays clicks by hand, each once: whoever pays the same one waits for its lock and then finds it paid. Those that
 * cannot be paid are named and hold nobody else back. Results in the order of the inputs.
 */
export async function payClicks(
  deps: PayDependencies,
  inputs: readonly ClickToPay[],
  actor: Actor,
): Promise<(PaidClick | RefusedClick)[]> {
  return transaction(deps.database, async (tx) => {
    const places = placesOf(inputs);
    await lockClicks(tx, places);
    // Read after the locks were won: a postback that was first is seen.
    const rows = new Map((await readClicks(tx, places)).map((row) => [row.id, row]));
    const payments = new Map<string, Payment>();
    const judged = inputs.map((input): Payment | RefusedClick => {
      const judgement = judge(input, rows.get(input.clickId), payments);
      if ('row' in judgement) payments.set(input.clickId, judgement);
      return judgement;
    });
    const paid = await pay(tx, deps, [...payments.values()], actor);
    return judged.map((entry) => ('row' in entry ? (paid.get(entry.row.id) as PaidClick) : entry));
  });
}

/** Each click once; what cannot be a click's id is left out. */
function placesOf(inputs: readonly ClickToPay[]): ClickPlace[] {
  const places = new Map<string, ClickPlace>();
  for (const { clickId } of inputs) {
    const createdAt = timeOfUlid(clickId);
    if (createdAt !== null) places.set(clickId, { id: clickId, createdAt });
  }
  return [...places.values()];
}

function judge(
  { clickId, userId, coins }: ClickToPay,
  row: PayableClickRow | undefined,
  payments: ReadonlyMap<string, Payment>,
): Payment | RefusedClick {
  if (!row) return { clickId, code: 'click_unknown', message: 'There is no such click.' };
  if (payments.has(clickId)) return { clickId, code: 'conflict', message: 'This click is in the list twice.' };
  if (row.isPaid) return { clickId, code: 'wrong_state', message: 'This click was already paid.' };
  if (!(PAYABLE_CLICK_STATUSES as readonly string[]).includes(row.status))
    return { clickId, code: 'wrong_state', message: `This click cannot be paid: it is ${row.status}.` };
  const reward = rewardOfClick(row);
  const fields: Record<string, string> = {};
  if (userId && userId !== row.uid) fields['userId'] = 'This is not the user of the click.';
  if (typeof coins === 'number' && coins !== reward) fields['coins'] = earns(row, reward);
  if (Object.keys(fields).length === 0) return { row, coins: reward };
  const message = 'The request does not match the click. Refresh the list and try again.';
  return { clickId, code: 'conflict', message, fields };
}

const earns = ({ isClaimed }: PayableClickRow, reward: Coins): string =>
  isClaimed ? 'This click earns 0 coins: an approved claim paid this offer.' : `This click earns ${reward} coins.`;

async function pay(
  tx: Tx,
  { clock, recordConversions }: PayDependencies,
  payments: readonly Payment[],
  actor: Actor,
): Promise<Map<string, PaidClick>> {
  if (payments.length === 0) return new Map();
  const at = clock.now();
  const verdicts = await recordConversions(
    tx,
    payments.map(({ row, coins }) => ({
      clickId: row.id,
      eventName: EVENT_NAME,
      source: 'manual' as const,
      actor,
      at,
      conversionIp: actor.ip ?? null,
      rewardCoins: coins,
    })),
  );
  const paid = payments.map(({ row, coins }, index) => {
    const verdict = verdicts[index];
    if (!verdict || !isRecorded(verdict) || verdict.code !== 'accepted' || verdict.rewardCoins !== coins)
      throw new Error(`the manual payment of click ${row.id} became ${verdict?.code ?? 'nothing'}`);
    return { row, clickId: row.id, coins, transactionId: verdict.conversionId };
  });
  await markClicksPaid(
    tx,
    payments.map(({ row }) => row),
    at,
  );
  await addCompletions(
    tx,
    payments.flatMap(({ row }) => (row.userId === null ? [] : [{ offerId: row.offerId, userId: row.userId, at }])),
  );
  await insertManualPayments(
    tx,
    paid.map(({ row, coins, transactionId }) => ({
      id: newId('mpy', at),
      paidAt: at,
      clickId: row.id,
      conversionId: transactionId,
      userId: row.userId,
      userName: row.userId === null ? 'Anonymous' : (row.userName ?? USER_DEFAULTS.name),
      userEmail: row.userEmail ?? USER_DEFAULTS.email,
      offerId: row.offerId,
      offerTitle: row.offerTitle,
      rewardCoins: coins,
      paidBy: actor.name,
    })),
  );
  for (const { row, coins, transactionId } of paid) {
    await writeAudit(tx, {
      actor,
      action: 'manual-payments.pay',
      entityType: 'click',
      entityId: row.id,
      before: { status: row.status },
      after: { status: 'completed', uid: row.uid, offerId: row.offerId, coins, transactionId },
    });
  }
  return new Map(paid.map(({ clickId, coins, transactionId }) => [clickId, { clickId, coins, transactionId }]));
}
