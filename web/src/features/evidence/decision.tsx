import type { Contradiction } from '@muneem/contract/conversions';
import { DateTime } from '#ui/display/index.ts';
import { copy } from './contradictions.copy.ts';

const words = copy.window;

/** The decision in words, with who made it, when and why. */
export function Decision({ contradiction: it }: { readonly contradiction: Contradiction }) {
  if (it.decision === null) return copy.open;
  return (
    <p>
      {words.decided(copy.decisions[it.decision], byWhom(it))}, <DateTime value={it.decidedAt} />
      {it.reason !== null && `: ${it.reason}`}
    </p>
  );
}

/** The network's own reversal has no admin. */
export const byWhom = ({ decidedBy, reason }: Contradiction): string =>
  reason === null ? words.network : (decidedBy ?? words.network);
