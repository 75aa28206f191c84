import { paise, type Coins, type Paise } from '@muneem/contract/money';
import { MIN_WITHDRAWAL_RUPEES, type PaymentMethodInput } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import { sumOutstandingOf } from '#features/conversions/index.ts';
import { assertCoinsPerRupee, lockBalance, postJournals } from '#features/ledger/index.ts';
import type { PayoutDestination, Payouts } from '#features/payouts/index.ts';
import { lockUser, userNotFound } from '#features/users/index.ts';
import { AUTO_APPROVE_JOB } from './auto-payout.ts';
import { addWaiting } from './auto-payout.repository.ts';
import { holdJournal } from './withdrawal-journals.ts';
import { findByRequestKey, insertWithdrawal, lockRequestKey, type WithdrawalRow } from './withdrawals.repository.ts';

export interface RequestWithdrawalDependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly coinsPerRupee: number;
  readonly payouts: Pick<Payouts, 'refuses'>;
}

interface WithdrawalRequestInput {
  readonly uid: string;
  readonly coins: Coins;
  readonly paymentMethod: PaymentMethodInput;
  /** Makes a retry idempotent: one key creates one withdrawal. */
  readonly idempotencyKey?: string | undefined;
  readonly actor: Actor;
}

/**
 * Creates a withdrawal and moves its coins from the wallet to a hold. Outstanding coins are not available.
 * @throws AppError `user_not_found`, `insufficient_coins`, `validation_failed`, `idempotency_mismatch`
 */
export async function requestWithdrawal(
  dependencies: RequestWithdrawalDependencies,
  request: WithdrawalRequestInput,
): Promise<WithdrawalRow> {
  const { database, jobs, coinsPerRupee, payouts } = dependencies;
  const { coins, paymentMethod, idempotencyKey } = request;
  const amountPaise = amountFor(coins, coinsPerRupee);
  const refused = payouts.refuses({ amountPaise, destination: toDestination(paymentMethod) });
  if (refused !== undefined) throw refusal(refused);
  return transaction(database, async (tx) => {
    const user = await lockUser(tx, request.uid);
    if (user === null) throw userNotFound(request.uid);
    if (idempotencyKey !== undefined) {
      await lockRequestKey(tx, user.id, idempotencyKey);
      const before = await findByRequestKey(tx, user.id, idempotencyKey);
      if (before) return repeated(before, coins, paymentMethod);
    }
    const row = await createWithdrawal(tx, dependencies, user, { ...request, amountPaise });
    if (await addWaiting(tx, row.id, row.createdAt)) await jobs.enqueue(tx, AUTO_APPROVE_JOB, { withdrawalId: row.id });
    return row;
  });
}

/** Takes the coins from the wallet of a locked user and creates a pending withdrawal. */
export async function createWithdrawal(
  tx: Tx,
  { clock, coinsPerRupee }: Pick<RequestWithdrawalDependencies, 'clock' | 'coinsPerRupee'>,
  { id: userId, uid, name, email }: NonNullable<Awaited<ReturnType<typeof lockUser>>>,
  {
    coins,
    amountPaise,
    paymentMethod,
    idempotencyKey,
    actor,
  }: Omit<WithdrawalRequestInput, 'uid'> & { readonly amountPaise: Paise },
): Promise<WithdrawalRow> {
  await assertCoinsPerRupee(tx, coinsPerRupee);
  const now = clock.now();
  const id = newId('wdr', now);
  await requireAvailable(tx, userId, coins);
  const [hold] = await postJournals(tx, [holdJournal(id, userId, coins, actor)]);
  if (!hold) throw new Error('the hold was not posted');
  const row = await insertWithdrawal(tx, {
    id,
    createdAt: now,
    userId,
    userUid: uid,
    userName: name,
    userEmail: email,
    coins,
    amountPaise,
    ...toDestination(paymentMethod),
    holdJournalId: hold.journalId,
    requestKey: idempotencyKey ?? null,
  });
  await writeAudit(tx, actor, 'withdrawals.request', ['withdrawal', id], {
    after: { status: row.status, uid, coins, amountPaise, paymentMethod },
  });
  return row;
}

/** Locks the wallet: a reversal that leaves coins outstanding locks it too. The hold itself refuses more than it has. */
async function requireAvailable(tx: Tx, userId: number, asked: Coins): Promise<void> {
  const balance = await lockBalance(tx, userId);
  const owed = await sumOutstandingOf(tx, userId);
  if (owed > 0 && balance - owed < asked)
    throw new AppError(
      'insufficient_coins',
      `There are not enough coins: ${balance} are in the wallet, and ${owed} of reversed rewards are outstanding.`,
    );
}

/** Maps the provider's messages to the fields of the request. */
function refusal({ coins, ...method }: NonNullable<ReturnType<Payouts['refuses']>>): AppError {
  const fields = {
    ...(coins === undefined ? {} : { coins }),
    ...Object.fromEntries(Object.entries(method).map(([field, message]) => [`paymentMethod.${field}`, message])),
  };
  return new AppError('validation_failed', Object.values(fields)[0] as string, { fields });
}

/** Converts coins to whole paise: coins / COINS_PER_RUPEE. */
function amountFor(coins: Coins, coinsPerRupee: number): Paise {
  const refuse = (message: string): AppError =>
    new AppError('validation_failed', message, { fields: { coins: message } });
  if (coins <= 0) throw refuse('Coins must be more than 0.');
  if ((coins * 100) % coinsPerRupee !== 0)
    throw refuse('This number of coins is not a whole number of paise. Choose another number.');
  const amount = paise((coins * 100) / coinsPerRupee);
  if (amount < MIN_WITHDRAWAL_RUPEES * 100) throw refuse(`The smallest withdrawal is ₹${MIN_WITHDRAWAL_RUPEES}.`);
  return amount;
}

function toDestination(method: PaymentMethodInput): PayoutDestination {
  return method.type === 'upi'
    ? { upiId: method.upiId, accountNumber: null, ifscCode: null }
    : { upiId: null, accountNumber: method.accountNumber, ifscCode: method.ifscCode };
}

function repeated(before: WithdrawalRow, coins: Coins, method: PaymentMethodInput): WithdrawalRow {
  const wanted = toDestination(method);
  const same =
    before.coins === coins &&
    before.upiId === wanted.upiId &&
    before.accountNumber === wanted.accountNumber &&
    before.ifscCode === wanted.ifscCode;
  if (same) return before;
  throw new AppError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another withdrawal. Use a new key for a new request.',
  );
}
