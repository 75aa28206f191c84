import { rights } from '@muneem/contract/rights';
import type { PayoutAttemptView, WithdrawalView } from '@muneem/contract/withdrawals';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { may } from '#lib/may.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { waitsForSecondPerson } from '#features/proposals/index.ts';
import { isKey } from '#lib/shortcuts.ts';
import { Coins, CopyText, DateTime, Facts, Money, Part, StatusBadge, type Fact } from '#ui/display/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { decisions } from './decisions.ts';
import { methodLabel } from './payment-method.ts';
import { paidBeforeText } from './paid-before-text.ts';
import { AboutUser } from './about-user.tsx';
import { Flags, reasonOf, RowActions } from './withdrawal-columns.tsx';
import { paymentStatus, withdrawalStatus } from './withdrawal-status.ts';
import { copy } from './withdrawals.copy.ts';
import classes from './withdrawals.module.css';
import { withdrawalQuery } from './withdrawals.queries.ts';

const words = copy.details;

/** One withdrawal with every payment attempt. It has its own URL. */
export function WithdrawalDetailsModal({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(withdrawalQuery(id));
  const { data } = query;
  // The list's shortcuts work here too: the list ignores them while a window is open.
  const decideByKey = (event: KeyboardEvent): void => {
    if (data?.withdrawal.status !== 'pending' || event.repeat || !may(rights.decideWithdrawals)) return;
    if (isKey(event, 'a')) void decisions.approve(data.withdrawal, true);
    else if (isKey(event, 'r')) void decisions.reject(data.withdrawal);
    else return;
    event.preventDefault();
  };
  return (
    <DetailsWindow
      words={words}
      query={query}
      onKeyDown={decideByKey}
      onClose={onClose}
      start={data && <RowActions row={data.withdrawal} />}
    >
      {({ withdrawal, attempts, user, pastWithdrawals }) => (
        <Sections withdrawal={withdrawal} attempts={attempts}>
          <AboutUser user={user} past={pastWithdrawals} />
        </Sections>
      )}
    </DetailsWindow>
  );
}

function Sections({
  withdrawal: it,
  attempts,
  children,
}: {
  readonly withdrawal: WithdrawalView;
  readonly attempts: readonly PayoutAttemptView[];
  readonly children: ReactNode;
}) {
  const { paymentMethod: method } = it;
  return (
    <>
      <Facts
        title={words.withdrawal}
        facts={[
          ['User', it.userName ?? copy.noName],
          // Hover and focus show it in full, and a click copies it.
          fact('Email', it.userEmail, 'email'),
          ['User ID', <CopyText key="v" value={it.userId} what="user id" mono />],
          ['Amount', <Money key="v" rupees={it.amount} />],
          ['Coins Used', <Coins key="v" coins={it.coins} />],
          ['Date Requested', <DateTime key="v" value={it.date} />],
          ['Status', <StatusBadge key="v" {...withdrawalStatus(it.status)} reason={reasonOf(it)} />],
          ...(it.waitsBecause === null
            ? []
            : [[words.waitsForPerson, <Waits key="v" why={it.waitsBecause} />] as Fact]),
          ['Payment Method', methodLabel(method)],
          ...(method.type === 'upi'
            ? [fact('UPI ID', method.upiId, 'UPI ID')]
            : [
                fact('Bank account', method.accountNumber, 'account number'),
                fact('IFSC', method.ifscCode, 'IFSC code'),
              ]),
        ]}
      />
      {it.flags.length > 0 && (
        <Part title={words.flags}>
          <Stack component="ul" gap="0.375rem">
            {it.flags.map((flag) => (
              <Group key={flag.kind} component="li" gap="0.25rem 0.75rem" fz="sm">
                <Flags flags={[flag]} /> {flag.text}
              </Group>
            ))}
          </Stack>
        </Part>
      )}
      {children}
      <Payment withdrawal={it} />
      <Facts
        title={words.verification}
        facts={[
          ['Verified By', it.verifiedBy],
          ['Verified Date', it.verifiedDate && <DateTime key="v" value={it.verifiedDate} />],
          ['Admin Reason', it.adminReason],
        ]}
      />
      {attempts.length > 0 && <Attempts attempts={attempts} />}
      <RecordHistory type="withdrawal" id={it.id} />
      <Part title={words.raw}>
        <Code block tabIndex={0}>
          {JSON.stringify({ ...it, attempts }, null, 2)}
        </Code>
      </Part>
    </>
  );
}

const Waits = ({ why }: { readonly why: string }) =>
  waitsForSecondPerson(why) ? <Link to="/second-person">{why}</Link> : why;

function Payment({ withdrawal: it }: { readonly withdrawal: WithdrawalView }) {
  return (
    <>
      <Facts
        title={words.payment}
        facts={[
          fact('Transaction ID', it.transactionId, 'transaction id'),
          fact('Bulkpe Transaction ID', it.bulkpeTransactionId, "provider's transaction id"),
          fact('Reference ID', it.referenceId, 'reference id'),
          [
            'Payment Status',
            it.paymentStatus && <StatusBadge key="v" {...paymentStatus(it.paymentStatus)} reason={it.paymentError} />,
          ],
          ['Provider Status', it.providerStatus],
          ['Error', it.paymentError],
        ]}
      />
      {it.paidBefore !== null && (
        <Part title={words.paidBefore}>
          <Text size="sm">{paidBeforeText(it.paidBefore)}</Text>
        </Part>
      )}
    </>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly PayoutAttemptView[] }) {
  return (
    <Part title={words.attempts}>
      <ol className={classes['attempts']}>
        {attempts.map((attempt) => (
          <li key={attempt.referenceId}>
            <DateTime value={attempt.sentAt ?? attempt.createdAt} />{' '}
            <StatusBadge {...paymentStatus(attempt.status)} reason={attempt.error} /> {attempt.mode} ·{' '}
            <code>{attempt.referenceId}</code> {words.sentTo(attempt.beneficiaryName)}
            {attempt.paidAt !== null && attempt.status !== 'paid' && (
              <>
                {` · ${words.paidOn} `}
                <DateTime value={attempt.paidAt} />
              </>
            )}
            {attempt.nextLookupAt !== null && (
              <>
                {' · next look-up '}
                <DateTime value={attempt.nextLookupAt} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
}

const fact = (name: string, value: string | null, what: string): Fact => [
  name,
  value === null ? null : <CopyText key="v" value={value} what={what} mono={what !== 'email'} />,
];
