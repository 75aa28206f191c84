import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import type { OfferFormValues } from './form-values.ts';

/**
 * Keeps the typed values when the session ends, and offers them when the same admin opens the same URL again
 * (docs/decisions/offers.md). `typed` is undefined while the form is unchanged.
 */
export function useOfferDraft(
  typed: OfferFormValues | undefined,
  form: Pick<OfferDraft, 'version' | 'onceKey'>,
): { readonly draft: OfferDraft | undefined; readonly drop: () => void } {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // Kept from the first render: at the end of the session the URL is already /login.
  const [address] = useState(here);
  const [draft, setDraft] = useState(() => readDraft({ admin: adminNow(), address }));

  // The store has no admin when the form unmounts, so each render prepares the draft.
  const latest = useRef<() => void>(undefined);
  useEffect(() => {
    const admin = adminNow();
    latest.current = typed && admin !== '' ? () => keepDraft({ admin, address }, typed, form) : undefined;
  });
  useEffect(
    () => () => {
      const { admin, signedOutBy } = sessionStore.getState();
      if (admin === undefined && signedOutBy !== 'user') latest.current?.();
    },
    [],
  );
  const drop = () => {
    dropDraft();
    setDraft(undefined);
  };
  return { draft, drop };
}

const adminNow = (): string => sessionStore.getState().admin?.email ?? '';

const KEY = 'muneem.offer-draft';

interface DraftOf {
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
function keepDraft(of: DraftOf, values: OfferFormValues, form: Pick<OfferDraft, 'version' | 'onceKey'>): void {
  const { postbackToken: _token, imageData: file, image, ...rest } = values;
  const kept = file === '' ? { ...rest, image } : rest;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...of, ...form, values: kept } satisfies Stored));
  } catch {
    // Private windows refuse storage, and storage can be full.
  }
}

function readDraft({ admin, address }: DraftOf): OfferDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored?.admin === admin && stored.address === address ? stored : undefined;
  } catch {
    return undefined;
  }
}

function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}
