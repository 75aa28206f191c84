import { proposedText } from '#lib/api-error.ts';
import { goTo } from '#lib/go-to.ts';
import { queryClient } from '#lib/query-client.ts';
import { toast } from './toasts.ts';

/** Says that a call waits for a second person. Returns false for any other error: that is a failure. */
export function tellProposed(error: unknown): boolean {
  const text = proposedText(error);
  if (text === undefined) return false;
  toast.info(text, {
    durationMs: 10_000,
    actions: [{ label: 'Open', run: () => goTo('/second-person') }],
  });
  void queryClient.invalidateQueries({ queryKey: ['proposals'] });
  return true;
}
