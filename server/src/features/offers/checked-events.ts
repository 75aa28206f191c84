import { offerEventsInput, type OfferEventInput } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';

/**
 * Validates events before they are stored. The contract validates lists, but the flat fields of an old client
 * are only complete together with the stored events. @throws AppError `validation_failed`
 */
export function checkedEvents(events: readonly OfferEventInput[]): OfferEventInput[] {
  const parsed = offerEventsInput.safeParse(events);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[['events', ...path].join('.')] ??= message;
  throw new AppError('validation_failed', Object.values(fields)[0] ?? 'Please check the events.', { fields });
}
