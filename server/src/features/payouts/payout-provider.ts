import type { Paise } from '@muneem/contract/money';

/** Where the money goes. */
export type PayoutDestination =
  | { readonly upiId: string; readonly accountNumber: null; readonly ifscCode: null }
  | { readonly upiId: null; readonly accountNumber: string; readonly ifscCode: string };

export type PayoutMode = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS';

export interface PayoutOrder {
  /** Our name for this one transfer, the same in every call about it. */
  readonly referenceId: string;
  readonly amountPaise: Paise;
  readonly mode: PayoutMode;
  readonly beneficiaryName: string;
  readonly destination: PayoutDestination;
}

/**
 * What became of a transfer. There is no seventh.
 * - `not_sent`: the provider was never reached. `refused`: it clearly did not take the order. Nothing was paid.
 * - `in_flight`: taken, not decided. `paid`, `not_paid`: decided.
 * - `unknown`: everything else. It may have been paid, so it is only ever looked up.
 */
export type PayoutOutcomeKind = 'not_sent' | 'refused' | 'in_flight' | 'paid' | 'not_paid' | 'unknown';

export interface PayoutOutcome {
  readonly kind: PayoutOutcomeKind;
  readonly providerTransactionId?: string | undefined;
  /** The bank's own reference. */
  readonly utr?: string | undefined;
  /** The provider's word, as it came. */
  readonly providerStatus?: string | undefined;
  /** Why it is not simply paid, for a person to read. */
  readonly error?: string | undefined;
  /** The answer as it came, cut to 2 KB. */
  readonly answer?: string | undefined;
  /** The answer contradicts our order or uses a word that we do not know: a person should look. */
  readonly strange?: boolean | undefined;
  /** The provider was reached, understood us, and knows no such transfer. A failed look-up says nothing of the kind. */
  readonly unheardOf?: boolean | undefined;
}

/** What asking about an attempt told, wherever it was sent from. */
export interface AskedOutcome extends PayoutOutcome {
  /** The account that has the transfer, when another one than it was sent from was asked. */
  readonly account?: string | undefined;
  /** It was sent elsewhere, and asking here again would tell nothing. */
  readonly nobodyCanTell?: boolean | undefined;
  /** Another account than it was sent from, which was reached, understood us, and knows no such transfer. */
  readonly unheardElsewhereBy?: string | undefined;
}

export type PayoutBalance =
  { readonly known: true; readonly balancePaise: number } | { readonly known: false; readonly error: string };

/** One transfer as the provider's own statement has it. */
export interface StatementEntry {
  readonly providerTransactionId: string;
  /** Empty when it was not made by us. */
  readonly referenceId: string;
  readonly amountPaise: number;
  /** The provider's word, and what it means. */
  readonly word: string;
  readonly outcome: 'in_flight' | 'paid' | 'not_paid' | 'unknown';
  readonly utr: string | null;
  readonly madeAt: Date;
}

export type StatementPage =
  | { readonly known: true; readonly entries: readonly StatementEntry[]; readonly more: boolean }
  | { readonly known: false; readonly error: string };

/** What a provider sent by itself. */
export interface PayoutWebhook {
  readonly body: Readonly<Record<string, unknown>>;
  /** Byte for byte, for the signature. */
  readonly rawBody: string;
  readonly signature: string | undefined;
}

export type PayoutField = 'coins' | 'upiId' | 'accountNumber' | 'ifscCode';

/** A company that pays out for us. No method rejects; none repeats a call by itself. */
export interface PayoutProvider {
  readonly name: 'bulkpe' | 'razorpayx';
  /**
   * A fingerprint of the account that calls go to: of the key, and the account's number where there is one. Null without a
   * key. Every call reads the key before it awaits anything, so what this says holds for a call that begins at once.
   */
  account(): string | null;
  /** What this provider would refuse, in words for the user; asked before coins are held. */
  refuses(payout: Pick<PayoutOrder, 'amountPaise' | 'destination'>): Partial<Record<PayoutField, string>> | undefined;
  initiate(order: PayoutOrder): Promise<PayoutOutcome>;
  /** By our reference. Never `not_sent` or `refused`: a failed look-up says nothing about the transfer. */
  lookup(order: PayoutOrder): Promise<PayoutOutcome>;
  balance(): Promise<PayoutBalance>;
  /** Newest first; pages from 1. */
  statement(query: { readonly from: Date; readonly until: Date; readonly page: number }): Promise<StatementPage>;
  /** Our reference in what came; undefined when it is none of ours, `forged` when its signature is wrong. */
  parseWebhook(
    webhook: PayoutWebhook,
  ): { readonly referenceId: string; readonly isSigned: boolean } | 'forged' | undefined;
}
