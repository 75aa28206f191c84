import type { RouteAnswer } from '@muneem/contract/http';
import type { markClicksPaid, PayableClick } from '@muneem/contract/manual-payments';
import { Stack } from '@mantine/core';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { WindowFoot } from '#ui/form/index.ts';
import { RunOutcome } from '#ui/run-outcome/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './manual-payments.copy.ts';
import { userText } from './payments.tsx';

const words = copy.run;
const clicksNoun = (count: number): string => formatNoun(count, 'click', 'clicks');

export interface Payments extends Pick<RouteAnswer<typeof markClicksPaid>, 'summary' | 'results'> {
  readonly clicks: readonly PayableClick[];
}

interface PayAllModalProps {
  readonly payments: Payments;
  readonly onClose: () => void;
}

/** The result of each click of the page. */
export function PayAllModal({ payments: { clicks, summary, results }, onClose }: PayAllModalProps) {
  const { successful, failed, totalCoins } = summary;
  const byId = new Map(clicks.map((click) => [click.clickId, click]));
  return (
    <ModalWindow onClose={onClose} title={words.title} size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        <p role="status">
          {words.done(clicksNoun(successful), formatCoins(totalCoins))} {failed > 0 && words.failed(clicksNoun(failed))}
        </p>
        <RunOutcome
          label={words.results}
          fileName="paid-clicks"
          rows={results.map(({ clickId, success, message, coins }) => {
            const click = byId.get(clickId);
            return {
              id: clickId,
              tone: success ? 'good' : 'bad',
              word: success ? words.paid : words.notPaid,
              text: message ?? formatCoins(coins),
              first: click === undefined ? clickId : `${userText(click)} · ${click.offerId.title}`,
            };
          })}
        />
        <WindowFoot onClose={onClose} />
      </Stack>
    </ModalWindow>
  );
}
