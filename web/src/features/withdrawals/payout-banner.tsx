import { rights } from '@muneem/contract/rights';
import {
  resumeAutoPayout,
  disableAutoPayout,
  enableAutoPayout,
  type AutoPayoutStatus,
} from '@muneem/contract/withdrawals';
import { Button, Loader, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { usePayoutsStopped } from '#app/live/live-state.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatRupees } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { DateTime, Note, RequestId } from '#ui/display/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { PayoutWarning, useBalance } from './payout-warning.tsx';
import { autoPayoutQuery } from './withdrawals.queries.ts';
import { copy } from './withdrawals.copy.ts';
import classes from './withdrawals.module.css';

/** The provider's balance and the switch of Auto Payout. */
export function PayoutBanner() {
  return (
    <section className={classes['banner']} aria-label={copy.balance.label}>
      <Balance />
      <AutoPayout />
    </section>
  );
}

function Balance() {
  const { data, error, failed, refetch, isFetching } = useBalance();
  // With live updates, the shell says it on every screen.
  const isSaidAbove = usePayoutsStopped() !== undefined;
  return (
    <Stack gap={2} mih="2.75rem">
      <Text span fz="xs" c="dimmed">
        {copy.balance.label}
      </Text>
      {failed !== undefined ? (
        <span className={classes['bannerError']} role="alert">
          {failed}
          <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {copy.balance.retry}
          </Button>
          <RequestId of={error} />
        </span>
      ) : data === undefined ? (
        <span className={classes['bannerValue']} role="status">
          <Loader size="xs" aria-hidden /> {copy.balance.loading}
        </span>
      ) : (
        <strong className={classes['bannerValue']}>
          {formatRupees(data.balance)} <small>{data.currency}</small>
        </strong>
      )}
      {data?.low === true && (
        <Note span c="var(--mantine-color-error)">
          {copy.lowBalance(formatRupees(data.pendingAmount))}
        </Note>
      )}
      {data?.stopped && !isSaidAbove && (
        <Note span role="alert" c="var(--mantine-color-error)">
          {copy.stopped} {data.stopped.message}
        </Note>
      )}
    </Stack>
  );
}

const meaning = ({ maxAmount, userLimit, dayLimit }: AutoPayoutStatus): string =>
  [
    copy.autoPayoutAskMeans(formatRupees(maxAmount)),
    copy.autoPayoutAskLimits(formatRupees(userLimit), formatRupees(dayLimit)),
  ].join(' ');

/** Shows the state after a change. An answer from before the change must not replace it. */
async function showAutoPayout(answer: AutoPayoutStatus): Promise<void> {
  const { queryKey } = autoPayoutQuery();
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}

function AutoPayout() {
  const { data } = useQuery(autoPayoutQuery());
  const toggle = useMutation({
    mutationFn: (on: boolean) => api(on ? enableAutoPayout : disableAutoPayout, {}),
    onSuccess: showAutoPayout,
  });
  const resume = useMutation({
    mutationFn: () => api(resumeAutoPayout, {}),
    onSuccess: showAutoPayout,
    onError: (error) => toast.error(errorText(error, copy.autoPayoutResumeFailed)),
  });
  const enabled = data?.enabled ?? false;
  const turn = async (on: boolean): Promise<void> => {
    const details = data === undefined ? '' : meaning(data);
    const question = {
      text: copy.autoPayoutAsk,
      ...(details === '' ? {} : { details }),
      warning: <PayoutWarning />,
      verb: copy.autoPayoutAskVerb,
      pays: true,
    };
    // Turning it on pays without a person, so it asks first. Turning it off does not ask.
    if (!on || (await dialogs.confirm(question))) toggle.mutate(on);
  };
  return (
    <Stack gap={6} align="flex-start">
      <Switch
        label={copy.autoPayout}
        description={
          // Unknown: keeps its space, so that the layout does not shift.
          data === undefined ? (
            <span style={{ visibility: 'hidden' }}>{copy.autoPayoutOff}</span>
          ) : enabled ? (
            [
              copy.autoPayoutOn,
              copy.autoPayoutAbove(formatRupees(data.maxAmount)),
              copy.autoPayoutToday(formatRupees(data.paidToday), formatRupees(data.dayLimit)),
            ].join(' ')
          ) : (
            copy.autoPayoutOff
          )
        }
        checked={enabled}
        disabled={data === undefined || toggle.isPending || !may(rights.switchAutoPayout)}
        // Document 001 §8: a failure is silent. The switch shows the server's state.
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {data?.pause && (
        <span className={classes['bannerError']} role="alert">
          <span>
            {copy.autoPayoutPaused}: {data.pause.message}
            {data.pause.retryAt !== null && (
              <>
                {' '}
                {copy.autoPayoutRetry} <DateTime value={data.pause.retryAt} show="time" />
              </>
            )}
          </span>
          {may(rights.switchAutoPayout) && (
            <Button size="compact-xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
              {copy.autoPayoutResume}
            </Button>
          )}
        </span>
      )}
    </Stack>
  );
}
