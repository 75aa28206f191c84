import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type TransferStatus = 'PENDING' | 'SUCCESS' | 'FAILED';
export type Wire = 'bulkpe' | 'razorpayx';

export interface TransferOrder {
  readonly reference: string;
  readonly amountPaise: number;
  readonly mode: string;
  /** A UPI id, or `account@ifsc`. */
  readonly beneficiary: string;
  readonly beneficiaryName: string;
  readonly note: string;
  /** The API that ordered the transfer. Its webhooks use the same format. */
  readonly wire?: Wire;
}

export interface Transfer extends TransferOrder {
  readonly transactionId: string;
  readonly createdAt: string;
  readonly status: TransferStatus;
  readonly statusText: string;
  /** The bank's reference; null until the transfer is paid. */
  readonly utr: string | null;
  /** True if it was paid and then reversed. */
  readonly reversed?: boolean;
}

/** A credit on the provider's statement that returns a paid transfer. */
export interface ReturnCredit {
  readonly creditId: string;
  readonly transfer: Transfer;
  readonly createdAt: string;
}

export interface BookSummary {
  readonly balancePaise: number;
  readonly transfers: number;
  readonly paid: number;
  readonly paidPaise: number;
  readonly pending: number;
  readonly failed: number;
  /** Orders refused because their reference was already used. */
  readonly refusedDuplicates: number;
  /** Live transfers beyond the first of one reference. Must always be 0. */
  readonly doublePayouts: number;
}

type Entry =
  | { readonly kind: 'accepted'; readonly transfer: Transfer }
  | ({ readonly kind: 'settled' } & Pick<Transfer, 'transactionId' | 'status' | 'statusText' | 'utr'>)
  | { readonly kind: 'returned'; readonly transactionId: string; readonly createdAt: string }
  | { readonly kind: 'duplicate_refused'; readonly reference: string }
  | { readonly kind: 'funded'; readonly paise: number };

export type Book = ReturnType<typeof createBook>;

interface BookOptions {
  readonly file?: string | undefined;
  readonly openingBalancePaise: number;
  readonly now?: () => Date;
}

/** Keeps the provider's own books. With a file it survives a restart: each entry is written before it is applied. */
export function createBook({ file, openingBalancePaise, now = () => new Date() }: BookOptions) {
  const state: BookState = {
    transfers: new Map(),
    byReference: new Map(),
    returns: [],
    balancePaise: openingBalancePaise,
    refusedDuplicates: 0,
  };
  const { transfers, byReference } = state;
  for (const entry of readEntries(file)) apply(state, entry);
  const record = (entry: Entry): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
    apply(state, entry);
  };

  const settle = (transactionId: string, status: TransferStatus, statusText: string): Transfer => {
    const utr = utrOf(Number(transactionId.slice(3)), status);
    record({ kind: 'settled', transactionId, status, statusText, utr });
    return transfers.get(transactionId)!;
  };

  return {
    accept(order: TransferOrder, status: TransferStatus, statusText: string): Transfer {
      const number = transfers.size + 1;
      const transactionId = `TXN${String(number).padStart(9, '0')}`;
      const utr = utrOf(number, status);
      const transfer = { ...order, transactionId, createdAt: now().toISOString(), status, statusText, utr };
      record({ kind: 'accepted', transfer });
      return transfer;
    },
    settle,
    /** The bank returns a paid transfer: it has failed, and its amount is credited. A mere change to FAILED has no credit. */
    giveBack(transactionId: string, statusText: string): Transfer {
      const transfer = settle(transactionId, 'FAILED', statusText);
      record({ kind: 'returned', transactionId, createdAt: now().toISOString() });
      return transfer;
    },
    refuseDuplicate: (reference: string) => record({ kind: 'duplicate_refused', reference }),
    fund: (paise: number) => record({ kind: 'funded', paise }),
    findByReference: (reference: string): Transfer | null =>
      transfers.get(byReference.get(reference)?.[0] ?? '') ?? null,
    findByTransaction: (transactionId: string): Transfer | null => transfers.get(transactionId) ?? null,
    /** Newest first. */
    list: (): readonly Transfer[] => [...transfers.values()].reverse(),
    /** Newest first. */
    listReturns: (): readonly ReturnCredit[] =>
      state.returns
        .map(({ transactionId, createdAt }, index) => ({
          creditId: `CRD${String(index + 1).padStart(9, '0')}`,
          transfer: transfers.get(transactionId)!,
          createdAt,
        }))
        .reverse(),
    balancePaise: () => state.balancePaise,
    summary: () => summarise(state),
  };
}

/** The state after all entries of a book. */
interface BookState {
  readonly transfers: Map<string, Transfer>;
  readonly byReference: Map<string, string[]>;
  readonly returns: { readonly transactionId: string; readonly createdAt: string }[];
  balancePaise: number;
  refusedDuplicates: number;
}

function readEntries(file: string | undefined): Entry[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
}

function apply(state: BookState, entry: Entry): void {
  const { transfers, byReference } = state;
  switch (entry.kind) {
    case 'accepted': {
      const { transfer } = entry;
      transfers.set(transfer.transactionId, transfer);
      byReference.set(transfer.reference, [...(byReference.get(transfer.reference) ?? []), transfer.transactionId]);
      if (transfer.status !== 'FAILED') state.balancePaise -= transfer.amountPaise;
      return;
    }
    case 'settled': {
      const before = transfers.get(entry.transactionId)!;
      if (before.status !== 'FAILED' && entry.status === 'FAILED') state.balancePaise += before.amountPaise;
      if (before.status === 'FAILED' && entry.status !== 'FAILED') state.balancePaise -= before.amountPaise;
      const { kind: _, ...changed } = entry;
      const reversed = before.status === 'SUCCESS' && entry.status === 'FAILED';
      transfers.set(entry.transactionId, { ...before, ...changed, utr: entry.utr ?? before.utr, reversed });
      return;
    }
    case 'returned':
      state.returns.push(entry);
      return;
    case 'duplicate_refused':
      state.refusedDuplicates += 1;
      return;
    case 'funded':
      state.balancePaise += entry.paise;
  }
}

const utrOf = (number: number, status: TransferStatus): string | null =>
  status === 'SUCCESS' ? String(400_000_000_000 + number) : null;

function summarise({ transfers, byReference, balancePaise, refusedDuplicates }: BookState): BookSummary {
  const all = [...transfers.values()];
  const paid = all.filter(({ status }) => status === 'SUCCESS');
  const isLive = (id: string): boolean => transfers.get(id)!.status !== 'FAILED';
  return {
    balancePaise,
    transfers: all.length,
    paid: paid.length,
    paidPaise: paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    pending: all.filter(({ status }) => status === 'PENDING').length,
    failed: all.filter(({ status }) => status === 'FAILED').length,
    refusedDuplicates,
    doublePayouts: [...byReference.values()].reduce((sum, ids) => sum + Math.max(0, ids.filter(isLive).length - 1), 0),
  };
}
