import type { PostbackCheck } from './checks.ts';

/**
 * Verdicts of an inbound postback: reason code, HTTP status and message to the sender. After a 2xx the sender must not
 * send again. After a 503 it should. `failed` is the check that ends so once the click is known.
 */
export const POSTBACK_VERDICTS = {
  accepted: { failed: null, status: 200, message: 'Conversion recorded.' },
  duplicate: { failed: 'duplicate', status: 200, message: 'This event of the click was already recorded.' },
  contradiction: {
    failed: 'duplicate',
    status: 200,
    message: 'The event was approved before. An administrator decides about this message.',
  },
  pending: {
    failed: 'direction',
    status: 200,
    message: 'Recorded as pending: send the event again when it is approved.',
  },
  test: { failed: 'direction', status: 200, message: 'This is a test postback: nothing was recorded or paid.' },
  already_rewarded: {
    failed: 'user',
    status: 200,
    message: 'Recorded as rejected: the user was already rewarded for this event.',
  },
  over_cap: { failed: 'cap', status: 200, message: "Recorded but not paid: the event's daily cap is reached." },
  ip_blocked: {
    failed: 'address',
    status: 200,
    message: "Recorded as rejected: the click's IP address was already rewarded for this event, or is unknown.",
  },
  offer_inactive: { failed: 'active', status: 200, message: 'Recorded for review: the offer is not active.' },
  reversed: { failed: null, status: 200, message: 'The conversion was reversed.' },
  malformed: { failed: 'readable', status: 400, message: 'The postback cannot be read.' },
  click_missing: { failed: 'click_id', status: 400, message: 'The postback has no click id.' },
  click_conflict: { failed: 'click_id', status: 400, message: 'The postback has two different click ids.' },
  event_missing: { failed: 'event', status: 400, message: 'The postback has no event.' },
  bad_token: { failed: 'click_offer', status: 401, message: 'The token is missing or wrong.' },
  ip_not_allowed: { failed: 'sender', status: 403, message: "The sender's IP address is not on the offer's list." },
  click_unknown: { failed: 'click', status: 404, message: 'The click does not exist.' },
  event_unknown: { failed: 'known_event', status: 422, message: 'The offer has no such event.' },
  event_retired: { failed: 'known_event', status: 422, message: 'This event was removed from the offer.' },
  offer_mismatch: { failed: 'click_offer', status: 422, message: 'The click belongs to another offer.' },
  not_stored: { failed: null, status: 503, message: 'The postback could not be stored. Please send it again.' },
} as const satisfies Record<string, { status: number; message: string; failed: PostbackCheck | null }>;

/** The reason code of an inbound postback. */
export type PostbackVerdict = keyof typeof POSTBACK_VERDICTS;

/** The body of the answer to an inbound postback. */
export interface PostbackAnswer {
  readonly success: boolean;
  readonly code: PostbackVerdict;
  readonly message: string;
  /** Set if a conversion exists. For a duplicate or a contradiction it is the first conversion. */
  readonly conversionId?: string;
  readonly duplicate?: boolean;
  readonly status?: 'approved' | 'pending' | 'rejected' | 'cutbacked';
  /** With `event_unknown` and `event_retired`: the names of the offer's events. */
  readonly events?: readonly string[];
}

/** Returns the postback's path and query. The ad network fills in its token and its macro for the click id. */
export const inboundPostbackPath = (offerId: string, eventName: string, token: string): string =>
  `/postback/${encodeURIComponent(offerId)}/${encodeURIComponent(eventName)}?token=${encodeURIComponent(token)}&click_id={click_id}`;
