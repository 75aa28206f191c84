import { causeText, isProposed } from '#lib/api-error.ts';
import { goTo } from '#lib/go-to.ts';
import { queryClient } from '#lib/query-client.ts';
import { toast } from './toasts.ts';

/** Says that a call waits for a second person. Returns false for any other error: that is a failure. */
export function tellProposed(error: unknown): boolean {
  if (!isProposed(error)) return false;
  toast.info(causeText(error), {
    durationMs: 10_000,
    actions: [{ label: 'Open', run: () => goTo('/second-person') }],
  });
  void queryClient.invalidateQueries({ queryKey: ['proposals'] });
  return true;
}
