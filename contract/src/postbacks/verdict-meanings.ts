import type { PostbackVerdict } from './verdicts.ts';

interface VerdictMeaning {
  /** A short name for a badge. */
  readonly label: string;
  /** The answer to "why was I not paid?", written for an admin. */
  readonly meaning: string;
  /** Advice. Null if nothing is wrong. */
  readonly advice: string | null;
}

/** Each reason code in plain words. */
export const VERDICT_MEANINGS: Readonly<Record<PostbackVerdict, VerdictMeaning>> = {
  accepted: { label: 'Accepted', meaning: 'The event was counted and its reward credited.', advice: null },
  duplicate: {
    label: 'Duplicate',
    meaning: 'This event of this click was recorded before; it is never paid twice.',
    advice: null,
  },
  pending: {
    label: 'Pending',
    meaning: 'The network has not approved the event yet, so the conversion is pending and nothing was credited.',
    advice: 'Wait for the approval of the network, or pay the click by hand.',
  },
  over_cap: {
    label: 'Over cap',
    meaning: "The event's daily cap was reached, so the conversion was recorded but not paid.",
    advice: 'Raise the daily cap of the event if more should be paid a day, or pay the click by hand.',
  },
  ip_blocked: {
    label: 'IP blocked',
    meaning:
      "The offer pays each IP address once. The click's IP address was rewarded for this event before, or the click has no IP address because its link was never followed.",
    advice: 'Turn off IP Block in the offer, or pay the click by hand.',
  },
  offer_inactive: {
    label: 'Offer inactive',
    meaning: 'The offer was switched off, so the conversion waits for review and nothing was credited.',
    advice: 'Activate the offer, then replay the postback.',
  },
  reversed: {
    label: 'Reversed',
    meaning: 'The network reversed the conversion. Its coins were reversed or are outstanding.',
    advice: 'Ask the network for the reason if the user complains.',
  },
  malformed: {
    label: 'Unreadable',
    meaning: 'The request could not be read: broken JSON, too large a body, or a parameter with two values.',
    advice: 'Ask the network to send the fields once each, in the query, a form or valid JSON.',
  },
  click_missing: {
    label: 'No click id',
    meaning: 'No parameter had a click id, or its macro was not filled in.',
    advice: "Check the network's macro, or add its parameter's name to the offer's click id parameters and replay.",
  },
  click_conflict: {
    label: 'Two click ids',
    meaning: 'Two parameters had different click ids, so the click of the event is not known.',
    advice: 'Ask the network to send the click id once.',
  },
  event_missing: {
    label: 'No event',
    meaning: 'The postback names no event, or its macro was not filled in.',
    advice: 'Use the address of the event from System URLs.',
  },
  bad_token: {
    label: 'Wrong token',
    meaning: 'The security token was missing or wrong, so the sender is not known to be the network.',
    advice:
      'Give the network the address from System URLs. These postbacks are never replayed. Ask the network to send them again.',
  },
  ip_not_allowed: {
    label: 'Sender refused',
    meaning: "The sender's address is not on the offer's whitelist.",
    advice: "Add the network's address to the whitelist if it is theirs, then replay the postback.",
  },
  click_unknown: {
    label: 'Unknown click',
    meaning: 'No click with this id was ever recorded here.',
    advice: 'Check that the network sends back our click id, not its own.',
  },
  event_unknown: {
    label: 'Unknown event',
    meaning: 'The offer has no event of this name.',
    advice: 'Add the event to the offer, or ask the network to use a known name. Then replay the postback.',
  },
  event_retired: {
    label: 'Removed event',
    meaning: 'The event was removed from the offer. Nothing was recorded or paid.',
    advice: 'To pay for the event again, add it to the offer with the same name, then replay the postback.',
  },
  offer_mismatch: {
    label: 'Wrong offer',
    meaning: 'The click belongs to another offer than the address names, or there is no such offer.',
    advice:
      'Use the address from System URLs of the offer that the click belongs to. If the offer is new, replay the postback.',
  },
  not_stored: {
    label: 'Not stored',
    meaning: 'The database could not be reached. The network was asked to send the postback again.',
    advice: 'Replay the postback if the network did not send it again.',
  },
};
