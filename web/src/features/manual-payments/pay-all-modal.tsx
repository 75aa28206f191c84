import type { PayableClick } from '@muneem/contract/manual-payments';
import { useRef } from 'react';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { RunModal, type RunResult } from '#ui/run-modal/index.ts';
import { copy } from './manual-payments.copy.ts';
import { failureText, payClicks, refreshClicks } from './manual-payments.queries.ts';
import { userText } from './payments.tsx';

const words = copy.run;
/** Clicks per call. Small, so that the results appear gradually. */
const PART = 20;
const clicksNoun = (count: number): string => formatNoun(count, 'click', 'clicks');

interface PayAllModalProps {
  readonly clicks: readonly PayableClick[];
  readonly onClose: () => void;
}

export function PayAllModal({ clicks, onClose }: PayAllModalProps) {
  const coins = useRef(0);
  const pay = async (part: readonly PayableClick[]): Promise<RunResult[]> => {
    const { summary, results } = await payClicks(part);
    coins.current += summary.totalCoins;
    return results.map((result) => ({
      id: result.clickId,
      tone: result.success ? ('good' as const) : ('bad' as const),
      word: result.success ? words.paid : words.notPaid,
      text: result.message ?? formatCoins(result.coins),
    }));
  };
  return (
    <RunModal
      title={words.title}
      working={words.working}
      listLabel={words.results}
      fileName="paid-clicks"
      items={clicks}
      idOf={(click) => click.clickId}
      part={PART}
      run={pay}
      unknown={{ tone: 'neutral', word: words.checkingWord, text: words.unknown, again: true }}
      notSent={{ tone: 'bad', word: words.notPaid, text: words.notSent, again: true }}
      row={(click) => `${userText(click)} · ${click.offerId.title}`}
      summary={(results) => {
        const paid = results.filter(({ tone }) => tone === 'good').length;
        const failed = results.filter(({ tone }) => tone === 'bad').length;
        const checking = results.length - paid - failed;
        return [
          words.done(clicksNoun(paid), formatCoins(coins.current)),
          ...(failed > 0 ? [words.failed(clicksNoun(failed))] : []),
          ...(checking > 0 ? [words.checking(clicksNoun(checking))] : []),
        ].join(' ');
      }}
      failure={(error) => failureText(error, copy.all)}
      onEnd={refreshClicks}
      onClose={onClose}
    />
  );
}
