import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import {
  aboveDay,
  aboveOne,
  askSecondPerson,
  onceLimited,
  readLimits,
  rupees,
  type Proposed,
} from '#features/second-person/index.ts';
import { findFlags } from './withdrawal-flags.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

type From = 'pending' | 'payment_failed';

const destination = ({ upiId, accountNumber, ifscCode }: WithdrawalRow): string =>
  upiId ?? `${accountNumber} (${ifscCode})`;
const payee = (row: WithdrawalRow): string => `${row.userName ?? row.userUid} (${destination(row)})`;

/** The facts that both persons see and agree about. */
const factsOf = (row: WithdrawalRow, from: string, flags: readonly string[]) => ({
  from,
  user: row.userUid,
  payment: row.lastAttemptId,
  coins: row.coins,
  destination: destination(row),
  flags,
});

async function describe(tx: Tx, row: WithdrawalRow, from: string, title: string): Promise<Proposed> {
  const flags = ((await findFlags(tx, [row.id])).get(row.id) ?? []).map(({ kind }) => kind);
  return { title, record: ['withdrawal', row.id], amountPaise: row.amountPaise, facts: factsOf(row, from, flags) };
}

/** Comes last in the payment's transaction. Auto Payout has its own limits. @throws NeedsSecondPerson */
export async function askSecondPersonToPay(tx: Tx, actor: Actor, row: WithdrawalRow, from: From): Promise<void> {
  if (actor.kind !== 'admin') return;
  const reason = async (): Promise<string | null> => {
    const limits = await readLimits(tx);
    return aboveOne(limits, row.amountPaise) ?? (await aboveDay(tx, actor, limits, 'approved', row.amountPaise));
  };
  const verb = from === 'pending' ? 'Pay' : 'Pay again';
  await askSecondPerson(tx, actor, reason, () =>
    describe(tx, row, from, `${verb} ${rupees(row.amountPaise)} to ${payee(row)}`),
  );
}

/** @throws NeedsSecondPerson */
export const askSecondPersonToReturn = (tx: Tx, actor: Actor, row: WithdrawalRow): Promise<void> =>
  askSecondPerson(
    tx,
    actor,
    async () => aboveOne(await readLimits(tx), row.amountPaise),
    () => describe(tx, row, 'payment_failed', `Return the coins of ${rupees(row.amountPaise)} to ${payee(row)}`),
  );

/** For a decision about a payment that the provider does not make. @throws NeedsSecondPerson */
export const askSecondPersonAbout = (tx: Tx, actor: Actor, row: WithdrawalRow, act: string): Promise<void> =>
  askSecondPerson(
    tx,
    actor,
    () => onceLimited(tx, act),
    () => describe(tx, row, row.status, `${act}: ${rupees(row.amountPaise)} to ${payee(row)}`),
  );

/** The answer for one of many that needs a second person on its own. */
export const alone = (reason: string): AppError =>
  new AppError('second_person', `${reason} Approve it alone, so that a second person can confirm it.`);
