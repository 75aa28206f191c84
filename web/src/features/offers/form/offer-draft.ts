import type { OfferFormValues } from './form-values.ts';

const KEY = 'muneem.offer-draft';

/** Whose half-typed offer it is, and of which form. */
export interface DraftOf {
  readonly admin: string;
  /** `/add-offer?category=prime`, `/edit-offer/{id}` */
  readonly address: string;
}

export interface OfferDraft {
  /**
   * Without what is secret (the token) or too large to be kept (a chosen file). With a file chosen there is no address of an
   * image: the offer keeps the picture that it has.
   */
  readonly values: Omit<OfferFormValues, 'postbackToken' | 'imageData' | 'image'> & { readonly image?: string };
  /** The version of the offer that was being edited; undefined for a new one. */
  readonly version?: number | undefined;
  /** What a new offer is made under once, however often it is sent. */
  readonly onceKey: string;
}

type Stored = DraftOf & OfferDraft;

/** Keeps the last half-typed offer of this tab. Where storing is forbidden it is lost, as before. */
export function keepDraft(of: DraftOf, values: OfferFormValues, form: Pick<OfferDraft, 'version' | 'onceKey'>): void {
  const { postbackToken: _token, imageData: file, image, ...rest } = values;
  const kept = file === '' ? { ...rest, image } : rest;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...of, ...form, values: kept } satisfies Stored));
  } catch {
    // A private window, or no room.
  }
}

/** What this administrator had typed at this address. */
export function readDraft({ admin, address }: DraftOf): OfferDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored?.admin === admin && stored.address === address ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
