import { CUSTOM_POSTBACK_STATUSES, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { isAutoPaused } from './postback-status.ts';

/** The status filters of the cards. `paused`: paused automatically after failures. */
export const STATES = ['all', ...CUSTOM_POSTBACK_STATUSES, 'paused'] as const;

export interface CompanyGroup {
  readonly name: string;
  readonly postbacks: readonly CustomPostback[];
}

/**
 * Groups the matching postbacks by company, sorted by name. Within a company the server's order stays: lowest priority
 * number first.
 */
export function companyGroups(
  postbacks: readonly CustomPostback[],
  { company, state }: { readonly company: string; readonly state: (typeof STATES)[number] },
): CompanyGroup[] {
  const fitting = postbacks.filter(
    (postback) =>
      (company === '' || postback.companyName === company) &&
      (state === 'all' || (state === 'paused' ? isAutoPaused(postback) : postback.status === state)),
  );
  return [...Map.groupBy(fitting, ({ companyName }) => companyName)]
    .map(([name, group]) => ({ name, postbacks: group }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
