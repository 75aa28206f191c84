import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type TransferStatus = 'PENDING' | 'SUCCESS' | 'FAILED';

/** The request that starts a payout. */
export interface TransferOrder {
  readonly reference: string;
  readonly amountPaise: number;
  readonly mode: string;
  /** A UPI id, or `account@ifsc`. */
  readonly beneficiary: string;
  readonly beneficiaryName: string;
  readonly note: string;
  /** How it was ordered, and how its webhooks look. */
  readonly wire?: 'bulkpe' | 'razorpayx';
}

export interface Transfer extends TransferOrder {
  readonly transactionId: string;
  readonly createdAt: string;
  readonly status: TransferStatus;
  readonly statusText: string;
  /** The bank's number; only of a transfer that was paid. */
  readonly utr: string | null;
  /** True if it was paid and then reversed. */
  readonly reversed?: boolean;
}

export interface BookSummary {
  readonly balancePaise: number;
  readonly transfers: number;
  readonly paid: number;
  readonly paidPaise: number;
  readonly pending: number;
  readonly failed: number;
  /** How often a reference came a second time and was turned away. */
  readonly refusedDuplicates: number;
  /** Live transfers beyond the first of one reference: must be 0, whatever happens on the way. */
  readonly doublePayouts: number;
}

type Entry =
  | { readonly kind: 'accepted'; readonly transfer: Transfer }
  | {
      readonly kind: 'settled';
      readonly transactionId: string;
      readonly status: TransferStatus;
      readonly statusText: string;
      readonly utr: string | null;
    }
  | { readonly kind: 'duplicate_refused'; readonly reference: string }
  | { readonly kind: 'funded'; readonly paise: number };

export interface Book {
  accept(order: TransferOrder, status: TransferStatus, statusText: string): Transfer;
  settle(transactionId: string, status: TransferStatus, statusText: string): Transfer;
  refuseDuplicate(reference: string): void;
  fund(paise: number): void;
  findByReference(reference: string): Transfer | undefined;
  findByTransaction(transactionId: string): Transfer | undefined;
  /** Newest first. */
  list(): readonly Transfer[];
  balancePaise(): number;
  summary(): BookSummary;
}

/** The provider's own account book. With a file it survives a restart: every entry is written before it counts. */
export function createBook({
  file,
  openingBalancePaise,
  now = () => new Date(),
}: {
  file?: string | undefined;
  openingBalancePaise: number;
  now?: () => Date;
}): Book {
  const transfers = new Map<string, Transfer>();
  const byReference = new Map<string, string[]>();
  let balancePaise = openingBalancePaise;
  let refusedDuplicates = 0;
  let next = 1;

  const record = (entry: Entry): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
    apply(entry);
  };

  function apply(entry: Entry): void {
    switch (entry.kind) {
      case 'accepted': {
        const { transfer } = entry;
        transfers.set(transfer.transactionId, transfer);
        byReference.set(transfer.reference, [...(byReference.get(transfer.reference) ?? []), transfer.transactionId]);
        if (transfer.status !== 'FAILED') balancePaise -= transfer.amountPaise;
        next += 1;
        return;
      }
      case 'settled': {
        const before = transfers.get(entry.transactionId)!;
        if (before.status !== 'FAILED' && entry.status === 'FAILED') balancePaise += before.amountPaise;
        if (before.status === 'FAILED' && entry.status !== 'FAILED') balancePaise -= before.amountPaise;
        transfers.set(entry.transactionId, {
          ...before,
          status: entry.status,
          statusText: entry.statusText,
          utr: entry.utr ?? before.utr,
          reversed: before.status === 'SUCCESS' && entry.status === 'FAILED',
        });
        return;
      }
      case 'duplicate_refused':
        refusedDuplicates += 1;
        return;
      case 'funded':
        balancePaise += entry.paise;
    }
  }

  const utrOf = (number: number, status: TransferStatus): string | null =>
    status === 'SUCCESS' ? String(400_000_000_000 + number) : null;

  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line !== '') apply(JSON.parse(line) as Entry);
    }
  }

  return {
    accept(order, status, statusText) {
      const transactionId = `TXN${String(next).padStart(9, '0')}`;
      const transfer = {
        ...order,
        transactionId,
        createdAt: now().toISOString(),
        status,
        statusText,
        utr: utrOf(next, status),
      };
      record({ kind: 'accepted', transfer });
      return transfer;
    },
    settle(transactionId, status, statusText) {
      const number = Number(transactionId.slice(3));
      record({ kind: 'settled', transactionId, status, statusText, utr: utrOf(number, status) });
      return transfers.get(transactionId)!;
    },
    refuseDuplicate: (reference) => record({ kind: 'duplicate_refused', reference }),
    fund: (paise) => record({ kind: 'funded', paise }),
    findByReference: (reference) => transfers.get(byReference.get(reference)?.[0] ?? ''),
    findByTransaction: (transactionId) => transfers.get(transactionId),
    list: () => [...transfers.values()].reverse(),
    balancePaise: () => balancePaise,
    summary() {
      const all = [...transfers.values()];
      const paid = all.filter(({ status }) => status === 'SUCCESS');
      return {
        balancePaise,
        transfers: all.length,
        paid: paid.length,
        paidPaise: paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
        pending: all.filter(({ status }) => status === 'PENDING').length,
        failed: all.filter(({ status }) => status === 'FAILED').length,
        refusedDuplicates,
        doublePayouts: [...byReference.values()].reduce((sum, ids) => {
          const live = ids.filter((id) => transfers.get(id)!.status !== 'FAILED').length;
          return sum + Math.max(0, live - 1);
        }, 0),
      };
    },
  };
}
