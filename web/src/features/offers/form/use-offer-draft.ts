import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import { draftKey, dropDraft } from '#lib/drafts.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';
import type { OfferFormValues } from './form-values.ts';

export interface OfferDraft {
  /** When it was typed. */
  readonly at: string;
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

const isDraft = (kept: unknown): kept is OfferDraft => typeof kept === 'object' && kept !== null;

/**
 * Keeps the typed values through a reload and the end of a session, and offers them when the same admin opens the same URL
 * again (docs/decisions/offers.md). `typed` is undefined while the form is unchanged.
 */
export function useOfferDraft(
  typed: OfferFormValues | undefined,
  { version, onceKey }: Pick<OfferDraft, 'version' | 'onceKey'>,
): { readonly draft: OfferDraft | undefined; readonly drop: () => void } {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // Kept from the first render: at the end of the session the URL is already /login and the store has no admin.
  const [key] = useState(() => draftKey(sessionStore.getState().admin?.email ?? '', here));
  const [draft, setDraft] = useState(() => readStored<OfferDraft | undefined>(key, isDraft, undefined));

  const isKept = useRef(false);
  useEffect(() => {
    if (typed) writeStored(key, { at: new Date().toISOString(), version, onceKey, values: keptValues(typed) });
    else if (isKept.current) dropDraft(key);
    isKept.current = typed !== undefined;
  }, [key, typed, version, onceKey]);
  useEffect(
    () => () => {
      // Leaving the form is a choice. The end of a session is not.
      if (isKept.current && sessionStore.getState().admin !== undefined) dropDraft(key);
    },
    [key],
  );
  const drop = () => {
    dropDraft(key);
    setDraft(undefined);
  };
  return { draft, drop };
}

function keptValues({ postbackToken: _, imageData: file, image, ...rest }: OfferFormValues): OfferDraft['values'] {
  return file === '' ? { ...rest, image } : rest;
}
