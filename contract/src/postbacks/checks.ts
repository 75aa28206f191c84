/** The checks of an inbound postback, in the order for a URL with offer and event in its path. */
export const POSTBACK_CHECKS = [
  'readable',
  'token',
  'offer',
  'sender',
  'event',
  'known_event',
  'direction',
  'click_id',
  'click',
  'click_offer',
  'duplicate',
  'active',
  'user',
  'address',
  'cap',
  'reward',
] as const;
export type PostbackCheck = (typeof POSTBACK_CHECKS)[number];

/** Labels of the checks. */
export const POSTBACK_CHECK_LABELS: Readonly<Record<PostbackCheck, string>> = {
  readable: 'The request can be read',
  token: 'The security token is valid',
  offer: 'The offer exists',
  sender: 'The sender is allowed for this offer',
  event: 'An event is named',
  known_event: 'The offer knows the event',
  direction: 'The request is either a payment or a reversal',
  click_id: 'There is one click id',
  click: 'The click is known',
  click_offer: 'The click belongs to the offer',
  duplicate: 'This event of this click is new',
  active: 'The offer is active',
  user: 'The user was not rewarded before by another click',
  address: 'The click has an IP address that was not rewarded before',
  cap: "The event's daily cap is not reached",
  reward: 'A reward is credited',
};
