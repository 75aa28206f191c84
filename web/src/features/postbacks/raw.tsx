import { Code } from '@mantine/core';
import { CopyButton } from '#ui/display/index.ts';
import classes from './postbacks.module.css';

interface RawProps {
  readonly label: string;
  readonly text: string;
  /** The name of the text for its copy button. Without it there is no button. */
  readonly what?: string;
}

/** Text as it was sent: wrapped, scrollable and focusable. */
export function Raw({ label, text, what }: RawProps) {
  return (
    <div className={classes['raw']}>
      <Code block tabIndex={0} aria-label={label}>
        {text}
      </Code>
      {what !== undefined && <CopyButton value={text} what={what} size={28} />}
    </div>
  );
}
