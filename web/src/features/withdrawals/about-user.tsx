import type { WithdrawalUser, WithdrawalView } from '@muneem/contract/withdrawals';
import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#lib/format.ts';
import { Coins, DateTime, Facts, Money, Part, StatusBadge } from '#ui/display/index.ts';
import { destinationText } from './payment-method.ts';
import { withdrawalStatus } from './withdrawal-status.ts';
import { copy } from './withdrawals.copy.ts';

const words = copy.details;

export function AboutUser({ user, past }: { readonly user: WithdrawalUser; readonly past: readonly WithdrawalView[] }) {
  return (
    <>
      <Facts
        title={words.user}
        facts={[
          [
            'Name',
            <Link key="v" to="/users" search={{ user: user.uid }}>
              {user.name ?? copy.noName}
              {user.deleted ? ` (${words.deleted})` : ''}
            </Link>,
          ],
          ['Phone', user.phone],
          ['Joined', <DateTime key="v" value={user.createdAt} />],
          ['In the wallet', <Coins key="v" coins={user.coins} />],
          ['In open withdrawals', <Coins key="v" coins={user.heldCoins} />],
          ['Completed withdrawals', `${formatCount(user.completedWithdrawals)} of ${formatCount(user.withdrawals)}`],
          ['Paid out', <Money key="v" rupees={user.completedAmount} />],
        ]}
      />
      <Part title={words.past}>
        {past.length === 0 ? (
          words.noPast
        ) : (
          <Stack component="ul" gap="0.375rem">
            {past.map((it) => (
              <Group key={it.id} component="li" gap="0.25rem 0.75rem" fz="sm">
                <DateTime value={it.date} />
                <Link to="/verify-withdrawals" search={(before: object) => ({ ...before, withdrawal: it.id })}>
                  <Money rupees={it.amount} />
                </Link>
                <StatusBadge {...withdrawalStatus(it.status)} />
                <span>{destinationText(it.paymentMethod)}</span>
              </Group>
            ))}
          </Stack>
        )}
      </Part>
    </>
  );
}
