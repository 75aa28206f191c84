import type { Transfer } from '../payout-provider/index.ts';

/** A withdrawal in the product's database. */
export interface StoredWithdrawal {
  readonly id: string;
  /** The UPI ID that is paid. Each withdrawal of a simulation has its own. */
  readonly beneficiary: string;
  readonly coins: number;
  readonly amountPaise: number;
  readonly status: 'pending' | 'processing' | 'completed' | 'rejected' | 'payment_failed';
  /** True if it is on the admins' attention list. */
  readonly named: boolean;
}

export interface StoredLedger {
  readonly issued: number;
  readonly wallets: number;
  readonly held: number;
  readonly paidOut: number;
  readonly breaches: readonly unknown[];
}

export interface Verdict {
  /** Transfers that succeeded, beyond the first for one beneficiary. Must be 0. */
  readonly doublePayouts: number;
  /** Contradictions between the product and the provider's book. Must be empty. */
  readonly contradictions: readonly string[];
  /** Coins that were issued and no longer exist. Below 0: created from nothing. Must be 0. */
  readonly coinsLost: number;
  /** Withdrawals that are neither settled nor on the attention list. Must be 0. */
  readonly forgotten: number;
  readonly breaches: readonly unknown[];
  readonly counts: Readonly<Record<StoredWithdrawal['status'] | 'named' | 'paidAtProvider', number>>;
}

/** Compares the product with the provider's book: who was paid, how often, and what the product says. */
export function judgePayouts(
  book: readonly Transfer[],
  withdrawals: readonly StoredWithdrawal[],
  ledger: StoredLedger,
): Verdict {
  const liveTransfers = book.filter(({ status }) => status !== 'FAILED');
  const live = Map.groupBy(liveTransfers, ({ beneficiary }) => beneficiary);
  const contradictions = withdrawals.flatMap((row) => contradictionsOf(row, live.get(row.beneficiary) ?? []));
  const known = new Set(withdrawals.map(({ beneficiary }) => beneficiary));
  for (const beneficiary of live.keys())
    if (!known.has(beneficiary)) contradictions.push(`${beneficiary} was paid and never asked for it`);
  const settled = withdrawals.filter(({ status }) => status === 'completed');
  const paid = settled.reduce((sum, { coins }) => sum + coins, 0);
  if (paid !== ledger.paidOut)
    contradictions.push(`${ledger.paidOut} coins paid out, ${paid} in completed withdrawals`);
  const count = (status: StoredWithdrawal['status']): number =>
    withdrawals.filter((row) => row.status === status).length;
  return {
    doublePayouts: liveTransfers.length - live.size,
    contradictions,
    coinsLost: ledger.issued - ledger.wallets - ledger.held - ledger.paidOut,
    forgotten: withdrawals.filter(({ status, named }) => (status === 'pending' || status === 'processing') && !named)
      .length,
    breaches: ledger.breaches,
    counts: {
      pending: count('pending'),
      processing: count('processing'),
      completed: count('completed'),
      rejected: count('rejected'),
      payment_failed: count('payment_failed'),
      named: withdrawals.filter(({ named }) => named).length,
      paidAtProvider: liveTransfers.filter(({ status }) => status === 'SUCCESS').length,
    },
  };
}

function contradictionsOf(row: StoredWithdrawal, live: readonly Transfer[]): string[] {
  const wrong = live.filter(({ amountPaise }) => amountPaise !== row.amountPaise).map(() => 'another amount was paid');
  if (row.status === 'completed' && !live.some(({ status }) => status === 'SUCCESS'))
    wrong.push('completed, but no payment was made');
  if (row.status !== 'completed' && row.status !== 'processing' && live.length > 0)
    wrong.push(`${row.status}, but paid or about to be`);
  return wrong.map((what) => `${row.id}: ${what}`);
}
