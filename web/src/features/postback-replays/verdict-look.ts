import { POSTBACK_VERDICTS, VERDICT_MEANINGS, type PostbackVerdict } from '@muneem/contract/postbacks';
import type { StatusLook } from '#ui/display/index.ts';

/** Counted but not paid. */
const UNPAID: ReadonlySet<PostbackVerdict> = new Set([
  'pending',
  'already_rewarded',
  'over_cap',
  'ip_blocked',
  'offer_inactive',
]);

/** Label and colour of a verdict: green counted, grey nothing new, yellow unpaid or to be decided, red rejected. */
export function verdictLook(verdict: PostbackVerdict): StatusLook {
  const { label } = VERDICT_MEANINGS[verdict];
  if (verdict === 'accepted') return { label, color: 'green' };
  if (verdict === 'duplicate') return { label, color: 'gray' };
  if (verdict === 'reversed') return { label, color: 'dark' };
  if (verdict === 'contradiction' || UNPAID.has(verdict)) return { label, color: 'yellow' };
  return { label, color: POSTBACK_VERDICTS[verdict].status < 400 ? 'blue' : 'red' };
}
