import type { Paise } from '@muneem/contract/money';
import { paymentMethodInput, type PaymentMethodInput } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, findAppSecrets, readConfig, type Config } from '#platform/config/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { showTime } from '#platform/embedded-backup/index.ts';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { confirmRestores, findOpenRestore, type OpenRestore } from '#platform/restored-copy/index.ts';
import { openHashKey } from '#platform/stored-secrets/index.ts';
import { stopAllRuns } from '#features/bulk-runs/index.ts';
import { openCoinsPerRupee } from '#features/ledger/index.ts';
import {
  countOpenPayouts,
  createOperatorProvider,
  type OperatorProvider,
  type UnknownTransfers,
} from '#features/payouts/index.ts';
import { findPayoutKey, findUsedSecret } from '#features/settings/index.ts';
import { adoptTransfer, adoptUnseenTransfer, readTotals } from '#features/withdrawals/index.ts';
import { runCommand, showRupees, useDatabase } from './operator-command.ts';

const USAGE = [
  'Nothing was changed. For each transfer: npm run confirm-restore -- --paid <withdrawal> <reference>',
  'If its withdrawal is unknown here:      npm run confirm-restore -- --paid-to <user> <reference> <UPI ID, or account and IFSC code>',
  'At the end:                             npm run confirm-restore -- --confirm "how the payments were checked"',
].join('\n');
const MOST_LISTED = 50;

type Order =
  | { readonly kind: 'show' }
  | Paid
  | { readonly kind: 'confirm'; readonly statement: string; readonly unrecorded: number };

interface Paid {
  readonly kind: 'paid';
  readonly referenceId: string;
  /** A withdrawal, or the user whose withdrawal was requested after the restored second. */
  readonly of: string | { readonly uid: string; readonly paymentMethod: PaymentMethodInput };
}

/**
 * `npm run confirm-restore`: lists the payments that a restored copy may not know. `--paid` and `--paid-to` record one
 * payment of the original. `--confirm` lets the copy pay, mail and deliver. Exits with 1 if it is refused.
 */
async function main(): Promise<void> {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig(process.env);
  return useDatabase(
    config,
    async (database) => {
      const restore = await findOpenRestore(database);
      if (restore === null) throw refusal('this database is not an unconfirmed restored copy');
      return withProvider(config, database, async (provider) => {
        const transfers = await provider.listUnknownTransfers(restore.restoredTo);
        if (order.kind === 'paid') return recordPayment(config, database, provider, transfers, order);
        process.stdout.write(await describe(database, restore, transfers));
        if (order.kind === 'show') return void process.stdout.write(`${USAGE}\n`);
        const unrecorded = transfers.known
          ? transfers.entries.filter(({ outcome }) => outcome !== 'not_paid').length + transfers.unread.length
          : 0;
        if (unrecorded > order.unrecorded) throw refusal(describeUnrecorded(unrecorded));
        await confirm(database, restore, order.statement);
        process.stdout.write(CONFIRMED);
      });
    },
    { as: 'owner' },
  );
}

function readOrder([flag, first = '', second = '', ...more]: readonly string[]): Order {
  const isGiven = (text: string): boolean => text.trim() !== '';
  if (flag === undefined) return { kind: 'show' };
  if (flag === '--paid' && isGiven(first) && isGiven(second) && more.length === 0)
    return { kind: 'paid', of: first, referenceId: second };
  if (flag === '--paid-to' && isGiven(first) && isGiven(second)) {
    const [account = '', ifscCode] = more;
    const method = paymentMethodInput.safeParse(
      ifscCode === undefined ? { type: 'upi', upiId: account } : { type: 'bank', accountNumber: account, ifscCode },
    );
    if (method.success && more.length <= 2)
      return { kind: 'paid', of: { uid: first, paymentMethod: method.data }, referenceId: second };
  }
  if (flag === '--confirm' && isGiven(first) && /^\d*$/.test(second) && more.length === 0)
    return { kind: 'confirm', statement: first.trim(), unrecorded: Number(second) };
  throw new ConfigError(USAGE);
}

const refusal = (reason: string): AppError => new AppError('wrong_state', reason);

async function recordPayment(
  config: Config,
  database: Database,
  { lookUp }: OperatorProvider,
  transfers: UnknownTransfers,
  { of, referenceId }: Paid,
): Promise<void> {
  if (!transfers.known) throw refusal(`the provider's statement cannot be read: ${transfers.error}`);
  const entry = transfers.entries.find((transfer) => transfer.referenceId === referenceId);
  if (entry === undefined) throw refusal(`the provider has no transfer ${referenceId} that this copy does not know`);
  const transfer = { ...entry, provider: config.PAYOUT_PROVIDER };
  const dependencies = { database, clock: systemClock, lookUp };
  let withdrawalId = of;
  if (typeof withdrawalId === 'string') await adoptTransfer(dependencies, withdrawalId, transfer);
  else {
    const coinsPerRupee = await openCoinsPerRupee(dependencies, config.COINS_PER_RUPEE);
    withdrawalId = await adoptUnseenTransfer({ ...dependencies, coinsPerRupee }, withdrawalId, transfer);
  }
  process.stdout.write(`${withdrawalId} was paid by ${referenceId}. It is looked up after the confirmation.\n`);
}

const describeUnrecorded = (n: number): string =>
  `Transfers that are not recorded: ${n}. Their users could be paid twice. Record each with --paid or --paid-to. ` +
  `If the rest paid none of our users, confirm with its number: --confirm "how the payments were checked" ${n}`;

const CONFIRMED =
  'Confirmed. The servers first look up every payout in flight, then pay, mail and deliver again. Auto Payout is off.\n';

const confirm = (database: Database, { restoredTo }: OpenRestore, confirmation: string): Promise<void> =>
  transaction(database, async (tx) => {
    // The original may have finished them after the restored second.
    await stopAllRuns(tx, { reason: 'The database was restored from a backup. Check the list again.', at: tx.now });
    await confirmRestores(tx, confirmation);
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'database.confirm-restore', ['database', 'database'], {
      after: { restoredTo, confirmation },
    });
  });

async function describe(
  database: Database,
  { restoredTo, restoredAt }: OpenRestore,
  transfers: UnknownTransfers,
): Promise<string> {
  const open = await countOpenPayouts(database);
  const { pending, payment_failed: failed } = await readTotals(database);
  const waiting = pending.withdrawals + failed.withdrawals;
  return [
    `Restored to ${showTime(restoredTo)}, at ${showTime(restoredAt)}. This copy does not know what happened after that second.`,
    `Payouts in flight: ${open}. They are looked up and never sent again.`,
    `Withdrawals that wait for a decision: ${waiting}, ${showRupees((pending.amountPaise + failed.amountPaise) as Paise)}. ` +
      'The original may have paid them after that second. A new approval would pay them again.',
    ...describeTransfers(transfers),
    '',
  ].join('\n');
}

/** Asks the provider. This is the operator's own call: the servers still call nothing. */
async function withProvider<Result>(
  config: Config,
  database: Database,
  use: (provider: OperatorProvider) => Promise<Result>,
): Promise<Result> {
  const secrets = await findAppSecrets(config);
  if (secrets === null) return use(withoutSecret('there is no APP_SECRET to decrypt the payout key'));
  const box = createSecretBox(secrets.APP_SECRET, secrets.APP_SECRET_PREVIOUS);
  const hashKey = await openHashKey(database, box, await findUsedSecret(database, box, secrets));
  const key = await findPayoutKey(database, box);
  const http = createOutboundHttp({ allow: config.EGRESS_ALLOW, keepAlive: false });
  try {
    return await use(createOperatorProvider({ config, database, hashKey, http, apiKey: () => key }));
  } finally {
    await http.close();
  }
}

const withoutSecret = (error: string): OperatorProvider => ({
  listUnknownTransfers: () => Promise.resolve({ known: false, error }),
  lookUp: () => Promise.resolve({ kind: 'unknown', error }),
});

function describeTransfers(transfers: UnknownTransfers): string[] {
  if (!transfers.known)
    return [`The provider's statement cannot be read (${transfers.error}). Compare it by hand before you confirm.`];
  const { entries, unread } = transfers;
  const odd = unread.map((row) => `A row of the statement cannot be read. Check it by hand: ${row}`);
  if (entries.length === 0) return [...odd, "The provider's statement has no transfer that this copy does not know."];
  const sum = entries.reduce((total, { amountPaise }) => total + amountPaise, 0) as Paise;
  return [
    ...odd,
    `The provider made ${entries.length} transfers (${showRupees(sum)}) that this copy does not know. Find the withdrawal of each:`,
    ...entries
      .slice(0, MOST_LISTED)
      .map(
        ({ madeAt, amountPaise, word, referenceId, providerTransactionId, utr }) =>
          `  ${showTime(madeAt)}  ${showRupees(amountPaise)}  ${word}  ${referenceId || '-'}  ${providerTransactionId}  UTR ${utr ?? '-'}`,
      ),
    ...(entries.length > MOST_LISTED ? [`  and ${entries.length - MOST_LISTED} more`] : []),
  ];
}

await runCommand('confirm-restore', main);
