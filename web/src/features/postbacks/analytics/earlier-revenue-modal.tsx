import { fillEarlierRevenue, previewEarlierRevenue, type EarlierRevenue } from '@muneem/contract/conversion-reports';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCount, formatRupees } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import { FactList, Note } from '#ui/display/index.ts';
import { FormError, WindowFoot } from '#ui/form/index.ts';
import { Loaded, WorkProgress } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './analytics.copy.ts';

const words = copy.funnel.fill;

interface EarlierRevenueModalProps {
  readonly offerId: string;
  readonly onClose: () => void;
}

/** Fills the revenue of earlier conversions in portions. Closing it stops after the running portion; opening it goes on. */
export function EarlierRevenueModal({ offerId, onClose }: EarlierRevenueModalProps) {
  const query = useQuery({
    ...routeQuery(['conversions', 'earlier-revenue', offerId], previewEarlierRevenue, { params: { id: offerId } }),
    staleTime: 0,
  });
  return (
    <ModalWindow onClose={onClose} title={words.open}>
      <Loaded query={query} failed={words.failed}>
        {({ earlier }) => <Fill offerId={offerId} earlier={earlier} onClose={onClose} />}
      </Loaded>
    </ModalWindow>
  );
}

function Fill({ offerId, earlier, onClose }: EarlierRevenueModalProps & { readonly earlier: EarlierRevenue }) {
  const [done, setDone] = useState<number>();
  const [message, setMessage] = useState<string>();
  const run = async (): Promise<void> => {
    setMessage(undefined);
    let filled = 0;
    setDone(filled);
    try {
      for (let remaining = Infinity; remaining > 0; setDone(filled)) {
        const answer = await api(fillEarlierRevenue, { params: { id: offerId } });
        filled += answer.filled;
        remaining = answer.filled === 0 ? 0 : answer.remaining;
      }
      toast.success(words.filled(formatCount(filled)));
      onClose();
    } catch (error) {
      setDone(undefined);
      setMessage(errorText(error, words.fillFailed));
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['conversions'] });
    }
  };
  const { conversions, revenue, months, staysUnknown } = earlier;
  return (
    <Stack gap="md">
      <Text size="sm">
        {conversions === 0 ? words.nothing : words.lead(formatCount(conversions), formatRupees(revenue))}
      </Text>
      {months.length > 0 && (
        <FactList
          look="rows"
          facts={months.map((month) => [
            month.month,
            words.month(formatCount(month.conversions), formatRupees(month.revenue)),
          ])}
        />
      )}
      {staysUnknown > 0 && <Note>{words.staysUnknown(formatCount(staysUnknown))}</Note>}
      {done !== undefined && <WorkProgress label={words.busy} done={done} total={conversions} />}
      <FormError message={message} />
      <WindowFoot onClose={onClose}>
        {conversions > 0 && (
          <Button loading={done !== undefined} onClick={() => void run()}>
            {words.verb}
          </Button>
        )}
      </WindowFoot>
    </Stack>
  );
}
