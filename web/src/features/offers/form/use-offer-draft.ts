import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import type { OfferFormValues } from './form-values.ts';
import { dropDraft, keepDraft, readDraft, type OfferDraft } from './offer-draft.ts';

/**
 * What is typed in the offer form outlives the end of the session (docs/decisions/offers.md): it is kept when the session ends under
 * it, and offered once the same administrator is at the same address again. `typed` is undefined while nothing is.
 */
export function useOfferDraft(
  typed: OfferFormValues | undefined,
  form: Pick<OfferDraft, 'version' | 'onceKey'>,
): { readonly draft: OfferDraft | undefined; readonly drop: () => void } {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // As it was at first: it may be that of the sign-in page when the form goes.
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
