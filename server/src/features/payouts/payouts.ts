import type { Paise } from '@muneem/contract/money';
import type { Tx } from '#platform/database/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import type {
  PayoutBalance,
  PayoutDestination,
  PayoutField,
  PayoutProvider,
  PayoutWebhook,
} from './payout-provider.ts';
import type { PayoutAttempt } from './payouts.repository.ts';
import type { PayoutRechecks } from './recheck-payouts.ts';

export interface NewPayout {
  readonly payableId: string;
  readonly amountPaise: Paise;
  readonly beneficiaryName: string;
  readonly destination: PayoutDestination;
}

export interface Payouts {
  readonly providerName: PayoutProvider['name'];
  /** What the provider would refuse, by field; asked before coins are held. */
  refuses(payout: Pick<NewPayout, 'amountPaise' | 'destination'>): Partial<Record<PayoutField, string>> | undefined;
  /** Writes down a try, with the job that sends it if nobody does. A second live one for the same payable is refused by the database. */
  create(tx: Tx, payout: NewPayout): Promise<PayoutAttempt>;
  /** Sends an attempt that was never sent and records what became of it; an attempt that may have been sent stays as it is. */
  send(attemptId: string): Promise<PayoutAttempt>;
  /** Asks the provider about an open attempt when that is due. */
  lookUp(attemptId: string): Promise<void>;
  /**
   * Looks an attempt up now, or as soon as that is allowed. `note` records who asked, in the transaction that makes it
   * due. @returns the attempt afterwards
   */
  lookUpSoon(attemptId: string, note: (tx: Tx) => Promise<void>): Promise<PayoutAttempt>;
  /** See `PayoutRechecks`. */
  readonly confirmNotPaid: PayoutRechecks['confirmNotPaid'];
  /**
   * Takes a webhook as a hint: its transfer is looked up as soon as that is allowed, whatever we know about it.
   * @returns false when the signature is wrong.
   */
  hint(webhook: PayoutWebhook): Promise<boolean>;
  /** The same for a reference that we read ourselves, on the provider's statement. */
  hintReference(referenceId: string): Promise<void>;
  /** Whether it was sent by another provider, or from another account, than would be asked now. */
  isElsewhere(attempt: PayoutAttempt): boolean;
  /**
   * Closes an attempt of which the account that sent it, or the one in use, a day later, knows nothing; of one that another
   * provider sent nobody can be asked. @returns undefined when that is not so.
   */
  declareNotPaid(tx: Tx, attemptId: string, by: { name: string; reason: string }): Promise<PayoutAttempt | undefined>;
  /** The same for a failed attempt of another account or provider, which `confirmNotPaid` named `elsewhere`. */
  declareElsewhere(tx: Tx, attemptId: string, by: { name: string; reason: string }): Promise<PayoutAttempt | undefined>;
  balance(): Promise<PayoutBalance>;
  /** The balance, asked for at most twice a minute. */
  recentBalance(): Promise<PayoutBalance>;
  /** Sends and looks up what was left over. */
  readonly jobs: readonly JobDefinition[];
  /** Waits for calls that are under way. */
  stop(): Promise<void>;
}
