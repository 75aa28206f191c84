import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWaiting } from '#app/live/live-state.ts';
import { limitText, type Payments } from './limit-text.ts';
import { secondPersonQuery } from './proposals.queries.ts';

/** False while no limit is set and no proposal is open: nothing then mentions a second person. */
export const useIsSecondPersonInUse = (): boolean => typeof useWaiting()?.proposals === 'number';

/** Says before a payment that a second person must confirm it. Asks for nothing while no limit is set. */
export function LimitNote(payments: Payments) {
  const isInUse = useIsSecondPersonInUse();
  const { data } = useQuery({ ...secondPersonQuery(), enabled: isInUse });
  const text = isInUse && data !== undefined ? limitText(payments, data) : undefined;
  return (
    text !== undefined && (
      <Alert color="blue" p="xs" mb="xs" role="note">
        {text}
      </Alert>
    )
  );
}
