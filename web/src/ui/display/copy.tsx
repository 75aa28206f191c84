import { useEffect, useState, type ReactNode } from 'react';
import { __iconNode as check } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { __iconNode as copy } from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { copyToClipboard } from '#lib/clipboard.ts';
import classes from './display.module.css';
import { Glyph, glyphOf } from './glyph.tsx';

const CHECK = glyphOf(check);
const COPY = glyphOf(copy);

const CONFIRMED_MS = 1500;

interface CopyButtonProps {
  readonly value: string;
  /** The name of the value: "click id". Part of the button's name. */
  readonly what: string;
  readonly size?: number;
}

export function CopyButton({ value, what, size = 22 }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const label = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : `Copy ${what}`;
  return (
    <>
      <button
        type="button"
        className={classes['copy']}
        style={{ width: size, height: size }}
        aria-label={`Copy ${what}`}
        data-tip={label}
        data-outcome={outcome}
        onClick={(event) => {
          event.stopPropagation();
          void copyToClipboard(value).then((copied) => setOutcome(copied ? 'copied' : 'failed'));
        }}
      >
        <Glyph path={outcome === 'copied' ? CHECK : COPY} />
      </button>
      <span role="status" className={classes['forReaders']}>
        {outcome === undefined ? '' : label}
      </span>
    </>
  );
}

interface CopyTextProps extends CopyButtonProps {
  readonly mono?: boolean;
  /** Replaces the text of the value. */
  readonly children?: ReactNode;
}

/** A value with a copy button. A long value is cut and shown in full on hover and focus. */
export function CopyText({ value, what, mono = false, size, children }: CopyTextProps) {
  return (
    <span className={classes['copyText']}>
      {children ?? <CutText text={value} mono={mono} />}
      <CopyButton value={value} what={what} {...(size === undefined ? {} : { size })} />
    </span>
  );
}

/**
 * One line of text, cut if too long. The full text shows on hover and is always read by screen readers.
 * @public
 */
export function CutText({ text, mono = false }: { readonly text: string; readonly mono?: boolean }) {
  return (
    <span className={classes['cut']} data-mono={mono || undefined} data-tip={text} data-tip-when-cut>
      {text}
    </span>
  );
}
