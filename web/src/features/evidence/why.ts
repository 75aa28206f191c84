import type { EvidenceClick, EvidenceEntry } from '@muneem/contract/evidence';
import { POSTBACK_VERDICTS, VERDICT_MEANINGS } from '@muneem/contract/postbacks';
import type { StatusColor } from '#ui/display/index.ts';
import { formatCoins } from '#lib/format.ts';

export interface Answer {
  readonly color: StatusColor;
  readonly headline: string;
  readonly text: string;
}

type Of<Kind extends EvidenceEntry['kind']> = Extract<EvidenceEntry, { kind: Kind }>;
const ofKind = <Kind extends EvidenceEntry['kind']>(timeline: readonly EvidenceEntry[], kind: Kind): Of<Kind>[] =>
  timeline.filter((entry): entry is Of<Kind> => entry.kind === kind);

/** Answers first: was this click paid, and if not, why. */
export function whyPaid(click: EvidenceClick, timeline: readonly EvidenceEntry[]): Answer {
  if (click.owedCoins > 0) {
    return {
      color: 'red',
      headline: `${formatCoins(click.owedCoins)} outstanding`,
      text: 'The network reversed a conversion after its coins were spent. The coins are collected as soon as the wallet has enough.',
    };
  }
  const claim = ofKind(timeline, 'claim').at(-1);
  const reversal = ofKind(timeline, 'reversal').at(-1);
  if (claim && reversal) {
    return {
      color: 'yellow',
      headline: `Paid by an approved claim: ${formatCoins(claim.coins)}, and ${reversal.event} was reversed`,
      text: `${claim.by} approved the user's claim of this offer. Its coins stay.`,
    };
  }
  const conversions = ofKind(timeline, 'conversion');
  const contradiction = ofKind(timeline, 'contradiction').findLast(({ decision }) => decision === null);
  if (contradiction) {
    return {
      color: 'red',
      headline: `Paid ${formatCoins(click.earnedCoins)}, and the network contradicts it`,
      text: `${contradiction.said} The coins stay until an administrator decides.`,
    };
  }
  if (click.earnedCoins > 0) {
    const unpaid = conversions.find(({ status }) => status !== 'approved');
    const rest = unpaid?.reason ? ` ${unpaid.event} was not paid: ${unpaid.reason}` : '';
    const byClaim = claim ? ` An approved claim credited ${formatCoins(claim.coins)} more.` : '';
    return {
      color: 'green',
      headline: `Paid ${formatCoins(click.earnedCoins)}`,
      text: `The coins are credited to the wallet.${rest}${byClaim}`,
    };
  }
  if (claim) {
    return {
      color: 'green',
      headline: `Paid by an approved claim: ${formatCoins(claim.coins)}`,
      text: `${claim.by} approved the user's claim of this offer. Its clicks earn nothing more.`,
    };
  }
  if (reversal) return { color: 'dark', headline: 'Not paid: reversed', text: reversal.reason };
  const conversion = conversions.at(-1);
  if (conversion) {
    const headline = conversion.status === 'pending' ? 'Not paid yet: pending' : 'Not paid';
    return { color: 'yellow', headline, text: conversion.reason ?? 'The event is worth no coins in this offer.' };
  }
  const refused = ofKind(timeline, 'postback')
    .filter(({ verdict }) => POSTBACK_VERDICTS[verdict].status >= 400)
    .at(-1);
  if (refused) {
    const { label, meaning, advice } = VERDICT_MEANINGS[refused.verdict];
    return {
      color: 'red',
      headline: `Not paid: ${label.toLowerCase()}`,
      text: advice === null ? meaning : `${meaning} ${advice}`,
    };
  }
  if (click.logSince !== null) {
    return {
      color: 'gray',
      headline: 'Not paid: no conversion',
      text: 'No conversion was recorded. Postbacks from the time of this click are archived, so the reason is only in the archive.',
    };
  }
  return {
    color: 'gray',
    headline: 'Not paid: no postback',
    text: 'No postback has named this click. Ask the network if it counted the event and sent a postback.',
  };
}
