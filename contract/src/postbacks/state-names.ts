/**
 * The subject of a parameter's name.
 * - `status`: a state in words. Only a word that surely approves is a yes.
 * - `yes`: a flag that approves, such as `success`. `reversal`: a flag that charges back, such as `chargeback`.
 * - `no`: any other flag against the event, such as `negative` or `fraud`.
 * - `error`: an error or a reason. A network leaves it empty if there is none. `text`: a message for people.
 * - `type`: the type of the message. `event`: the event's own name.
 * - `test`: a message that must not count. `mode`: where the sender runs, such as `env=sandbox`.
 * - `location`: a location or a time zone, whose number may be negative. `visitor`: a sub-parameter that the visitor chose.
 */
export type NameKind =
  | 'status'
  | 'yes'
  | 'reversal'
  | 'no'
  | 'error'
  | 'type'
  | 'event'
  | 'test'
  | 'mode'
  | 'text'
  | 'location'
  | 'visitor'
  | 'other';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const EVENT = words('event eventname nameofevent');
const TYPE_OF = words(
  'event transaction trans tx txn conversion postback callback action notification request operation message lead goal credit reward update of',
);
const TYPE = words('type types kind action operation op notification');
const STATUS = words('state stat estado estatus stato disposition outcome result decision verdict resolution approval');
const STATUS_PARTS = ['status', 'statut', 'approvalstate'];
const NO = words(
  `negative void voided spam blocked failed failure fail denied scrub scrubbed clawback adjustment correction debit
  penalty hold held onhold pending returned trash bogus duplicate repeat repeated dedupe deduped expired banned suspicious revert reverted rollback
  undo undone dup dupe withdrawn deleted removed retracted recalled suspended paused throttled capped flagged blacklisted
  disqualified screenout`,
);
/** Only as the whole name: other names have these words too. */
const NO_WHOLE = words('review inreview underreview bot');
const REVERSAL_PARTS = ['chargeback', 'chargedback', 'revers'];
const NO_PARTS = [
  'refund',
  'reject',
  'declin',
  'cancel',
  'fraud',
  'reconcil',
  'clawback',
  'deduct',
  'invalid',
  'disput',
  'revok',
  'disapprov',
  'unapprov',
  'unsuccess',
  'ineligib',
  'unverif',
  'unconfirm',
  'incomplete',
];
const YES = words(
  `success successful succeeded approved approve valid validated confirmed accepted verified completed complete paid
  credited rewarded billable payable qualified eligible ok converted active genuine legit`,
);
/** Only as the whole name, like `NO_WHOLE`. */
const YES_WHOLE = words('live production real reviewed');
const YES_PARTS = ['success', 'approv'];
const ERROR = words('error errors err reason reasons');
const TEST = words(
  'test tests testing testmode debug debugging sandbox dryrun simulate simulated simulation demo dummy preview staging',
);
const MODE = words('mode env environment');
const TEXT = words('message msg response note notes comment comments remark remarks');
const NEGATION = words('not non no un isnt never');
const NEGATED = /^(?:not|non|no|un|dis|isnt)(.+)$/;
/** `do_not_pay`, `no_reward`, but not `no_of_rewards`. */
const FORBIDS = /^(?:(?:do|does)?(?:not|nt)|no|never)(?:pay|credit|reward|count|bill|convert)/;
/** With one of these words, the name of a yes speaks of something else: `approved_at`, `paid_amount`, `valid_until`. */
const THING = words(
  `at on time date timestamp ts day days until by id ids url uri link count rate total amount amt sum name payout revenue
  points currency value price coins usd inr eur`,
);
/** A test flag may also have these words. With others (`ab_test`) it is no test of the message. */
const WITH_TEST = words('is mode flag conversion postback transaction event callback request lead click run dry');
const LOCATION = words(
  'lat lng lon long latitude longitude tz timezone offset utc gmt geo location coords coordinates altitude',
);
const VISITOR = /^(?:p|s|sub|subid|sub_id|aff_sub|affsub)_?\d*$/i;

/**
 * Says what a parameter's name speaks of, whatever its letters, separators and brackets: `data[Conversion-Status]` is a
 * `status`.
 */
export function kindOfName(name: string): NameKind {
  if (VISITOR.test(name)) return 'visitor';
  const parts = wordsOf(name);
  const whole = parts.join('').replace(/^(?:is|was|has)(?=...)/, '');
  const has = (set: ReadonlySet<string>): boolean => set.has(whole) || parts.some((part) => set.has(part));
  const contains = (stems: readonly string[]): boolean => stems.some((stem) => whole.includes(stem));
  const isYes = has(YES) || contains(YES_PARTS) || YES_WHOLE.has(whole);
  const [, negated = ''] = NEGATED.exec(whole) ?? [];
  const isNegated = parts.some((part) => NEGATION.has(part)) || negated !== '';
  if (parts.some((part) => ERROR.has(part))) return 'error';
  if (contains(REVERSAL_PARTS)) return isNegated ? 'no' : 'reversal';
  if (contains(NO_PARTS) || has(NO) || NO_WHOLE.has(whole) || FORBIDS.test(whole)) return 'no';
  if (isNegated && (isYes || YES.has(negated))) return 'no';
  if (has(TEST)) return parts.every((part) => TEST.has(part) || WITH_TEST.has(part)) || TEST.has(whole) ? 'test' : 'no';
  if (contains(STATUS_PARTS) || has(STATUS)) return 'status';
  if (isYes && !parts.some((part) => THING.has(part))) return 'yes';
  if (EVENT.has(whole)) return 'event';
  const field = wordsOf(fieldOfName(name));
  if (isTypeOfMessage(parts) || isTypeOfMessage(field)) return 'type';
  if (MODE.has(parts.at(-1) ?? '')) return 'mode';
  if (TEXT.has(parts.at(-1) ?? '')) return 'text';
  return parts.some((part) => LOCATION.has(part)) ? 'location' : 'other';
}

/** The field that a name ends with: `code` of `data[code]`, `data.code` and `code[0]`. */
export const fieldOfName = (name: string): string =>
  decoded(name)
    .split(/[.[\]\s]+/)
    .findLast((part) => /\p{L}/u.test(part)) ?? '';

/** `type`, `event_type`, `transactionType`, `type_of_event`, but not `device_type`. */
function isTypeOfMessage(parts: readonly string[]): boolean {
  const whole = parts.join('');
  if (TYPE.has(whole) || (whole.endsWith('type') && TYPE_OF.has(whole.slice(0, -4)))) return true;
  return parts.includes('type') && parts.every((part) => part === 'type' || TYPE_OF.has(part));
}

/** `data[Conversion-Status]` → `['data', 'conversion', 'status']`. Also splits `conversionStatus`, and decodes `%73tatus`. */
function wordsOf(name: string): string[] {
  const parts = decoded(name)
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.replace(/\d+$/, ''));
  return parts.filter((part) => part !== '');
}

function decoded(name: string): string {
  try {
    return name.includes('%') ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

const SPEAKING: ReadonlySet<NameKind> = new Set(['status', 'yes', 'reversal', 'no', 'error', 'type', 'event', 'test']);

/** Says whether the value of a parameter with this name can decide whether an event is paid. */
export const speaksOfState = (name: string): boolean => SPEAKING.has(kindOfName(name));
