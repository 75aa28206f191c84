import type { Tx } from '#platform/database/index.ts';
import type { PayoutBalance, PayoutField, PayoutOrder, PayoutProvider, PayoutWebhook } from './payout-provider.ts';
import type { PayoutAttempt } from './payouts.repository.ts';
import type { PayoutRechecks } from './recheck-payouts.ts';

export interface NewPayout extends Omit<PayoutOrder, 'referenceId' | 'mode'> {
  readonly payableId: string;
}

export interface Payouts {
  readonly providerName: PayoutProvider['name'];
  /** Returns what the provider would refuse, by field. Checked before coins are held. */
  refuses(payout: Pick<NewPayout, 'amountPaise' | 'destination'>): Partial<Record<PayoutField, string>> | undefined;
  /**
   * Creates an attempt. It is sent by `callDue` if the request dies.
   * The database refuses a second live attempt for the same payable.
   */
  create(tx: Tx, payout: NewPayout): Promise<PayoutAttempt>;
  /** Sends an attempt that was never sent and records the outcome. No-op for one that may have been sent. */
  send(attemptId: string): Promise<PayoutAttempt>;
  /** Looks up a sent attempt if its look-up is due. */
  lookUp(attemptId: string): Promise<void>;
  /**
   * Looks an attempt up now, or as soon as allowed. `note` records who asked, in the transaction that makes it due.
   * @returns the attempt afterwards
   */
  lookUpSoon(attemptId: string, note: (tx: Tx) => Promise<void>): Promise<PayoutAttempt>;
  /** See `PayoutRechecks`. */
  readonly confirmNotPaid: PayoutRechecks['confirmNotPaid'];
  /**
   * Treats a webhook as a hint: its transfer is looked up as soon as allowed, in every state.
   * @returns false if the signature is wrong
   */
  hint(webhook: PayoutWebhook): Promise<boolean>;
  /** Does the same for a reference found on the provider's statement. */
  hintReference(referenceId: string): Promise<void>;
  /** Returns whether another provider or account sent it. */
  isElsewhere(attempt: PayoutAttempt): boolean;
  /**
   * Declares an attempt not paid. The sending or the current account must not know it one day later.
   * @returns null otherwise
   */
  declareNotPaid(tx: Tx, attemptId: string, by: { name: string; reason: string }): Promise<PayoutAttempt | null>;
  /** Declares a failed attempt not paid that `confirmNotPaid` reported as `elsewhere`. */
  declareElsewhere(tx: Tx, attemptId: string, by: { name: string; reason: string }): Promise<PayoutAttempt | null>;
  /** Replaces the transaction id of a payment, a day after it was sent, if the provider answered about another one. @returns null otherwise */
  replaceTransactionId(tx: Tx, attempt: PayoutAttempt, transactionId: string): Promise<PayoutAttempt | null>;
  balance(): Promise<PayoutBalance>;
  /** Returns the balance. Calls the provider at most twice a minute. */
  recentBalance(): Promise<PayoutBalance>;
  /** Sends and looks up what is due, the longest due first. @returns the number of calls. `start` repeats it. */
  callDue(): Promise<number>;
  start(): void;
  /** Waits for calls in flight. */
  stop(): Promise<void>;
}
