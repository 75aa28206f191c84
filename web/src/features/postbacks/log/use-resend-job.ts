import {
  CUSTOM_POSTBACK_LIMITS as LIMITS,
  resendDeliveries,
  resendFailedDeliveries,
  type Delivery,
} from '@muneem/contract/custom-postbacks';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#lib/api.ts';
import { refreshCustomPostbacks } from '../postbacks.queries.ts';
import type { FailedFilters } from './log.queries.ts';
import { resendInSteps, type ResendProgress, type ResendStep } from './resend-steps.ts';

export type ResendJob =
  | { readonly kind: 'selected'; readonly rows: readonly Delivery[]; readonly count: number }
  | { readonly kind: 'failed'; readonly filters: FailedFilters; readonly count: number };

export interface ResendRun {
  readonly phase: 'asking' | 'running' | 'done';
  readonly progress: ResendProgress;
  readonly error: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

const NOTHING_YET: ResendProgress = { resent: 0, skipped: 0, remaining: 0, stopped: false };

/** Queues many deliveries again, call by call. Reports the progress and can be stopped between two calls. */
export function useResendJob(offerId: string, job: ResendJob): ResendRun {
  const [phase, setPhase] = useState<ResendRun['phase']>('asking');
  const [progress, setProgress] = useState(NOTHING_YET);
  const [error, setError] = useState<unknown>();
  const stopped = useRef(false);
  const queryClient = useQueryClient();

  const start = (): void => {
    if (phase === 'running') return;
    stopped.current = false;
    setError(undefined);
    setPhase('running');
    resendInSteps(stepsOf(offerId, job), { isStopped: () => stopped.current, onProgress: setProgress, most: job.count })
      .catch(setError)
      .finally(() => {
        setPhase('done');
        void refreshCustomPostbacks(queryClient);
      });
  };
  return { phase, progress, error, start, stop: () => (stopped.current = true) };
}

/** Sends the calls one after another and yields their results. */
async function* stepsOf(offerId: string, job: ResendJob): AsyncGenerator<ResendStep> {
  if (job.kind === 'failed') {
    for (;;) {
      const { resent, remaining } = await api(resendFailedDeliveries, { params: { id: offerId }, body: job.filters });
      yield { resent, skipped: 0, remaining };
    }
  }
  const ids = job.rows.map(({ _id }) => _id);
  for (let at = 0; at < ids.length; at += LIMITS.resendSelected) {
    const part = ids.slice(at, at + LIMITS.resendSelected);
    const { resent, skipped } = await api(resendDeliveries, { body: { ids: part } });
    yield { resent, skipped, remaining: ids.length - at - part.length };
  }
}
