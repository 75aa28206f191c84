import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import type { OfferFormValues } from './form-values.ts';
import { dropDraft, keepDraft, readDraft, type OfferDraft } from './offer-draft.ts';

/**
 * Keeps the typed values when the session ends, and offers them when the same admin opens the same URL again
 * (docs/decisions/offers.md). `typed` is undefined while the form is unchanged.
 */
export function useOfferDraft(
  typed: OfferFormValues | undefined,
  form: Pick<OfferDraft, 'version' | 'onceKey'>,
): { readonly draft: OfferDraft | undefined; readonly drop: () => void } {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // The first URL: when the form unmounts, the router may already be at the sign-in page.
  const [address] = useState(here);
  const [draft, setDraft] = useState(() => readDraft({ admin: adminNow(), address }));

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
