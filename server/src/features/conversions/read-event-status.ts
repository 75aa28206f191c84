import { canonicalEventName } from '@muneem/contract/conversions';
import { isUnfilled, kindOfName, type NameKind } from '@muneem/contract/postbacks';
import {
  APPROVING,
  isNegative,
  isNo,
  isYes,
  REPORTING_TYPES,
  REVERSING,
  speaksOfReversal,
  wordOf,
} from './status-words.ts';

/** A network’s statement about its event. `said` names the decisive parameter and its value. */
export interface EventStatus {
  /**
   * `pending`: a status of no known word. `unclear`: anything else that is not surely a yes.
   * `malformed`: a parameter has several values.
   */
  readonly kind: 'approved' | 'pending' | 'unclear' | 'reversed' | 'malformed' | 'test';
  readonly said: string;
}

type Kind = EventStatus['kind'];
type Fields = Readonly<Record<string, unknown>>;

/** If statements differ, the worst one for the user decides. A message that contradicts itself reverses nothing. */
const SEVERITY = { approved: 0, pending: 1, unclear: 2, reversed: 3, malformed: 5, test: 6 } as const;
const SEVERITY_OF_CONFLICT = 4;

/**
 * Reads a whole message of a network: a postback, or a polled answer. Only a sure yes is approved.
 * A message without a word about a state is approved. A parameter whose name speaks of a state, at any depth, needs a value
 * that is surely a yes. A negative number and a reversing word are never approved, whatever their name.
 * Why: docs/decisions/recording-conversions.md
 * @param sources objects with parameters, such as query and body
 * @param eventName the event of the message: `event=` must agree with it
 */
export function readEventStatus(sources: readonly (Fields | undefined)[], eventName: string): EventStatus {
  const message = new Message(canonicalEventName(eventName));
  for (const source of sources) if (source !== undefined) message.readFields(source);
  return message.status;
}

const STATES: ReadonlySet<NameKind> = new Set<NameKind>(['status', 'yes', 'reversal', 'no', 'error', 'type', 'test']);

class Message {
  status: EventStatus = { kind: 'approved', said: '' };
  #severity = 0;
  readonly #eventName: string;
  /** What each name of a state said before, in query or body, in any spelling. */
  readonly #facts = new Map<string, Kind>();

  constructor(eventName: string) {
    this.#eventName = eventName;
  }

  readFields(fields: Fields): void {
    for (const name of Object.keys(fields)) this.#read(name, kindOf(name), fields[name]);
  }

  #read(name: string, kind: NameKind, value: unknown): void {
    if (Array.isArray(value)) {
      const values = value as readonly unknown[];
      if (STATES.has(kind) && hasSeveralWords(values)) this.#add('malformed', name);
      for (const part of values.length === 0 ? [null] : values) this.#read(name, kind, part);
    } else if (typeof value === 'object' && value !== null) {
      if (STATES.has(kind)) this.#add('unclear', name);
      this.readFields(value as Fields);
    } else {
      const inner = typeof value === 'string' ? parseJson(value) : undefined;
      if (inner === undefined) this.#readWord(name, kind, value);
      else this.#read(name, kind, inner);
    }
  }

  #readWord(name: string, kind: NameKind, value: unknown): void {
    const found = this.#kindOf(kind, wordOf(value));
    if (found !== 'approved') this.#add(found, sayable(name, value));
    if (!STATES.has(kind)) return;
    const fact = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const before = this.#facts.get(fact);
    if (before !== undefined && before !== found) this.#add('unclear', sayable(name, value), SEVERITY_OF_CONFLICT);
    this.#facts.set(fact, found);
  }

  #kindOf(name: NameKind, word: string): Kind {
    const isEmpty = word === '' || isUnfilled(word);
    switch (name) {
      case 'status':
        if (isEmpty) return 'unclear';
        return APPROVING.has(word) ? 'approved' : REVERSING.has(word) ? 'reversed' : 'pending';
      case 'yes':
        return APPROVING.has(word) ? 'approved' : REVERSING.has(word) ? 'reversed' : 'unclear';
      case 'reversal':
        return isNo(word) ? 'approved' : isYes(word) ? 'reversed' : 'unclear';
      case 'no':
        return isNo(word) ? 'approved' : 'unclear';
      case 'error':
        return isEmpty || isNo(word) || word === 'none' ? 'approved' : 'unclear';
      case 'test':
        return isNo(word) ? 'approved' : isYes(word) ? 'test' : 'unclear';
      case 'type':
        return REPORTING_TYPES.has(word) || APPROVING.has(word) || this.#isEvent(word) ? 'approved' : 'unclear';
      case 'event':
        return this.#isEvent(word) || !(speaksOfReversal(word) || isNegative(word)) ? 'approved' : 'unclear';
      case 'place':
        return REVERSING.has(word) ? 'unclear' : 'approved';
      case 'other':
        return REVERSING.has(word) || isNegative(word) ? 'unclear' : 'approved';
      case 'visitor':
        return 'approved';
    }
  }

  #isEvent(word: string): boolean {
    return canonicalEventName(word) === this.#eventName;
  }

  #add(kind: Kind, said: string, severity: number = SEVERITY[kind]): void {
    if (severity <= this.#severity) return;
    this.#severity = severity;
    this.status = { kind, said };
  }
}

const MAX_KNOWN_NAMES = 4_096;
const MAX_KNOWN_LENGTH = 64;
const known = new Map<string, NameKind>();

/** Networks use few names, so their kinds are kept. The names of an attacker are bounded. */
function kindOf(name: string): NameKind {
  const found = known.get(name);
  if (found !== undefined) return found;
  const kind = kindOfName(name);
  if (known.size >= MAX_KNOWN_NAMES) known.clear();
  if (name.length <= MAX_KNOWN_LENGTH) known.set(name, kind);
  return kind;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const hasSeveralWords = (values: readonly unknown[]): boolean => new Set(values.filter(isScalar).map(wordOf)).size > 1;

/** Some networks send JSON as the text of a parameter. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** The log and the conversion store what was said, so it is short and printable. */
function sayable(name: string, value: unknown): string {
  if (!/^[\w.[\]-]{1,64}$/.test(name)) return 'a parameter';
  const text = String(value).trim().toLowerCase();
  return /^[\w .,−()-]{1,32}$/.test(text) ? `${name}=${text}` : name;
}
