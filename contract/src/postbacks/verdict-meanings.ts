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
    meaning: 'This event of the click was already recorded. It is never paid twice.',
    advice: null,
  },
  contradiction: {
    label: 'Contradiction',
    meaning:
      'The network approved this event before, and this message does not. The coins stay until an admin decides.',
    advice: 'Ask the network which message is right. Then reverse the conversion or dismiss the contradiction.',
  },
  test: {
    label: 'Test',
    meaning: 'The postback says that it is a test, so nothing was recorded or paid.',
    advice: 'If the event is real, ask the network to send it again without the test parameter.',
  },
  pending: {
    label: 'Pending',
    meaning: 'The network has not approved the event yet, so the conversion is pending and nothing was credited.',
    advice: 'Wait for the approval of the network, or pay the click by hand.',
  },
  already_rewarded: {
    label: 'Already rewarded',
    meaning:
      'The offer pays each user once, or once a day. Another click of the user was rewarded for this event, so nothing was credited.',
    advice: 'To pay each click, change “Pays each user” in the offer.',
  },
  over_cap: {
    label: 'Over cap',
    meaning: "The event's daily cap was reached, so the conversion was recorded but not paid.",
    advice: 'To pay more per day, raise the event’s daily cap. You can also pay the click by hand.',
  },
  ip_blocked: {
    label: 'IP blocked',
    meaning:
      "The offer pays each IP address once. The click's IP address was rewarded for this event before, or the click has no IP address because its link was never followed.",
    advice: 'Turn off IP Block in the offer, or pay the click by hand.',
  },
  offer_inactive: {
    label: 'Offer inactive',
    meaning: 'The offer was not active, so the conversion waits for review. Nothing was credited.',
    advice: 'Activate the offer, then replay the postback.',
  },
  reversed: {
    label: 'Reversed',
    meaning: 'The network reversed the conversion. Its coins were reversed or are outstanding.',
    advice: 'Ask the network for the reason if the user complains.',
  },
  malformed: {
    label: 'Unreadable',
    meaning: 'The request could not be read: invalid JSON, a body that is too large, or a parameter with two values.',
    advice: 'Ask the network to send each field once, in the query, a form or valid JSON.',
  },
  click_missing: {
    label: 'No click id',
    meaning: 'No parameter contained a click id, or the network did not replace its macro.',
    advice: "Check the network's macro, or add its parameter's name to the offer's click id parameters and replay.",
  },
  click_conflict: {
    label: 'Two click ids',
    meaning: 'The postback names two different clicks, so it is unclear which one is meant.',
    advice: 'Ask the network to send the click id once.',
  },
  event_missing: {
    label: 'No event',
    meaning: 'The postback names no event, or the network did not replace its macro.',
    advice: 'Use the event’s URL from System URLs.',
  },
  bad_token: {
    label: 'Wrong token',
    meaning: 'The security token was missing or wrong. The sender may not be the network.',
    advice:
      'Give the network the URL from System URLs. These postbacks cannot be replayed. Ask the network to send them again.',
  },
  ip_not_allowed: {
    label: 'Sender refused',
    meaning: "The sender's IP address is not on the offer's whitelist.",
    advice: 'If the IP address belongs to the network, add it to the whitelist and replay the postback.',
  },
  click_unknown: {
    label: 'Unknown click',
    meaning: 'No click has this id.',
    advice: 'Check that the network sends back our click id, not its own.',
  },
  event_unknown: {
    label: 'Unknown event',
    meaning: 'The offer has no event with this name.',
    advice: 'Add the event to the offer, or ask the network to use a known name. Then replay the postback.',
  },
  event_retired: {
    label: 'Removed event',
    meaning: 'The event was removed from the offer. Nothing was recorded or paid.',
    advice: 'To pay for the event again, add it to the offer with the same name, then replay the postback.',
  },
  offer_mismatch: {
    label: 'Wrong offer',
    meaning: 'The click belongs to a different offer from the one in the URL, or that offer does not exist.',
    advice: 'Use the URL from System URLs of the click’s offer. If the offer is new, replay the postback.',
  },
  not_stored: {
    label: 'Not stored',
    meaning: 'The database could not be reached. The network was asked to send the postback again.',
    advice: 'Replay the postback if the network did not send it again.',
  },
};
