import type { ErrorCode, RouteBody } from '@muneem/contract/http';
import { PAYABLE_CLICK_STATUSES, type markClickPaid } from '@muneem/contract/manual-payments';
import { paise, type Coins } from '@muneem/contract/money';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { decidedByName, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId, timeOfUlid } from '#platform/ids/index.ts';
import type { ClickRef } from '#features/clicks/index.ts';
import { addCompletions, isRecorded, type RecordConversions } from '#features/conversions/index.ts';
import { aboveDay, askSecondPerson, readLimits, rupees } from '#features/second-person/index.ts';
import { insertManualPayments } from './manual-payments.repository.ts';
import {
  claimRewards,
  lockClicks,
  markClicksPaid,
  readClicks,
  type PayableClickRow,
} from './payable-clicks.repository.ts';
import { alreadyRewarded, rewardOfClick } from './reward-of-click.ts';

export interface PayDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly recordConversions: RecordConversions;
  readonly coinsPerRupee: number;
}

/** A click, with the caller's values to compare. */
type ClickToPay = RouteBody<typeof markClickPaid>;

interface PaidClick {
  readonly clickId: string;
  readonly coins: Coins;
  readonly transactionId: string;
}

interface RefusedClick {
  readonly clickId: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: Record<string, string>;
}

interface Payment {
  readonly row: PayableClickRow;
  readonly coins: Coins;
}

/** Not lower-case, so it differs from every event of an offer. */
const EVENT_NAME = 'Manual payment';

/**
 * Pays each click once: a concurrent payment waits for the lock and then finds it paid.
 * Reports clicks that cannot be paid, and pays the others. @returns results in input order
 */
export async function payClicks(
  dependencies: PayDependencies,
  inputs: readonly ClickToPay[],
  actor: Actor,
): Promise<(PaidClick | RefusedClick)[]> {
  return transaction(dependencies.database, async (tx) => {
    const refs = refsOf(inputs);
    await lockClicks(tx, refs);
    const today = kolkataDay(dependencies.clock.now());
    // Read with the locks held, so that an earlier postback is seen.
    const rows = new Map((await readClicks(tx, refs, today)).map((row) => [row.id, row]));
    const payments = new Map<string, Payment>();
    const judged = inputs.map((input): Payment | RefusedClick => {
      const judgement = judge(input, rows.get(input.clickId), payments);
      if ('row' in judgement) payments.set(input.clickId, judgement);
      return judgement;
    });
    await askSecondPersonToPay(tx, dependencies, [...payments.values()], actor);
    const paid = await pay(tx, dependencies, [...payments.values()], actor);
    return judged.map((entry) => ('row' in entry ? (paid.get(entry.row.id) as PaidClick) : entry));
  });
}

/** Returns each click once. Skips invalid click ids. */
function refsOf(inputs: readonly ClickToPay[]): ClickRef[] {
  const refs = new Map<string, ClickRef>();
  for (const { clickId } of inputs) {
    const createdAt = timeOfUlid(clickId);
    if (createdAt !== null) refs.set(clickId, { id: clickId, createdAt });
  }
  return [...refs.values()];
}

function judge(
  { clickId, userId, coins }: ClickToPay,
  row: PayableClickRow | undefined,
  payments: ReadonlyMap<string, Payment>,
): Payment | RefusedClick {
  if (!row) return { clickId, code: 'click_unknown', message: 'Click not found.' };
  if (payments.has(clickId)) return { clickId, code: 'conflict', message: 'This click is in the list twice.' };
  if (row.isPaid) return { clickId, code: 'wrong_state', message: 'This click was already paid.' };
  if (!(PAYABLE_CLICK_STATUSES as readonly string[]).includes(row.status))
    return { clickId, code: 'wrong_state', message: `This click cannot be paid: it is ${row.status}.` };
  const rewarded = alreadyRewarded(rewardedHere(row, payments) ? { ...row, isRewarded: true } : row);
  if (rewarded !== null) return { clickId, code: 'wrong_state', message: rewarded };
  const reward = rewardOfClick(row);
  const fields: Record<string, string> = {};
  if (userId && userId !== row.uid) fields['userId'] = 'The user does not match the click.';
  if (typeof coins === 'number' && coins !== reward) fields['coins'] = earnedText(row, reward);
  const isSame = Object.keys(fields).length === 0;
  if (isSame && reward > 0 && row.owedCoins > 0) return { clickId, code: 'wrong_state', message: owes(row.owedCoins) };
  if (isSame) return { row, coins: reward };
  const message = 'The request does not match the click. Refresh the list and try again.';
  return { clickId, code: 'conflict', message, fields };
}

/** Another click of the user and offer, earlier in this call. */
const rewardedHere = (row: PayableClickRow, payments: ReadonlyMap<string, Payment>): boolean =>
  row.rewardLimit !== 'each_click' &&
  payments
    .values()
    .some((paid) => paid.coins > 0 && paid.row.userId === row.userId && paid.row.offerId === row.offerId);

const earnedText = ({ isClaimed }: PayableClickRow, reward: Coins): string =>
  isClaimed ? 'This click earns 0 coins: an approved claim paid this offer.' : `This click earns ${reward} coins.`;

/** Else the user could withdraw this payment too, and the outstanding coins could be written off after it. */
const owes = (owed: Coins): string =>
  `${owed} coins of a reversed event of this click are outstanding. Pay it after they were collected or written off.`;

/** @throws NeedsSecondPerson above what one person pays by hand in a day */
async function askSecondPersonToPay(
  tx: Tx,
  { coinsPerRupee }: PayDependencies,
  payments: readonly Payment[],
  actor: Actor,
): Promise<void> {
  const [first] = payments;
  // A confirmed call must be compared, even if nothing is left to pay.
  if (first === undefined && actor.confirms === undefined) return;
  const coins = payments.reduce((sum, payment) => sum + payment.coins, 0);
  const total = paise(Math.round((coins * 100) / coinsPerRupee));
  await askSecondPerson(
    tx,
    actor,
    async () => aboveDay(tx, actor, await readLimits(tx), 'by_hand', total),
    () => ({
      title:
        payments.length === 1
          ? `Pay ${rupees(total)} by hand for a click of ${first?.row.userName ?? first?.row.uid}`
          : `Pay ${payments.length} clicks by hand, ${rupees(total)} in total`,
      record: ['click', first?.row.id ?? ''],
      amountPaise: total,
      facts: payments.map(({ row, coins: each }) => [row.id, row.uid, each]),
    }),
  );
}

async function pay(
  tx: Tx,
  { clock, recordConversions }: PayDependencies,
  payments: readonly Payment[],
  actor: Actor,
): Promise<Map<string, PaidClick>> {
  if (payments.length === 0) return new Map();
  const at = clock.now();
  await claimRewards(tx, payments, kolkataDay(at));
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
    payments.flatMap(({ row }) =>
      row.userId === null ? [] : [{ offerId: row.offerId, userId: row.userId, completedAt: at }],
    ),
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
      paidBy: decidedByName(actor),
    })),
  );
  for (const { row, coins, transactionId } of paid) {
    await writeAudit(tx, actor, 'manual-payments.pay', ['click', row.id], {
      before: { status: row.status },
      after: { status: 'completed', uid: row.uid, offerId: row.offerId, coins, transactionId },
    });
  }
  return new Map(paid.map(({ clickId, coins, transactionId }) => [clickId, { clickId, coins, transactionId }]));
}
