import { isUnfilled } from '@muneem/contract/postbacks';

/** Flags by which a network reverses an event. */
const REVERSAL_FLAGS = ['reversed', 'chargeback', 'is_chargeback'];
const YES = new Set(['1', 'true', 'yes']);
const NO = new Set(['0', 'false', 'no']);

const STATUS_PARAMS = ['status', 'conversion_status'];

// Words of a status, without spaces, hyphens and underscores.
const APPROVED = new Set(
  `1 200 true yes ok approve approved accept accepted active billed complete completed confirm confirmed conversion
  converted credited done finished paid payable sale succeeded success successful valid validated verified`.split(
    /\s+/,
  ),
);
const REVERSED = new Set(
  `cancel canceled cancelled chargeback chargedback decline declined denied deny disapproved fraud fraudulent invalid
  invalidated refund refunded reject rejected reversal reverse reversed revoked spam trash void voided`.split(/\s+/),
);

type Sources = readonly (Readonly<Record<string, unknown>> | undefined)[];

/** A network’s statement about its event. `said` names the decisive parameter and its value. */
export interface EventStatus {
  readonly kind: 'approved' | 'pending' | 'reversed' | 'unclear';
  readonly said: string;
}

const SILENT: EventStatus = { kind: 'approved', said: '' };

/**
 * Reads the status parameters and reversal flags of a postback or of a polled event.
 * Without them the event is approved. A status of no known word is pending, because only a word that surely approves may
 * pay. If several parameters differ, the worst one for the user decides. A parameter that contradicts itself, an unknown
 * value of a flag and a value that is no text are unclear.
 * @param sources objects with parameters, such as query and body
 */
export function readEventStatus(...sources: Sources): EventStatus {
  let worst = SILENT;
  const read = (names: readonly string[], kindOf: (word: string) => Kind): void => {
    for (const name of names) {
      const status = statusOf(name, sources, kindOf);
      if (status !== undefined && SEVERITY[status.kind] > SEVERITY[worst.kind]) worst = status;
    }
  };
  read(REVERSAL_FLAGS, kindOfFlag);
  read(STATUS_PARAMS, kindOfStatus);
  return worst;
}

type Kind = EventStatus['kind'];
const SEVERITY = { approved: 0, pending: 1, reversed: 2, unclear: 3 } as const satisfies Record<Kind, number>;

const kindOfFlag = (word: string): Kind => (YES.has(word) ? 'reversed' : NO.has(word) ? 'approved' : 'unclear');

function kindOfStatus(text: string): Kind {
  const word = text.replace(/[\s_-]/g, '');
  return APPROVED.has(word) ? 'approved' : REVERSED.has(word) ? 'reversed' : 'pending';
}

function statusOf(name: string, sources: Sources, kindOf: (word: string) => Kind): EventStatus | undefined {
  let found: EventStatus | undefined;
  for (const source of sources) {
    const sent = source?.[name];
    if (sent === undefined || sent === null) continue;
    for (const value of [sent].flat() as readonly unknown[]) {
      const word = wordOf(value);
      if (word === '' || (word !== undefined && isUnfilled(word))) continue;
      const kind = word === undefined ? 'unclear' : kindOf(word);
      if (found !== undefined && found.kind !== kind) return { kind: 'unclear', said: name };
      found ??= { kind, said: word !== undefined && isShowable(word) ? `${name}=${word}` : name };
    }
  }
  return found;
}

/** Returns undefined for a value that is no text. */
function wordOf(value: unknown): string | undefined {
  if (value === null) return '';
  const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isWord ? String(value).trim().toLowerCase() : undefined;
}

/** The log and the conversion store what was said, so it is short and printable. */
const isShowable = (word: string): boolean => /^[\w -]{1,32}$/.test(word);
