import type { EvidenceEntry } from '@muneem/contract/evidence';
import { POLL_OUTCOMES } from '@muneem/contract/smart-poll';
import type { CSSProperties } from 'react';
import { conversionStatus } from '#features/conversion-reports/index.ts';
import { verdictLook } from '#features/postback-replays/index.ts';
import { withdrawalStatus } from '#features/withdrawals/index.ts';
import type { StatusColor, StatusLook } from '#ui/display/index.ts';
import { capitalized, formatCoins } from '#lib/format.ts';
import { copy as contradictions } from './contradictions.copy.ts';
import { copy } from './evidence.copy.ts';

const DELIVERY = { waiting: 'blue', sending: 'yellow', delivered: 'green', exhausted: 'red' } as const;

const words = (text: string): string => capitalized(text.replaceAll('_', ' '));
const look = (label: string, color: StatusColor): StatusLook => ({ label: words(label), color });

/** Returns the style that sets `--tone`: the colour of an entry's dot and of the summary's border. */
export const toneOf = (color: StatusColor = 'gray') =>
  ({
    '--tone': color === 'dark' ? 'var(--mantine-color-text)' : `var(--mantine-color-${color}-filled)`,
  }) as CSSProperties;

/** Label and colour of an entry's outcome. Undefined if it has none. */
export function entryLook(entry: EvidenceEntry): StatusLook | undefined {
  switch (entry.kind) {
    case 'visit':
      return undefined;
    case 'postback':
    case 'replay':
      return verdictLook(entry.verdict);
    case 'poll':
      return look(
        entry.outcome,
        POLL_OUTCOMES[entry.outcome].failed ? 'red' : entry.outcome === 'recovered' ? 'green' : 'gray',
      );
    case 'conversion':
      return conversionStatus(entry.status);
    case 'claim':
      return { label: `+${formatCoins(entry.coins)}`, color: 'green' };
    case 'contradiction':
      if (entry.decision === null) return { label: contradictions.open, color: 'red' };
      return {
        label: contradictions.decisions[entry.decision],
        color: entry.decision === 'reversed' ? 'dark' : 'gray',
      };
    case 'reversal':
      if (entry.credits.some(({ status }) => status === 'owed')) return { label: 'Coins outstanding', color: 'red' };
      return { label: 'Reversed', color: 'dark' };
    case 'journal': {
      const wallet = entry.postings.find(({ account }) => account === 'wallet');
      if (!wallet) return undefined;
      const sign = wallet.amount > 0 ? '+' : '−';
      return { label: `${sign}${formatCoins(Math.abs(wallet.amount))}`, color: wallet.amount > 0 ? 'green' : 'red' };
    }
    case 'delivery':
      return look(entry.status, DELIVERY[entry.status]);
    case 'withdrawal':
      return withdrawalStatus(entry.status);
  }
}

export function entryTitle(entry: EvidenceEntry): string {
  const kind = copy.kinds[entry.kind];
  switch (entry.kind) {
    case 'postback':
    case 'conversion':
    case 'contradiction':
    case 'reversal':
      return entry.event === null ? kind : `${kind}: ${entry.event}`;
    case 'journal':
      return copy.journals[entry.journalKind] ?? kind;
    case 'delivery':
      return `${kind} to ${entry.companyName}`;
    case 'replay':
      return `${kind} by ${entry.by}`;
    default:
      return kind;
  }
}
