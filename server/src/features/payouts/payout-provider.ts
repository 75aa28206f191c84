import type { Paise } from '@muneem/contract/money';
import type { Config } from '#platform/config/index.ts';

export type PayoutDestination =
  | { readonly upiId: string; readonly accountNumber: null; readonly ifscCode: null }
  | { readonly upiId: null; readonly accountNumber: string; readonly ifscCode: string };

export type PayoutMode = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS';

export interface PayoutOrder {
  /** Our id of this transfer, the same in every call about it. */
  readonly referenceId: string;
  readonly amountPaise: Paise;
  readonly mode: PayoutMode;
  readonly beneficiaryName: string;
  readonly destination: PayoutDestination;
}

/**
 * The six outcomes of a transfer.
 * - `not_sent`: the provider was not reached. `refused`: it rejected the order. Nothing was paid.
 * - `in_flight`: accepted, not decided. `paid`, `not_paid`: decided.
 * - `unknown`: everything else. It may have been paid, so it is looked up, never sent again.
 */
export type PayoutOutcomeKind = 'not_sent' | 'refused' | 'in_flight' | 'paid' | 'not_paid' | 'unknown';

export interface SentOrder extends PayoutOrder {
  /** The provider's id of the transfer, once an answer with our reference has named it. */
  readonly providerTransactionId: string | null;
}

export interface PayoutOutcome {
  readonly kind: PayoutOutcomeKind;
  readonly providerTransactionId?: string | undefined;
  readonly utr?: string | undefined;
  /** The provider's status, unchanged. */
  readonly providerStatus?: string | undefined;
  /** Why it is not simply paid, for an admin. */
  readonly error?: string | undefined;
  /** The raw answer, cut to 2 KB. */
  readonly answer?: string | undefined;
  /** The answer contradicts our order or has an unknown status: an admin should look. */
  readonly strange?: boolean | undefined;
  /** The provider understood the look-up and has no such transfer. A failed look-up does not set this. */
  readonly referenceUnknown?: boolean | undefined;
}

/** The outcome of a look-up, whichever account sent the attempt. */
export interface AskedOutcome extends PayoutOutcome {
  /** The account that has the transfer, if it differs from the sending one. */
  readonly account?: string | undefined;
  /** It was sent elsewhere, and the current account cannot confirm it. */
  readonly cannotConfirm?: boolean | undefined;
  /** The account that answered "not known", if it differs from the sending one. */
  readonly referenceUnknownTo?: string | undefined;
}

export type PayoutBalance =
  | { readonly known: true; readonly balancePaise: Paise }
  | { readonly known: false; readonly error: string };

/** A transfer on the provider's statement. */
export interface StatementEntry {
  readonly providerTransactionId: string;
  /** Empty if we did not send it. */
  readonly referenceId: string;
  readonly amountPaise: Paise;
  /** The provider's status, and the outcome it stands for. */
  readonly word: string;
  readonly outcome: 'in_flight' | 'paid' | 'not_paid' | 'unknown';
  readonly utr: string | null;
  readonly madeAt: Date;
}

/** Money that came in: a returned transfer, or added funds. Never a transfer of ours. */
export interface StatementCredit {
  /** The words of its texts. It returns the transfer whose reference, id or UTR is one of them. */
  readonly names: readonly string[];
  readonly amountPaise: Paise;
  readonly madeAt: Date;
}

export interface StatementRows {
  /** Number of rows, also of those that are skipped. */
  readonly rows: number;
  readonly entries: readonly StatementEntry[];
  readonly credits: readonly StatementCredit[];
  /** The rows that could not be read, in a few words each. */
  readonly unread: readonly string[];
}

export type StatementPage =
  | (StatementRows & { readonly known: true; readonly more: boolean })
  | { readonly known: false; readonly error: string };

export interface PayoutWebhook {
  readonly body: Readonly<Record<string, unknown>>;
  /** Unparsed, for the signature. */
  readonly rawBody: string;
  readonly signature: string | undefined;
}

export type PayoutField = 'coins' | 'upiId' | 'accountNumber' | 'ifscCode';

/** A payout provider. No method rejects or retries. */
export interface PayoutProvider {
  readonly name: Config['PAYOUT_PROVIDER'];
  /**
   * Returns a fingerprint of the current key and account number, or null without a key.
   * Calls read the key before their first `await`, so the value is valid for a call made at once.
   */
  account(): string | null;
  /** Returns what this provider would refuse, in words for the user. Checked before coins are held. */
  refuses(payout: Pick<PayoutOrder, 'amountPaise' | 'destination'>): Partial<Record<PayoutField, string>> | undefined;
  initiate(order: PayoutOrder): Promise<PayoutOutcome>;
  /** Looks up by our reference. Never `not_sent` or `refused`: a failed look-up proves nothing. */
  lookup(order: SentOrder): Promise<PayoutOutcome>;
  balance(): Promise<PayoutBalance>;
  /** Newest first. The first page is 1. */
  statement(query: { readonly from: Date; readonly until: Date; readonly page: number }): Promise<StatementPage>;
  /** Returns our reference, undefined if it is not ours, or `forged` if the signature is wrong. */
  parseWebhook(
    webhook: PayoutWebhook,
  ): { readonly referenceId: string; readonly isSigned: boolean } | 'forged' | undefined;
}
