import { canonicalEventName } from '@muneem/contract/conversions';
import type { NetworkDialect } from '@muneem/contract/networks';
import { fieldOfName, isUnfilled, kindOfName, type NameKind } from '@muneem/contract/postbacks';
import {
  APPROVING,
  isDenied,
  isNegative,
  isNo,
  isRefusing,
  ODD_OBJECT,
  REPORTING_TYPES,
  REVERSING,
  REVERSING_PART,
  TESTING,
  wordOf,
  YES,
} from './status-words.ts';

/** A network’s statement about its event. `said` names the decisive parameter and its value. */
export interface EventStatus {
  /**
   * `pending`: a status of no known word. `unclear`: anything else that is not surely a yes.
   * `malformed`: a parameter has several values.
   */
  readonly kind: 'approved' | 'pending' | 'unclear' | 'reversed' | 'malformed' | 'test';
  readonly said: string;
  /** A value that the network's dialect explained: `status=2 means a chargeback`. */
  readonly byDialect?: string | undefined;
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
 * A dialect explains values of one parameter before these rules. All other parameters are still read by them.
 * Why: docs/decisions/recording-conversions.md, docs/decisions/networks.md
 * @param sources objects with parameters, such as query and body
 * @param eventName the event of the message: `event=` must agree with it
 */
export function readEventStatus(
  sources: readonly (Fields | undefined)[],
  eventName: string,
  dialect: NetworkDialect | null = null,
): EventStatus {
  const message = new Message(eventName, dialect);
  for (const source of sources) if (source !== undefined) message.readFields(source);
  return message.byDialect === undefined ? message.status : { ...message.status, byDialect: message.byDialect };
}

const STATES: ReadonlySet<NameKind> = new Set<NameKind>(['status', 'yes', 'reversal', 'no', 'error', 'type', 'test']);

/** A network nests less. Deeper values are not read, so they are no yes. */
const MAX_DEPTH = 16;
/** Values of an error or a reason that is none. */
const NOTHING = new Set(['none', 'null', 'na', 'n/a', 'undefined', 'ok', 'success']);

class Message {
  status: EventStatus = { kind: 'approved', said: '' };
  byDialect: string | undefined;
  #severity = 0;
  readonly #eventName: string;
  readonly #dialect: Explained | undefined;
  /** The statement of each name of a state so far, in query or body, in any spelling. */
  #facts: Map<string, Kind> | undefined;

  constructor(eventName: string, dialect: NetworkDialect | null) {
    this.#eventName = eventName;
    if (dialect !== null && dialect.statusParam !== '') this.#dialect = explainedBy(dialect);
  }

  readFields(fields: Fields, depth = 0): void {
    for (const name of Object.keys(fields)) {
      const kind = this.#isStatusOfDialect(name) ? 'status' : kindOf(name);
      const value = fields[name];
      if (kind !== 'other' || !isOrdinary(value)) this.#read(name, kind, value, depth);
    }
  }

  #read(name: string, kind: NameKind, value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) this.#add('unclear', name);
    else if (Array.isArray(value)) {
      const values = value as readonly unknown[];
      if (STATES.has(kind) && hasSeveralWords(values)) this.#add('malformed', name);
      for (const part of values.length === 0 ? [null] : values) this.#read(name, kind, part, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      if (STATES.has(kind)) this.#add('unclear', name);
      this.readFields(value as Fields, depth + 1);
      if ('key' in value && 'value' in value) this.readFields({ [String(value.key)]: value.value }, depth + 1);
    } else {
      const text = typeof value === 'string' ? decoded(value) : value;
      if (text !== value) this.#readWord(name, kind, value);
      const inner = typeof text === 'string' ? parseInner(text) : undefined;
      if (inner === undefined) this.#readWord(name, kind, text);
      else this.#read(name, kind, inner, depth + 1);
    }
  }

  #readWord(name: string, kind: NameKind, value: unknown): void {
    const word = wordOf(value);
    const explained = this.#isStatusOfDialect(name) ? this.#dialect?.kinds.get(word) : undefined;
    if (explained !== undefined) this.byDialect = `${sayable(name, value)} means ${MEANINGS[explained]}`;
    let found = explained ?? this.#kindOf(kind, word);
    // `{"install": false}`, `lead=0`: the event itself is a flag.
    if (kind === 'other' && isNo(word) && (this.#isEvent(name) || isDenied(name, word))) found = 'unclear';
    if (found !== 'approved') this.#add(found, sayable(name, value));
    if (!STATES.has(kind)) return;
    const fact = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    this.#facts ??= new Map();
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
        return isNo(word) ? 'approved' : YES.has(word) ? 'reversed' : 'unclear';
      case 'no':
        return isNo(word) ? 'approved' : 'unclear';
      case 'error':
        return isEmpty || isNo(word) || NOTHING.has(word) ? 'approved' : 'unclear';
      case 'test':
        return isNo(word) ? 'approved' : YES.has(word) ? 'test' : 'unclear';
      case 'type':
        return REPORTING_TYPES.has(word) || APPROVING.has(word) || this.#isEvent(word) ? 'approved' : 'unclear';
      case 'event':
        return this.#isEvent(word) || !(REVERSING_PART.test(word) || isNegative(word)) ? 'approved' : 'unclear';
      case 'mode':
        return TESTING.has(word) ? 'test' : isRefusing(word) ? 'unclear' : 'approved';
      case 'text':
        return REVERSING_PART.test(word) || isRefusing(word) || isNegative(word) ? 'unclear' : 'approved';
      case 'location':
        return isRefusing(word) ? 'unclear' : 'approved';
      case 'other':
        return isRefusing(word) || isNegative(word) || ODD_OBJECT.test(word) ? 'unclear' : 'approved';
      case 'visitor':
        return 'approved';
    }
  }

  #isStatusOfDialect(name: string): boolean {
    return this.#dialect !== undefined && fieldOfName(name).toLowerCase() === this.#dialect.param;
  }

  #isEvent(word: string): boolean {
    return canonicalEventName(word) === canonicalEventName(this.#eventName);
  }

  #add(kind: Kind, said: string, severity: number = SEVERITY[kind]): void {
    if (severity <= this.#severity) return;
    this.#severity = severity;
    this.status = { kind, said };
  }
}

const MEANINGS = { approved: 'approved', pending: 'not approved yet', reversed: 'a chargeback' } as const;

interface Explained {
  /** In lower case. */
  readonly param: string;
  readonly kinds: ReadonlyMap<string, keyof typeof MEANINGS>;
}

/** The catalog keeps one object for each dialect. */
const explainedDialects = new WeakMap<NetworkDialect, Explained>();

function explainedBy(dialect: NetworkDialect): Explained {
  const known = explainedDialects.get(dialect);
  if (known !== undefined) return known;
  const of = (values: readonly string[], kind: keyof typeof MEANINGS) =>
    values.map((value) => [wordOf(value), kind] as const);
  const explained = {
    param: fieldOfName(dialect.statusParam).toLowerCase(),
    // The worst meaning wins if two values are one word.
    kinds: new Map([
      ...of(dialect.approve, 'approved'),
      ...of(dialect.pending, 'pending'),
      ...of(dialect.reverse, 'reversed'),
    ]),
  };
  explainedDialects.set(dialect, explained);
  return explained;
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

const hasSeveralWords = (values: readonly unknown[]): boolean =>
  new Set(values.filter((value) => typeof value !== 'object' || value === null).map(wordOf)).size > 1;

/** Some networks encode a value twice, or three times. */
function decoded(text: string): string {
  let plain = text;
  try {
    for (let times = 0; times < 3 && plain.includes('%'); times += 1) plain = decodeURIComponent(plain);
  } catch {
    // The rest is no code: `100%`.
  }
  return plain;
}

/** Some networks send JSON (also in base64), a query, or a list of `name:value`, as the text of a parameter. */
function parseInner(text: string): unknown {
  const isBase64 = BASE64_OF_JSON.test(text);
  if (isBase64 || /^\s*[[{"]/.test(text)) {
    try {
      return JSON.parse(isBase64 ? Buffer.from(text, 'base64').toString() : text);
    } catch {
      return undefined;
    }
  }
  if (!/[=:]/.test(text) || text.includes('://')) return undefined;
  const pairs = text.split(/[?&;#|,\r\n]/).filter((pair) => /^\s*(?:[\w.[\]-]+=[^=]|[a-z][\w.[\]-]*:)/i.test(pair));
  return pairs.length === 0
    ? undefined
    : pairs.map((pair) => Object.fromEntries(new URLSearchParams(pair.replace(/^([^=:]*):\s*/, '$1='))));
}

/** The log and the conversion store what was said, so it is short and printable. */
function sayable(name: string, value: unknown): string {
  if (!/^[\w.[\]-]{1,64}$/.test(name)) return 'a parameter';
  const text = String(value).trim().toLowerCase();
  return /^[\w .,−()-]{1,32}$/.test(text) ? `${name}=${text}` : name;
}

/** The first letters of an object or a list in base64. */
const BASE64_OF_JSON = /^[eW][w-z0-9][\w+/-]*={0,2}$/;
/** A hyphen only in a date, a number or a UUID: elsewhere it may be a minus. */
const ORDINARY = /^(?:[\w.]+|\d[\w.-]*\w|[\w-]{24,}\w)$/;

/** Says quickly that an ordinary value, such as an id or a positive amount, is no word about a state. */
function isOrdinary(value: unknown): boolean {
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string' || !ORDINARY.test(value)) return false;
  if (BASE64_OF_JSON.test(value)) return false;
  // Each word that refuses is shorter.
  if (value.length > 16 || value.includes('-')) return true;
  const word = value.replaceAll('_', '').toLowerCase();
  return !isRefusing(word) && !isNo(word);
}
