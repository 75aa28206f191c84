import type { PayableClick } from '@muneem/contract/manual-payments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { copy } from './manual-payments.copy.ts';
import { PayAllDialog } from './pay-all-dialog.tsx';
import { PayAllModal, type Payments } from './pay-all-modal.tsx';
import type { preparedQuery } from './manual-payments.queries.ts';

interface PayAllProps {
  /** Undefined while it loads. */
  readonly page:
    | { readonly clicks: readonly PayableClick[]; readonly total: number; readonly more: boolean }
    | undefined;
  readonly filter: Parameters<typeof preparedQuery>[0];
  readonly onRun: (id: string) => void;
}

/** The button Pay All, its question, and the payment of this page's clicks. */
export function PayAll({ page, filter, onRun }: PayAllProps) {
  // The clicks at the press: the list behind the window changes.
  const [asked, setAsked] = useState<NonNullable<typeof page>>();
  const [payments, setPayments] = useState<Payments>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Button
        color="green"
        disabled={page === undefined}
        onClick={() => (page?.clicks.length === 0 ? void dialogs.alert(copy.all.none) : setAsked(page))}
      >
        {copy.payAll(formatCount(page?.clicks.length))}
      </Button>
      {asked !== undefined && (
        <PayAllDialog
          clicks={asked.clicks}
          matching={asked}
          filter={filter}
          onClose={close}
          onPaid={(paid) => {
            close();
            setPayments(paid);
          }}
          onRun={(id) => {
            close();
            onRun(id);
          }}
        />
      )}
      {payments !== undefined && <PayAllModal payments={payments} onClose={() => setPayments(undefined)} />}
    </>
  );
}
