import {
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  fillUrl,
  SAMPLE_MACROS,
  targetOf,
  type CustomPostbackInput,
} from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { changedFields } from '#platform/audit-log/index.ts';
import { eventNames, findEvent, offerNotFound, type CatalogEvent, type OfferCatalog } from '#features/offers/index.ts';
import { readAuthentication, sealAuthentication, type Authentication } from './authentication.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import type { CustomPostbackColumns } from './custom-postbacks.repository.ts';

/** The postback being written, and its current credentials. */
interface About {
  readonly id: string;
  readonly offerId: string;
  readonly stored?: { readonly target: string; readonly auth: Authentication | null };
}

/**
 * Maps an input to columns: the offer's spelling of the event, the URL's target, encrypted secrets.
 * @throws AppError `offer_not_found`, `event_unknown`, `validation_failed`
 */
export function columnsOf(
  { offers, secrets, http }: Pick<CustomPostbackDependencies, 'offers' | 'secrets' | 'http'>,
  { id, offerId, stored }: About,
  { authentication, timeout, ...input }: CustomPostbackInput,
): CustomPostbackColumns {
  const target = targetOf(input.postbackUrl);
  if (target === null) throw invalidUrl(TEXTS.badUrl);
  if (!http.mayCall(fillUrl(input.postbackUrl, SAMPLE_MACROS)))
    throw invalidUrl('This IP address is not public, so calls are refused. EGRESS_ALLOW on the server can allow it.');
  const auth = readAuthentication(
    authentication,
    stored === undefined || stored.auth === null
      ? undefined
      : { auth: stored.auth, sameTarget: stored.target === target },
  );
  const event = eventOf(offers, offerId, input.eventName);
  return {
    ...input,
    eventId: event.id,
    eventName: event.name,
    target,
    authType: auth.type,
    authSealed: sealAuthentication(secrets, id, auth),
    timeoutMs: timeout,
  };
}

function eventOf(offers: OfferCatalog, offerId: string, name: string): CatalogEvent {
  const offer = offers.get(offerId);
  if (offer === undefined || offer.isArchived) throw offerNotFound();
  const event = findEvent(offer, name);
  if (event && !event.isRetired) return event;
  const known = eventNames(offer).join(', ');
  const message = `The offer has no event "${name}". It has: ${known || 'none'}.`;
  throw new AppError('event_unknown', message, { fields: { eventName: message } });
}

const invalidUrl = (message: string): AppError =>
  new AppError('validation_failed', message, { fields: { postbackUrl: message } });

const AUDITED = [
  'companyName',
  'companyId',
  'contactEmail',
  'contactPerson',
  'eventName',
  'postbackUrl',
  'httpMethod',
  'bodyTemplate',
  'authType',
  'priority',
  'retryCount',
  'timeoutMs',
] as const satisfies readonly (keyof CustomPostbackColumns)[];

/** Returns the audited fields. Replaces the secret by whether there is one. */
export const auditView = (columns: CustomPostbackColumns): Record<string, unknown> => ({
  ...Object.fromEntries(AUDITED.map((name) => [name, columns[name]])),
  hasSecret: columns.authSealed !== null,
});

/** Returns the changed fields, before and after. Reports a new secret without its value. */
export function auditChanges(
  before: CustomPostbackColumns,
  after: CustomPostbackColumns,
  secretChanged: boolean,
): ReturnType<typeof changedFields> {
  return changedFields(auditView(before), { ...auditView(after), ...(secretChanged && { secretChanged }) });
}
