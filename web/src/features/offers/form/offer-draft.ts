import type { OfferFormValues } from './form-values.ts';

const KEY = 'muneem.offer-draft';

/** The admin and the form of a draft. */
export interface DraftOf {
  readonly admin: string;
  /** `/add-offer?category=prime`, `/edit-offer/{id}` */
  readonly address: string;
}

export interface OfferDraft {
  /**
   * The token is left out because it is secret, and a chosen file because it is too large. A draft with a chosen file also
   * leaves out the image's URL, so that the offer keeps its image.
   */
  readonly values: Omit<OfferFormValues, 'postbackToken' | 'imageData' | 'image'> & { readonly image?: string };
  /** The version that was being edited. Undefined for a new offer. */
  readonly version?: number | undefined;
  /** The idempotency key of a new offer. */
  readonly onceKey: string;
}

type Stored = DraftOf & OfferDraft;

/** Keeps the last draft of this tab. It is lost where the browser forbids storage. */
export function keepDraft(of: DraftOf, values: OfferFormValues, form: Pick<OfferDraft, 'version' | 'onceKey'>): void {
  const { postbackToken: _token, imageData: file, image, ...rest } = values;
  const kept = file === '' ? { ...rest, image } : rest;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...of, ...form, values: kept } satisfies Stored));
  } catch {
    // Private windows refuse storage, and storage can be full.
  }
}

/** Reads the draft of this admin at this URL. */
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
    // Storage is forbidden, so there is no draft.
  }
}
