import { rights } from '@muneem/contract/rights';
import { availableCoins, type User, type UserDetails } from '@muneem/contract/users';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#lib/may.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { formatCount } from '#lib/format.ts';
import { Coins, CopyText, DateTime, Facts } from '#ui/display/index.ts';
import { useDeletion, type RunDeletion } from '#lib/use-deletion.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { copy } from './users.copy.ts';
import { userQuery } from './users.queries.ts';
import { CompletedOffers } from './completed-offers.tsx';
import { PersonalDataModal, type PersonalDataAction } from './personal-data-modal.tsx';
import { WalletHistory } from './wallet-history.tsx';

const words = copy.details;

interface UserDetailsModalProps {
  readonly uid: string;
  readonly onClose: () => void;
  readonly onDelete: (user: User, runDeletion: RunDeletion) => void;
}

export function UserDetailsModal({ uid, onClose, onDelete }: UserDetailsModalProps) {
  const { enabled, runDeletion } = useDeletion(userQuery(uid).queryKey);
  const query = useQuery({ ...userQuery(uid), enabled });
  const { data } = query;
  const [action, setAction] = useState<PersonalDataAction>();
  return (
    <>
      <DetailsWindow
        words={words}
        query={query}
        onClose={onClose}
        start={
          data &&
          may(rights.deleteUsers) && (
            <Group gap="xs">
              <Button variant="subtle" onClick={() => setAction('export')}>
                {copy.personalData.export.open}
              </Button>
              <Button color="red" variant="subtle" onClick={() => setAction('erase')}>
                {copy.personalData.erase.open}
              </Button>
              <Button color="red" variant="subtle" onClick={() => onDelete(data, runDeletion)}>
                {words.delete}
              </Button>
            </Group>
          )
        }
      >
        {(user) => <Sections user={user} enabled={enabled} />}
      </DetailsWindow>
      {action !== undefined && data && (
        <PersonalDataModal
          user={data}
          action={action}
          runDeletion={runDeletion}
          onClose={() => setAction(undefined)}
          onErased={onClose}
        />
      )}
    </>
  );
}

function Sections({ user, enabled }: { readonly user: UserDetails; readonly enabled: () => boolean }) {
  const { heldCoins, owedCoins } = user;
  return (
    <>
      <Facts
        title={words.basic}
        facts={[
          [copy.columns.name, user.name],
          [copy.columns.email, user.email],
          [copy.columns.phone, user.phone],
          [copy.columns.gender, user.gender],
          [copy.columns.joinedOn, <DateTime key="v" value={user.createdAt} show="date" />],
          [words.userId, <CopyText key="v" value={user.uid} what="user ID" mono />],
        ]}
      />
      <Facts
        title={words.rewards}
        facts={[
          [words.balance, <Coins key="v" coins={user.coins} />],
          ...(heldCoins > 0 ? ([[words.held, <Coins key="v" coins={heldCoins} />]] as const) : []),
          ...(owedCoins > 0
            ? ([
                [words.owed, <Coins key="v" coins={owedCoins} />],
                [words.available, <Coins key="v" coins={availableCoins(user)} />],
              ] as const)
            : []),
          [words.completedCount, formatCount(user.completedCount)],
          [
            words.referralCode,
            user.referralCode && <CopyText key="v" value={user.referralCode} what="referral code" mono />,
          ],
          [words.usedReferral, user.usedReferralCode],
        ]}
      />
      <CompletedOffers key={`offers-${user.uid}`} user={user} enabled={enabled} />
      <WalletHistory user={user} enabled={enabled} />
      <RecordHistory type="user" id={user.uid} />
    </>
  );
}
